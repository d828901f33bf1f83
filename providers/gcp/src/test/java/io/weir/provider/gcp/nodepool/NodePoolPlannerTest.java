package io.weir.provider.gcp.nodepool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.gcp.PoolFixture;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node pool of three zones with a node in each, which is as its objects say. */
class NodePoolPlannerTest {
  private final NodePoolFixture pool = NodePoolFixture.of("update-none");

  NodePoolPlannerTest() throws IOException {}

  private void replicas(int count) {
    pool.machinePool.withObject("/spec").put("replicas", count);
  }

  private void spec(String yaml) {
    pool.spec().setAll(PoolFixture.yaml(yaml));
  }

  private void version(String version) {
    pool.machinePool.withObject("/spec/template/spec").put("version", version);
  }

  private void cluster(String version) {
    pool.gke = new GkeCluster(pool.gke.name(), "RUNNING", version, pool.gke.zones(), false);
  }

  private String plan() {
    return lines(pool.plan());
  }

  private static String lines(List<PlanStep> steps) {
    return steps.stream().map(NodePoolPlannerTest::line).collect(Collectors.joining("\n"));
  }

  private static String line(PlanStep step) {
    String ends = step.endsInstances() == 0 ? "" : " (ends %d)".formatted(step.endsInstances());
    String body =
        switch ((NodePoolStep) step) {
          case NodePoolStep.UpdateNodePool update -> " " + update.fields();
          case NodePoolStep.MarkNodePool mark -> " " + mark.body();
          case NodePoolStep.SetAutoscaling set -> " " + set.body();
          case NodePoolStep.SetManagement set -> " " + set.body();
          case NodePoolStep.ResizeNodePool resize -> " " + resize.body();
          case NodePoolStep.CreateNodePool _, NodePoolStep.DeleteNodePool _ -> "";
        };
    return step.description().replaceFirst(" node pool .*", "") + body + ends;
  }

  @Nested
  class Size {
    @Test
    void isSetForEachZone() {
      replicas(6);
      assertThat(plan()).isEqualTo("resize {\"nodeCount\":2}");
      replicas(0);
      assertThat(plan()).isEqualTo("resize {\"nodeCount\":0} (ends 3)");
    }

    @Test
    void thatCannotBeSpreadIsToldWithTheNearestAndNotSet() {
      replicas(4);

      assertThat(plan()).isEmpty();
      assertThat(pool.report(false).conditions().toString())
          .contains("4 nodes cannot be spread evenly over the 3 zones")
          .contains("set MachinePool spec.replicas to 3 or 6");
    }

    @Test
    void thatCannotBeSpreadMakesNoNodePool() {
      pool.seen = null;
      replicas(4);

      assertThat(plan()).isEmpty();
      assertThat(pool.report(false).conditions().toString())
          .contains("set MachinePool spec.replicas to 3 or 6");
    }

    @Test
    void followsTheZonesThatTheSpecNames() {
      replicas(2);
      spec("nodeLocations: [us-central1-a, us-central1-b]");

      assertThat(plan())
          .isEqualTo("update {\"locations\":[\"us-central1-a\",\"us-central1-b\"]} (ends 1)");
      assertThat(pool.report(false).conditions().toString()).doesNotContain("cannot be spread");
    }

    @Test
    void isLeftToAnAutoscalerOfOthersAndToldToTheMachinePool() {
      replicas(9);
      pool.machinePool
          .withObject("/metadata/annotations")
          .put("cluster.x-k8s.io/replicas-managed-by", "autoscaler");

      assertThat(plan()).isEmpty();
      assertThat(pool.report(false).replicas()).hasValue(3);
      assertThat(pool.report(false).conditions().toString()).contains("remove the annotation");
    }

    @Test
    void isLeftToGkesAutoscalerWhichStaysUnlessTheSpecSaysOtherwise() {
      replicas(9);
      pool.spec().remove("scaling");
      pool.seen().withObject("/autoscaling").put("enabled", true).put("totalMaxNodeCount", 1);

      assertThat(plan()).isEmpty();
      assertThat(pool.report(false).conditions().toString())
          .contains("GKE's autoscaler sizes the node pool");
      spec("scaling: {enableAutoscaling: false}");
      assertThat(plan()).isEqualTo("set autoscaling of {\"autoscaling\":{\"enabled\":false}}");
    }

