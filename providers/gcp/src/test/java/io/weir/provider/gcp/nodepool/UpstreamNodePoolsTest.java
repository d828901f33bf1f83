package io.weir.provider.gcp.nodepool;

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

  private static final Map<String, String> REASONS =
      Map.ofEntries(
          entry("/nodePool/config/labels/weir.io/management-cluster", MARK),
          entry("/nodePool/config/labels/weir.io/pool", MARK));

  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "spot-linux", "locations-autoscaling", "preemptible-noautoscale"})
  void aCreationMeansWhatThatOfUpstreamMeans(String name) throws IOException {
    NodePoolFixture pool = NodePoolFixture.of(name);

    var create = (NodePoolStep.CreateNodePool) pool.plan().getFirst();

    assertThat(unexplained(pool, create.body())).isEmpty();
  }

  @Test
  void anAutoscalerIsSetAsUpstreamSetsIt() throws IOException {
    NodePoolFixture pool = NodePoolFixture.of("update-autoscaling");

    var set = (NodePoolStep.SetAutoscaling) pool.plan().getFirst();

    assertThat(unexplained(pool, set.body())).isEmpty();
  }

  @Test
  void whatUpstreamLeavesAloneStaysAlone() throws IOException {
    assertThat(NodePoolFixture.of("update-none").plan()).isEmpty();
  }

  /** Upstream sends an empty configuration in each pass, for which GKE replaces nodes. */
  @Test
  void aConfigurationThatNobodyAsksForIsNotSent() throws IOException {
    NodePoolFixture pool = NodePoolFixture.of("update-linux-absent");

    assertThat(pool.golden.at("/output/requests/0/body").toString())
        .isEqualTo("{\"linuxNodeConfig\":{}}");
    assertThat(pool.plan()).isEmpty();
  }

  private static List<String> unexplained(NodePoolFixture pool, JsonNode ours) {
    var found = new ArrayList<String>();
    JsonNode upstream = pool.golden.path("output").path("requests").path(0).path("body");
    compare("", upstream, ours, found);
    found.removeIf(line -> REASONS.containsKey(line.substring(0, line.indexOf(':'))));
    return found;
  }

  private static void compare(String at, JsonNode upstream, JsonNode ours, List<String> found) {
    if (upstream instanceof ArrayNode && ours instanceof ArrayNode) {
      for (int i = 0; i < Math.max(upstream.size(), ours.size()); i++) {
        compare(at + "/" + i, upstream.path(i), ours.path(i), found);
      }
    } else if (upstream instanceof ObjectNode || ours instanceof ObjectNode) {
      var names = new TreeSet<String>();
      upstream.fieldNames().forEachRemaining(names::add);
      ours.fieldNames().forEachRemaining(names::add);
      names.forEach(name -> compare(at + "/" + name, upstream.path(name), ours.path(name), found));
    } else if (!upstream.equals(ours) && !(isNothing(upstream) && isNothing(ours))) {
      found.add("%s: upstream %s, here %s".formatted(at, upstream, ours));
    }
  }

  /** An absent field says what an empty or a false one says. */
  private static boolean isNothing(JsonNode value) {
    return value.isMissingNode()
        || (value.isContainerNode() && value.isEmpty())
        || (value.isBoolean() && !value.booleanValue());
  }
}
