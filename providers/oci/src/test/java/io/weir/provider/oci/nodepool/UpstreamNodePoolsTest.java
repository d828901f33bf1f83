package io.weir.provider.oci.nodepool;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of Cluster API's own provider for the same objects; what differs has a reason. */
class UpstreamNodePoolsTest {
  private static final String MARK = "upstream marks the cluster only, and this pool is meant";
  private static final String UNCHANGED = "OKE leaves alone what an update leaves out";

  private static final Map<String, String> REASONS =
      Map.ofEntries(
          entry("/freeformTags/weir-management-cluster", MARK),
          entry("/freeformTags/weir-pool", MARK),
          entry("/name", UNCHANGED),
          entry("/nodeShape", UNCHANGED),
          entry("/sshPublicKey", UNCHANGED),
          entry("/nodeSourceDetails", UNCHANGED),
          entry("/nodeConfigDetails", UNCHANGED));

  @ParameterizedTest
  @ValueSource(strings = {"plain", "gpu", "placement"})
  void aCreationMeansWhatThatOfUpstreamMeans(String name) throws IOException {
    NodePoolFixture pool = NodePoolFixture.of(name);

    var create = (NodePoolStep.CreateNodePool) pool.plan().getFirst();

    assertThat(unexplained(pool, create.fields(), "/freeformTags/")).isEmpty();
  }

  @Test
  void anUpdateMeansWhatThatOfUpstreamMeans() throws IOException {
    NodePoolFixture pool = NodePoolFixture.of("update-version");

    var update = (NodePoolStep.UpdateNodePool) pool.plan().getFirst();

    assertThat(unexplained(pool, update.fields(), "/")).isEmpty();
    assertThat(update.fields().toString())
        .isEqualTo(
            "{\"kubernetesVersion\":\"v1.30.1\",\"nodePoolCyclingDetails\":{\"isNodeCyclingEnabled\":true,\"maximumSurge\":\"1\",\"maximumUnavailable\":\"0\"}}");
  }

  @Test
  void whatUpstreamLeavesAloneStaysAlone() throws IOException {
    assertThat(NodePoolFixture.of("update-none").plan()).isEmpty();
  }

  private static List<String> unexplained(NodePoolFixture pool, JsonNode ours, String explained) {
    var found = new ArrayList<String>();
    JsonNode upstream = pool.golden.path("output").path("requests").path(0).path("body");
    compare("", upstream, ours, found);
    found.removeIf(
        line -> {
          String place = line.substring(0, line.indexOf(':'));
          return place.startsWith(explained) && REASONS.containsKey(place);
        });
    return found;
  }

  private static void compare(String at, JsonNode upstream, JsonNode ours, List<String> found) {
    if (upstream instanceof ObjectNode && ours instanceof ObjectNode) {
      var names = new TreeSet<String>();
      upstream.fieldNames().forEachRemaining(names::add);
      ours.fieldNames().forEachRemaining(names::add);
      names.forEach(name -> compare(at + "/" + name, upstream.path(name), ours.path(name), found));
    } else if (upstream instanceof ArrayNode && ours instanceof ArrayNode) {
      for (int i = 0; i < Math.max(upstream.size(), ours.size()); i++) {
        compare(at + "/" + i, upstream.path(i), ours.path(i), found);
      }
    } else if (!isSame(upstream, ours) && !(isNothing(upstream) && isNothing(ours))) {
      found.add("%s: upstream %s, here %s".formatted(at, upstream, ours));
    }
  }

  private static boolean isSame(JsonNode upstream, JsonNode ours) {
    return (upstream.isNumber() && ours.isNumber())
        ? upstream.decimalValue().compareTo(ours.decimalValue()) == 0
        : upstream.equals(ours);
  }

  /** An absent field says what an empty one says. */
  private static boolean isNothing(JsonNode value) {
    return value.isMissingNode()
        || (value.isContainerNode() && value.isEmpty())
        || (value.isTextual() && value.textValue().isEmpty());
  }
}
