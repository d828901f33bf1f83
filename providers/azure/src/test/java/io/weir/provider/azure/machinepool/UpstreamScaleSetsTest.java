package io.weir.provider.azure.machinepool;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ObjectKey;
import io.weir.provider.Observation;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PlanContext;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ScaleSetPlanner;
import io.weir.provider.azure.scaleset.ScaleSetRequests;
import io.weir.provider.azure.scaleset.ScaleSetStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What upstream's provider sends to make scale sets, and what is sent here: the golden file has a
 * line for each difference, with its reason. {@code -Dgolden=write} writes it.
 */
class UpstreamScaleSetsTest {

  private static final Path GOLDEN = Path.of("src/test/resources/upstream/differences.txt");
  private static final String PASSWORD = "<random, 123 characters>";

  private static final List<String> CASES =
      List.of(
          "accelerated-networking-on",
          "diagnostics-user-managed",
          "ephemeral-os-disk",
          "error-encryption-at-host-unsupported",
          "extensions",
          "marketplace-plan-image",
          "network-interfaces",
          "plain",
          "spot-defaults",
          "terminate-notification",
          "ultra-ssd",
          "user-assigned-identity",
          "windows",
          "zones");

  private static final String MARK = "upstream marks the cluster only, and this pool is meant";
  private static final String MODEL =
      "what instances were made from is told from this, and not from their images alone";
  private static final String NULL = "what is null is left out, which says the same";

  /** Why a field differs, by its place. */
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          entry("/tags/weir.io_management-cluster", MARK),
          entry("/tags/weir.io_pool", MARK),
          entry("/tags/weir.io_model", MODEL),
          entry("/tags/weir.io_model-generations", MODEL),
          entry(
              "/properties/virtualMachineProfile/extensionProfile/extensions/1/properties/settings",
              NULL),
          entry(
              "/properties/virtualMachineProfile/extensionProfile/extensions/1/properties/protectedSettings",
              NULL));

  @Test
  void whatDiffersFromUpstreamDoesSoForAReason() throws IOException {
    var lines = new ArrayList<String>();
    var unexplained = new ArrayList<String>();
    for (String name : CASES) {
      PoolFixture pool = PoolFixture.of(name);
      if (!pool.error().isNull()) {
        lines.add("%s: refused, as upstream does: %s".formatted(name, pool.refusal().getMessage()));
        continue;
      }
      var differences = new TreeMap<String, String>();
      compare("", pool.body(), request(pool.desired()), differences);
      lines.add("%s: %d differences".formatted(name, differences.size()));
      differences.forEach(
          (place, difference) -> {
            lines.add("  %s: %s: %s".formatted(place, difference, REASONS.get(place)));
            if (!REASONS.containsKey(place)) {
              unexplained.add(name + place + ": " + difference);
            }
          });
    }
    String text = String.join("\n", lines) + "\n";
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(GOLDEN, text);
    }
    assertThat(unexplained).isEmpty();
    assertThat(text).isEqualTo(Files.readString(GOLDEN));
  }

  private static JsonNode request(DesiredScaleSet want) {
    var marks = new PoolMarks("mc-1", "AzureMachinePool/team/pool-a");
    var pool =
        new PoolIdentity(
            new ObjectKey("team", "pool-a"),
            "uid",
            "w1",
            want.name(),
            OwnershipClaim.byMarks(marks, "team"));
    var steps =
        new ScaleSetPlanner()
            .plan(
                new PoolIntent.Converge<>(want),
                new PlanContext<>(
                    pool,
                    Observation.of(Optional.empty(), Instant.EPOCH),
                    ProviderAnnotations.NONE));
    return ScaleSetRequests.create((ScaleSetStep.CreateScaleSet) steps.getFirst(), PASSWORD);
  }

  private static void compare(
      String at, JsonNode upstream, JsonNode here, Map<String, String> differences) {
    if (upstream instanceof ObjectNode && here instanceof ObjectNode) {
      var names = new TreeSet<String>();
      upstream.fieldNames().forEachRemaining(names::add);
      here.fieldNames().forEachRemaining(names::add);
      names.forEach(
          name -> compare(at + "/" + name, upstream.path(name), here.path(name), differences));
    } else if (upstream instanceof ArrayNode && here instanceof ArrayNode) {
      for (int i = 0; i < Math.max(upstream.size(), here.size()); i++) {
        compare(at + "/" + i, upstream.path(i), here.path(i), differences);
      }
    } else if (!isSame(upstream, here)) {
      differences.put(at, "upstream %s, here %s".formatted(text(upstream), text(here)));
    }
  }

  private static boolean isSame(JsonNode upstream, JsonNode here) {
    return (upstream.isNumber() && here.isNumber())
        ? upstream.decimalValue().compareTo(here.decimalValue()) == 0
        : upstream.equals(here);
  }

  private static String text(JsonNode value) {
    return value.isMissingNode()
        ? "nothing"
        : value
            .toString()
            .replaceAll("h1:[0-9a-f:]+", "<fingerprint>")
            .replaceAll("[0-9a-f]{10}", "<digest>");
  }
}