    @Test
    void ofAnAutoscaledPoolBeginsWithAtLeastWhatIsAskedFor() {
      pool.seen = null;
      replicas(4);
      spec("scaling: {enableAutoscaling: true, maxCount: 9}");

      var create = (NodePoolStep.CreateNodePool) pool.plan().getFirst();

      assertThat(create.nodePool().path("initialNodeCount").asInt()).isEqualTo(2);
      assertThat(create.nodePool().path("autoscaling").path("totalMinNodeCount").asText())
          .isEqualTo("0");
    }
  }

  @Nested
  class Change {
    @Test
    void isSentFieldByFieldInPlaceFirstAndPlacesLast() {
      version("v1.31.1");
      cluster("1.31.1-gke.1");
      replicas(6);
      spec(
          """
          scaling: {enableAutoscaling: false}
          kubernetesLabels: {a: b}
          kubernetesTaints: [{key: t, value: v, effect: PreferNoSchedule}]
          nodeNetwork: {tags: [web]}
          additionalLabels: {team: x}
          imageType: UBUNTU_CONTAINERD
          linuxNodeConfig: {cgroupMode: 2, sysctls: [{parameter: net.core.somaxconn, value: "9"}]}
          management: {autoUpgrade: true}
          nodeLocations: [us-central1-a, us-central1-b]
          """);

      assertThat(plan())
          .isEqualTo(
              """
              update {"labels":{"labels":{"a":"b","weir.io/management-cluster":"mc-1","weir.io/pool":"GCPManagedMachinePool.team.workers"}}}
              update {"taints":{"taints":[{"key":"t","value":"v","effect":"PREFER_NO_SCHEDULE"}]}}
              update {"tags":{"tags":["web"]}} (ends 3)
              update {"resourceLabels":{"labels":{"team":"x","capg-cluster-default-w1":"owned"}}} (ends 3)
              update {"imageType":"UBUNTU_CONTAINERD"} (ends 3)
              update {"linuxNodeConfig":{"sysctls":{"net.core.somaxconn":"9"},"cgroupMode":"CGROUP_MODE_V2"}} (ends 3)
              resize {"nodeCount":2}
              set management of {"management":{"autoRepair":false,"autoUpgrade":true}}
              update {"nodeVersion":"1.31.1"} (ends 3)
              update {"locations":["us-central1-a","us-central1-b"]} (ends 1)\
              """);
      assertThat(pool.plan()).allMatch(PlanStep::endsPass).allMatch(PlanStep::canBeSkipped);
    }

    @Test
    void forWhichNodesAreReplacedWaitsWhileARollIsHeld() {
      version("v1.31.1");
      cluster("1.31.1-gke.1");
      spec("{imageType: UBUNTU_CONTAINERD, kubernetesLabels: {a: b}}");
      pool.roll = PoolIntent.Roll.HOLD;

      assertThat(pool.plan())
          .singleElement()
          .asString()
          .contains("\"labels\"")
          .doesNotContain("imageType");
    }

    @Test
    void ofWhatIsTakenBackEndsWhereItBegan() {
      pool.labels().put("a", "b");
      ObjectNode config = pool.seen().withObject("/config");
      config.putArray("taints").addObject().put("key", "t").put("effect", "NO_EXECUTE");
      config.putArray("tags").add("web");
      config.withObject("/linuxNodeConfig/sysctls").put("net.core.somaxconn", "9");

      assertThat(plan())
          .isEqualTo(
              """
              update {"labels":{"labels":{"weir.io/management-cluster":"mc-1","weir.io/pool":"GCPManagedMachinePool.team.workers"}}}
              update {"taints":{"taints":[]}}
              update {"tags":{"tags":[]}} (ends 3)
              update {"linuxNodeConfig":{}} (ends 3)\
              """);
    }

    @Test
    void isNoneWhereOnlyGkeHasAddedSomething() {
      pool.labels().put("sandbox.gke.io/runtime", "gvisor");
      ObjectNode config = pool.seen().withObject("/config");
      config.withObject("/resourceLabels").put("goog-gke-node-pool-provisioning-model", "spot");
      config
          .putArray("taints")
          .addObject()
          .put("key", "nvidia.com/gpu")
          .put("value", "present")
          .put("effect", "NO_SCHEDULE");
      config.put("machineType", "e2-medium").put("diskSizeGb", 100).put("imageType", "COS");
      config.withObject("/shieldedInstanceConfig").put("enableIntegrityMonitoring", true);
      config.withObject("/linuxNodeConfig").put("cgroupMode", "CGROUP_MODE_V2");
      pool.seen().withObject("/management").put("autoRepair", true).put("autoUpgrade", true);

      assertThat(plan()).isEmpty();
      spec("kubernetesLabels: {a: b}");
      assertThat(plan()).contains("\"sandbox.gke.io/runtime\":\"gvisor\"");
    }

