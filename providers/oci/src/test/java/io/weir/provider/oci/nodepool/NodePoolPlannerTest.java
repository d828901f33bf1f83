package io.weir.provider.oci.nodepool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.CreationStep;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ResolveResult;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class NodePoolPlannerTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final NodePoolFixture pool = NodePoolFixture.of("update-none");

  NodePoolPlannerTest() throws IOException {}

  private ObjectNode spec() {
    return pool.pool.withObject("/spec");
  }

  private ObjectNode seen() {
    return pool.seen;
  }

  private String plan() {
    return String.join("\n", pool.plan().stream().map(NodePoolPlannerTest::line).toList());
  }

  private static String line(PlanStep step) {
    String ends = step.endsInstances() == 0 ? "" : " (ends %d)".formatted(step.endsInstances());
    String fields = step instanceof NodePoolStep.UpdateNodePool update ? " " + update.fields() : "";
    return step.description() + ": " + step.reason() + ends + fields;
  }

  private static JsonNode json(String text) throws IOException {
    return Json.MAPPER.readTree(text);
  }

  private void nodes(String... states) {
    var list = seen().putArray("nodes");
    for (int i = 0; i < states.length; i++) {
      list.addObject()
          .put("id", "ocid1.instance.oc1..n" + i)
          .put("lifecycleState", states[i])
          .put("kubernetesVersion", "v1.29.1");
    }
  }

  @Nested
  class Creation {
    @Test
    void aRepetitionIsKnownByTheSameToken() throws Exception {
      NodePoolFixture fresh = NodePoolFixture.of("plain");
      var first = (NodePoolStep.CreateNodePool) fresh.plan().getFirst();
      fresh.notes = first.annotationsBefore(ProviderAnnotations.NONE, NOON);

      var second = (NodePoolStep.CreateNodePool) fresh.plan().getFirst();

      assertThat(second.retryToken()).isEqualTo(first.retryToken()).hasSizeLessThanOrEqualTo(64);
    }

    @Test
    void anotherBodyHasAnotherToken() throws Exception {
      NodePoolFixture fresh = NodePoolFixture.of("plain");
      var first = (NodePoolStep.CreateNodePool) fresh.plan().getFirst();
      fresh.notes = first.annotationsBefore(ProviderAnnotations.NONE, NOON);
      fresh.pool.withObject("/spec").put("nodeShape", "VM.Standard2.4");

      var second = (NodePoolStep.CreateNodePool) fresh.plan().getFirst();

      assertThat(second.retryToken()).isNotEqualTo(first.retryToken());
    }

    @Test
    void anAnsweredCreationIsNotAnsweredAgain() throws Exception {
      NodePoolFixture fresh = NodePoolFixture.of("plain");
      PlanStep first = fresh.plan().getFirst();
      ProviderAnnotations before = first.annotationsBefore(ProviderAnnotations.NONE, NOON);

      ProviderAnnotations after = first.annotationsAfterSuccess(before);

      assertThat(after.entries())
          .containsOnlyKeys(CreationStep.CREATING_SINCE, NodePoolNotes.IMAGE);
    }

    @Test
    void theImageIsNotedAndStays() throws Exception {
      NodePoolFixture fresh = NodePoolFixture.of("plain");
      PlanStep first = fresh.plan().getFirst();
      assertThat(first.annotationsBefore(ProviderAnnotations.NONE, NOON).get(NodePoolNotes.IMAGE))
          .contains("v1.30.1 x86 ocid1.image.oc1..x86-1301-new");

      fresh
          .pool
          .withObject("/metadata/annotations")
          .put(NodePoolNotes.IMAGE, "v1.30.1 x86 ocid1.image.oc1..older");

      assertThat(fresh.desired().settings().at("/nodeSourceDetails/imageId").asText())
          .isEqualTo("ocid1.image.oc1..older");
    }

    @Test
    void aShapeGetsAnImageOfItsArchitecture() throws Exception {
      NodePoolFixture fresh = NodePoolFixture.of("plain");
      fresh.pool.withObject("/spec").put("nodeShape", "VM.Standard.A1.Flex");
      assertThat(fresh.desired().settings().at("/nodeSourceDetails/imageId").asText())
          .isEqualTo("ocid1.image.oc1..arm-1301");
      fresh.pool.withObject("/spec").put("nodeShape", "VM.GPU.A10.1");
      assertThat(fresh.desired().settings().at("/nodeSourceDetails/imageId").asText())
          .isEqualTo("ocid1.image.oc1..gpu-1301");
    }

    @Test
    void aVersionWithoutImageIsToldWithTheRemedy() throws Exception {
      NodePoolFixture fresh = NodePoolFixture.of("plain");
      fresh.pool.withObject("/spec").put("version", "v1.30.10");

      assertThat(fresh.resolve().blocker().orElseThrow())
          .hasMessageContaining("v1.30.10")
          .hasMessageContaining("spec.nodeSourceViaImage.imageId");
    }

    @Test
    void aNameThatTheClusterLacksIsToldWithTheField() throws Exception {
      NodePoolFixture fresh = NodePoolFixture.of("plain");
      fresh.pool.withObject("/spec/nodePoolNodeConfig").putArray("nsgNames").add("absent");

      assertThat(fresh.resolve().blocker().orElseThrow())
          .hasMessageContaining("spec.nodePoolNodeConfig.nsgNames")
          .hasMessageContaining("absent");
    }

    @Test
    void whatTheClusterLacksIsAskedOfTheCloud() throws Exception {
      NodePoolFixture fresh = NodePoolFixture.of("plain");
      fresh.cluster.withObject("/spec").remove("availabilityDomains");

      assertThat(fresh.resolve()).isInstanceOf(ResolveResult.NeedsQueries.class);
    }
  }

  @Nested
  class Size {
    @Test
    void growsAndShrinks() {
      pool.machinePool.withObject("/spec").put("replicas", 5);
      assertThat(plan())
          .isEqualTo("resize node pool pool-update-none: 5 nodes wanted, 3 asked for");
      pool.machinePool.withObject("/spec").put("replicas", 0);
      assertThat(plan())
          .isEqualTo("resize node pool pool-update-none: 0 nodes wanted, 3 asked for (ends 3)");
    }

    @Test
    void isLeftToAnAutoscalerAndPeopleAreTold() {
      pool.machinePool.withObject("/spec").put("replicas", 5);
      pool.machinePool
          .withObject("/metadata/annotations")
          .put("cluster.x-k8s.io/replicas-managed-by", "");

      assertThat(plan()).isEmpty();
      assertThat(pool.desired().remarks().getFirst())
          .contains("spec.replicas has no effect")
          .contains("remove the annotation");
    }

    @Test
    void chosenNodesGoAloneAndTheSizeFallsWithThem() {
      nodes("ACTIVE", "ACTIVE", "DELETING");
      pool.leave =
          List.of(
              new PoolIntent.Leave("ocid1.instance.oc1..n1", true, NOON),
              new PoolIntent.Leave("ocid1.instance.oc1..n2", true, NOON));

      assertThat(plan())
          .isEqualTo(
              "delete node ocid1.instance.oc1..n1 of node pool pool-update-none: fewer nodes are"
                  + " wanted (ends 1)");
    }
  }

  @Nested
  class Change {
    @Test
    void isSentAloneWithoutCycling() {
      spec().put("sshPublicKey", "k2").putArray("initialNodeLabels").addObject().put("key", "a");

      assertThat(plan())
          .isEqualTo(
              "update node pool pool-update-none: initialNodeLabels, sshPublicKey differ from what"
                  + " is asked for"
                  + " {\"sshPublicKey\":\"k2\",\"initialNodeLabels\":[{\"key\":\"a\",\"value\":\"\"}]}");
    }

    @Test
    void saysThatNodesAreReplacedWithCycling() throws Exception {
      spec().put("sshPublicKey", "k2");
      spec().set("nodePoolCyclingDetails", json("{\"isNodeCyclingEnabled\": true}"));

      assertThat(plan())
          .isEqualTo(
              "update node pool pool-update-none: nodePoolCyclingDetails, sshPublicKey differ from"
                  + " what is asked for (ends 3)"
                  + " {\"sshPublicKey\":\"k2\",\"nodePoolCyclingDetails\":{\"isNodeCyclingEnabled\":true}}");
    }

    @Test
    void ofPlacementFollowsInAnUpdateOfItsOwn() throws Exception {
      spec().put("sshPublicKey", "k2");
      spec().set("nodePoolCyclingDetails", json("{\"isNodeCyclingEnabled\": true}"));
      ((ObjectNode) spec().at("/nodePoolNodeConfig/placementConfigs/0"))
          .put("subnetName", "worker-2");

      PlanStep first = pool.plan().getFirst();
      pool.settle(first);

      assertThat(line(first)).doesNotContain("placementConfigs");
      assertThat(plan())
          .isEqualTo(
              "update node pool pool-update-none: placementConfigs differ from what is asked for"
                  + " (ends 3)"
                  + " {\"nodeConfigDetails\":{\"placementConfigs\":[{\"availabilityDomain\":\"abcd:REGION-AD-1\",\"subnetId\":\"ocid1.subnet.oc1..worker2\",\"faultDomains\":[\"FAULT-DOMAIN-1\"]}]}}");
      pool.settle(pool.plan().getFirst());
      assertThat(plan()).isEmpty();
    }

    @Test
    void waitsWhileARollIsHeld() throws Exception {
      spec().put("sshPublicKey", "k2");
      spec().set("nodePoolCyclingDetails", json("{\"isNodeCyclingEnabled\": true}"));
      pool.roll = PoolIntent.Roll.HOLD;

      assertThat(plan()).doesNotContain("sshPublicKey");
    }

    @Test
    void ofTheVersionWaitsForTheCluster() {
      spec().put("version", "v1.31.1");

      assertThat(plan()).isEmpty();
      pool.oke = new OkeCluster("ocid1.cluster.oc1..k", "ACTIVE", "v1.31.1");
      assertThat(plan()).contains("\"kubernetesVersion\":\"v1.31.1\"");
    }

    @Test
    void waitsUntilTheNodePoolIsSettledUnlessItLacksNodes() {
      spec().put("sshPublicKey", "k2");
      seen().put("lifecycleState", "UPDATING");
      nodes("ACTIVE", "CREATING");
      assertThat(plan()).isEmpty();

      ((ObjectNode) seen().path("nodes").path(1))
          .putObject("nodeError")
          .put("message", "Out of host capacity.");
      assertThat(plan()).contains("k2");
    }

    @Test
    void whatOkeFillsInIsNone() throws Exception {
      seen().set("nodeShapeConfig", json("{\"ocpus\": 1.0, \"memoryInGBs\": 15.0}"));
      seen()
          .set(
              "nodeEvictionNodePoolSettings",
              json(
                  "{\"evictionGraceDuration\": \"PT1H\", \"isForceDeleteAfterGraceDuration\":"
                      + " false}"));
      spec().set("nodeShapeConfig", json("{\"ocpus\": \"1\"}"));
      spec().set("nodeEvictionNodePoolSettings", json("{\"evictionGraceDuration\": \"PT60M\"}"));
      seen().withObject("/definedTags/Oracle-Tags").put("CreatedBy", "somebody");

      assertThat(plan()).isEmpty();
    }

    @Test
    void ofTagsKeepsThoseOfOthers() {
      pool.cluster.withObject("/spec/freeformTags").put("team", "web");
      seen().withObject("/freeformTags").put("other", "stays");

      assertThat(plan()).contains("\"other\":\"stays\"").contains("\"team\":\"web\"");
    }

    @Test
    void ofWhatOkeOffersReplacesNothing() throws Exception {
      spec().remove("nodeSourceViaImage");

      assertThat(plan()).isEmpty();
      assertThat(pool.desired().noteOf(NodePool.of(pool.seen, "")))
          .contains("v1.29.1 x86 ocid1.image.oc1..own");
    }
  }

  @Nested
  class Ownership {
    @Test
    void whatUpstreamMadeIsMarkedFirstWhenItIsToBeTakenOver() {
      seen().withObject("/freeformTags").remove(List.of("weir-management-cluster", "weir-pool"));
      spec().put("sshPublicKey", "k2");

      assertThat(plan()).isEmpty();
      assertThat(
              pool.now()
                  .observation()
                  .ownershipConflict(pool.now().pool(), pool.notes)
                  .orElseThrow())
          .contains("was made by Cluster API's own provider")
          .contains("weir.io/adopt=true");
    }

    @Test
    void deletionEndsOnlyWhatIsMarked() {
      nodes("ACTIVE", "ACTIVE", "ACTIVE");
      assertThat(pool.plan(new PoolIntent.Delete<>(false)).stream().map(NodePoolPlannerTest::line))
          .containsExactly(
              "delete node pool pool-update-none: its object is being deleted (ends 3)");
      seen().set("freeformTags", Json.MAPPER.valueToTree(Map.of("weir-pool", "another")));
      assertThat(pool.plan(new PoolIntent.Delete<>(false))).isEmpty();
    }
  }

  @Test
  void nodesOfAnotherVersionAreOutdated() {
    nodes("ACTIVE");
    spec().put("version", "v1.30.1");
    var now = pool.now();
    var observed = now.observation().observedState().orElseThrow();

    assertThat(
            new NodePoolPlanner(now)
                .freshness(observed, pool.desired(), observed.instances().getFirst()))
        .isEqualTo(io.weir.provider.Freshness.OUTDATED);
    assertThat(Optional.of(observed.requestedSize())).isPresent();
  }
}
