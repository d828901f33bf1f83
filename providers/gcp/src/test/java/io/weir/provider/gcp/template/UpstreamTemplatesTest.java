package io.weir.provider.gcp.template;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.gcp.PoolFixture;
import io.weir.provider.gcp.group.DesiredGroup;
import io.weir.provider.gcp.group.GroupStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What upstream's provider sends to make templates and groups, and what is sent here: the golden
 * file has a line for each difference, with its reason. {@code -Dgolden=write} writes it.
 */
class UpstreamTemplatesTest {

  private static final Path DIRECTORY = Path.of("src/test/resources/upstream");
  private static final Path GOLDEN = DIRECTORY.resolve("differences.txt");
  private static final List<String> CASES =
      List.of("disks", "labels-tags-sa", "plain", "preemptible-gpu", "spot");

  private static final String OUTPUT_ONLY = "Compute Engine says it and takes it from nobody";
  private static final String POLICY =
      "upstream leaves it to Google, whose default lets machines be made from old templates";

  /** Why a field differs, by its place. */
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          entry("/0/region", OUTPUT_ONLY),
          entry("/1/zone", OUTPUT_ONLY),
          entry("/0/description", "tells whose the template is, and of what it was made"),
          entry("/1/description", "tells people who made the group"),
          entry("/1/allInstancesConfig", "tells whose the group is, which a name does not prove"),
          entry("/1/updatePolicy", "nothing is replaced that Weir did not choose"),
          entry("/1/instanceLifecyclePolicy", POLICY),
          entry("/1/targetSize", "upstream leaves zero out, and a group is refused without a size"),
          entry(
              "/0/properties/guestAccelerators/0/acceleratorType",
              "a template takes the bare name only"));

  @Test
  void whatDiffersFromUpstreamDoesSoForAReason() throws IOException {
    var lines = new ArrayList<String>();
    var unexplained = new ArrayList<String>();
    for (String name : CASES) {
      JsonNode golden =
          PoolFixture.json(
              Files.readString(DIRECTORY.resolve("instancetemplate-" + name + ".json")));
      DesiredGroup want = PoolFixture.ofGolden(golden).desired();
      ArrayNode upstream = Json.MAPPER.createArrayNode();
      golden.path("output").path("requests").forEach(each -> upstream.add(each.path("body")));
      upstream.remove(2); // the pointer of the group to its template, which it has already

      var differences = new TreeMap<String, String>();
      compare("", upstream, requests(want), differences);

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

  private static ArrayNode requests(DesiredGroup want) {
    var marks =
        new TemplateMarks(
            want.marks(), want.name(), want.template().fingerprint(), Optional.empty());
    var group = new GroupStep.CreateGroup(want, want.template().name(marks), want.replicas(), "");
    ArrayNode requests = Json.MAPPER.createArrayNode();
    return requests.add(want.template().request(marks)).add(group.request());
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
    } else if (!text(upstream).equals(text(here))) {
      differences.put(at, "upstream %s, here %s".formatted(text(upstream), text(here)));
    }
  }

  private static String text(JsonNode value) {
    return value.isMissingNode()
        ? "nothing"
        : value
            .toString()
            .replaceAll("h1:[0-9a-f:]+", "<fingerprint>")
            .replaceAll("-[0-9a-f]{16}\"", "-<hash16>\"")
            .replaceAll("\"[0-9a-f]{56}\"", "\"<base32-sha256>\"");
  }
}