    @Test
    void thatOnlyACreationMakesIsToldAndNotTried() {
      spec("{diskSizeGB: 50, maxPodsPerNode: 32, spot: true}");
      pool.seen().withObject("/config").put("diskSizeGb", 40);
      pool.seen().withObject("/maxPodsConstraint").put("maxPodsPerNode", "32");

      assertThat(plan()).isEmpty();
      assertThat(pool.report(false).conditions().toString())
          .contains("diskSizeGb, spot of pool")
          .contains("create another pool")
          .doesNotContain("maxPodsPerNode");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PROVISIONING", "RECONCILING", "STOPPING"})
    void waitsWhileGkeIsAtWork(String status) {
      spec("kubernetesLabels: {a: b}");
      pool.seen().put("status", status);

      assertThat(plan()).isEmpty();
      assertThat(pool.plan(new PoolIntent.Delete<>(false))).isEmpty();
    }

    @Test
    void waitsForTheEndOfAClusterThatTakesItsPoolsAlong() {
      replicas(6);
      pool.gke = new GkeCluster(pool.gke.name(), "STOPPING", "1.30.1", pool.gke.zones(), false);
      DesiredNodePool want = wanted();

      assertThat(pool.plan(new PoolIntent.Converge<>(want))).isEmpty();
      assertThat(pool.plan(new PoolIntent.Delete<>(false))).isEmpty();
    }

    /** What was resolved before the cluster went. */
    private DesiredNodePool wanted() {
      GkeCluster now = pool.gke;
      cluster("1.30.1");
      DesiredNodePool want = pool.desired();
      pool.gke = now;
      return want;
    }

    @ParameterizedTest
    @ValueSource(strings = {"RUNNING_WITH_ERROR", "ERROR"})
    void isTriedWhereItMayHeal(String status) {
      replicas(6);
      pool.seen().put("status", status);

      assertThat(plan()).isEqualTo("resize {\"nodeCount\":2}");
    }
  }

  @Nested
  class Version {
    @Test
    void waitsForTheCluster() {
      version("v1.31.1");

      assertThat(plan()).isEmpty();
      cluster("1.31.1-gke.5");
      assertThat(plan()).isEqualTo("update {\"nodeVersion\":\"1.31.1\"} (ends 3)");
    }

    @Test
    void isSentWithTheBuildThatPeopleAskFor() {
      version("v1.31.1-gke.5");
      cluster("1.31.1-gke.5");

      assertThat(plan()).isEqualTo("update {\"nodeVersion\":\"1.31.1-gke.5\"} (ends 3)");
    }

    @Test
    void thatGkeHasRaisedByItselfStays() {
      pool.seen().put("version", "1.30.4-gke.7");
      cluster("1.31.1-gke.5");

      assertThat(plan()).isEmpty();
      assertThat(pool.report(false).conditions().toString())
          .contains("set MachinePool spec.template.spec.version to v1.30.4");
    }
  }

  @Nested
  class Ownership {
    @Test
    void ofWhatUpstreamMadeIsAskedFor() {
      pool.labels().removeAll();
      spec("kubernetesLabels: {a: b}");

      assertThat(plan()).isEmpty();
      assertThat(pool.report(false).conditions().toString()).contains("weir.io/adopt=true");
    }

    @Test
    void ofWhatUpstreamMadeIsTakenByOneWriteThatKeepsItsLabels() {
      pool.labels().removeAll().put("a", "b");
      pool.seen().put("etag", "e1");
      spec("kubernetesLabels: {a: b}");
      pool.claim =
          new OwnershipClaim(
              NodePoolFixture.MARKS,
              "team",
              Set.of(),
              Set.of(),
              new OwnershipClaim.Adoption.Granted());

      assertThat(plan())
          .isEqualTo(
              "mark {\"labels\":{\"labels\":{\"a\":\"b\",\"weir.io/management-cluster\":\"mc-1\",\"weir.io/pool\":\"GCPManagedMachinePool.team.workers\"}}}");
      pool.mark();
      assertThat(plan()).isEmpty();
    }

