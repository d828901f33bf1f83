package io.weir.provider.oci.instancepool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.PlanStep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests of Cluster API's own provider for the same objects. Ours have two tags more, which say
 * whose a pool is, and a third on configurations, which says what they were made from; names of
 * configurations have another digest; and the subnet of the instances is that of their placement,
 * which would win otherwise.
 */
class UpstreamInstancePoolsTest {

  @ParameterizedTest
  @ValueSource(strings = {"plain", "options", "vnic-ids", "platform-milan-bm"})
  void aCreationMeansWhatThatOfUpstreamMeans(String name) throws IOException {
    InstancePoolFixture pool = InstancePoolFixture.of(name);
    ObjectNode upstream =
        pool.golden.path("output").path("requests").path(0).path("body").deepCopy();
    if (name.equals("options")) {
      // Oracle Cloud refuses it for every pool, and so does Weir.
      pool.pool.withObject("/spec/instanceConfiguration").remove("dedicatedVmHostId");
      upstream.withObject("/instanceDetails/launchDetails").remove("dedicatedVmHostId");
    }

    var configuration = (InstancePoolStep.CreateInstanceConfiguration) pool.plan().getFirst();
    pool.create(configuration, "ocid1.instanceconfiguration.oc1..ic");
    var create = (InstancePoolStep.CreateInstancePool) pool.plan().getFirst();

    assertThat(differences(upstream, configuration.fields())).isEmpty();
    assertThat(
            differences(
                pool.golden.path("output").path("requests").path(1).path("body"), create.fields()))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"update-shape", "update-bootstrap"})
  void aChangeMeansWhatThatOfUpstreamMeans(String name) throws IOException {
    InstancePoolFixture pool = InstancePoolFixture.of(name);

    var configuration = (InstancePoolStep.CreateInstanceConfiguration) pool.plan().getFirst();
    pool.create(configuration, "ocid1.instanceconfiguration.oc1..ic");
    List<PlanStep> steps = pool.plan();

    assertThat(
            differences(
                pool.golden.path("output").path("requests").path(0).path("body"),
                configuration.fields()))
        .isEmpty();
    assertThat(((InstancePoolStep.UpdateInstancePool) steps.getFirst()).fields().toString())
        .isEqualTo("{\"instanceConfigurationId\":\"ocid1.instanceconfiguration.oc1..ic\"}");
    // The old one goes when the pool does not use it any more; upstream tries before.
    assertThat(steps).hasSize(1);
  }

  @Test
  void whatOracleCloudFillsInMakesNoNewConfiguration() throws IOException {
    InstancePoolFixture pool = InstancePoolFixture.of("update-shape");
    pool.pool.withObject("/spec/instanceConfiguration/shapeConfig").put("ocpus", "1");

    assertThat(pool.plan()).isEmpty();
  }

  private static List<String> differences(JsonNode upstream, JsonNode ours) {
    var found = new ArrayList<String>();
    compare("", upstream, ours, found);
    found.removeIf(
        line ->
            line.startsWith("/freeformTags/weir-")
                || line.startsWith("/displayName")
                || line.matches("/placementConfigurations/\\d/primarySubnetId: .*own.*"));
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
    } else if (!isSame(upstream, ours)) {
      found.add("%s: upstream %s, here %s".formatted(at, upstream, ours));
    }
  }

  private static boolean isSame(JsonNode upstream, JsonNode ours) {
    return (upstream.isNumber() && ours.isNumber())
        ? upstream.decimalValue().compareTo(ours.decimalValue()) == 0
        : upstream.equals(ours);
  }
}