    @Test
    void isAsCertainForNamesThatNoLabelHolds() {
      String long1 = "GCPManagedMachinePool/a-namespace-with-a-long-name/a-pool-with-a-long-name-1";
      ObjectNode labels = pool.labels();
      NodePoolMarks.put(labels, new PoolMarks("mc-1", long1));

      assertThat(labels.path("weir.io/pool").asText()).matches("[a-z0-9-]{1,63}");
      pool.claim = OwnershipClaim.byMarks(new PoolMarks("mc-1", long1), "a-namespace");
      assertThat(ownership()).isInstanceOf(io.weir.provider.Ownership.Ours.class);
      pool.claim =
          OwnershipClaim.byMarks(new PoolMarks("mc-1", long1.replace("-1", "-2")), "a-namespace");
      assertThat(ownership()).isInstanceOf(io.weir.provider.Ownership.Foreign.class);
    }

    private io.weir.provider.Ownership ownership() {
      var now = pool.now();
      return now.observation()
          .observedState()
          .orElseThrow()
          .ownerships(now.pool(), now.annotations())
          .getFirst();
    }

    @Test
    void decidesWhatIsDeleted() {
      assertThat(lines(pool.plan(new PoolIntent.Delete<>(false)))).isEqualTo("delete (ends 3)");
      pool.labels().put("weir.io/pool", "GCPManagedMachinePool.team.another");
      assertThat(pool.plan(new PoolIntent.Delete<>(false))).isEmpty();
    }
  }

  @Nested
  class Report {
    private String conditions(boolean deleting) {
      return pool.report(deleting).conditions().stream()
          .map(each -> "%s=%s/%s".formatted(each.type(), each.status(), each.reason()))
          .collect(Collectors.joining(" "));
    }

    @Test
    void hasTheConditionsOfUpstreamForEachStatus() {
      assertThat(conditions(false))
          .isEqualTo(
              "Ready=True/ GKEMachinePoolReady=True/"
                  + " GKEMachinePoolCreating=False/GKEMachinePoolCreated"
                  + " GKEMachinePoolUpdating=False/GKEMachinePoolUpdated SpecApplied=True/Applied"
                  + " InstancesUpToDate=True/UpToDate");
      pool.seen().put("status", "RECONCILING");
      assertThat(conditions(false)).contains("Ready=True/ ", "GKEMachinePoolUpdating=True/ ");
      pool.seen().put("status", "PROVISIONING");
      assertThat(conditions(false))
          .contains(
              "Ready=False/GKEMachinePoolCreating GKEMachinePoolReady=False/GKEMachinePoolCreating"
                  + " GKEMachinePoolCreating=True/");
      pool.seen().put("status", "STOPPING");
      assertThat(conditions(true))
          .contains(
              "Ready=False/GKEMachinePoolDeleting GKEMachinePoolReady=False/GKEMachinePoolDeleting",
              "GKEMachinePoolDeleting=True/");
    }

    @Test
    void tellsWhatFailsInGkesWordsWithTheRemedy() {
      pool.seen().put("status", "RUNNING_WITH_ERROR");
      pool.seen()
          .putArray("conditions")
          .addObject()
          .put("code", "GCE_STOCKOUT")
          .put("message", "The zone has no e2-medium.");

      assertThat(conditions(false)).contains("GKEMachinePoolReady=False/GKEMachinePoolError");
      assertThat(pool.report(false).conditions().toString())
          .contains("GCE_STOCKOUT: The zone has no e2-medium")
          .contains("spec.nodeLocations");
      assertThat(pool.report(false).status().path("ready").asBoolean()).isTrue();
    }

    @Test
    void namesTheNodesAndNoMachineKind() {
      assertThat(pool.report(false).spec().path("providerIDList").toString())
          .isEqualTo(
              "[\"gce://p/us-central1-a/n0\",\"gce://p/us-central1-b/n0\",\"gce://p/us-central1-c/n0\"]");
      assertThat(pool.report(false).status().toString())
          .isEqualTo("{\"ready\":true,\"replicas\":3,\"infrastructureMachineKind\":null}");
    }

    @Test
    void waitsForAClusterAndRefusesOneThatGoogleHasToItself() {
      pool.gke = new GkeCluster("default-w1", "PROVISIONING", "", List.of(), false);
      assertThat(pool.resolve().blocker().orElseThrow())
          .hasMessage("GKE cluster default-w1 is PROVISIONING");
      pool.gke = new GkeCluster("default-w1", "RUNNING", "1.30.1-gke.1", List.of(), true);
      assertThat(pool.resolve().blocker().orElseThrow()).hasMessageContaining("Autopilot");
    }
  }
}
