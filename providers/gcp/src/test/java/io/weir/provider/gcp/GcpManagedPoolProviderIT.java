package io.weir.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.conditions.Condition;
import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.gcp.nodepool.DesiredNodePool;
import io.weir.provider.gcp.nodepool.ObservedNodePool;
import io.weir.provider.kit.CalledActions;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestReconciler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The provider on a simulated GKE. */
class GcpManagedPoolProviderIT {
  private final GkeUnderTest gke = new GkeUnderTest();
  private TestReconciler<DesiredNodePool, ObservedNodePool> reconciler = new TestReconciler<>(gke);
  private final PoolObjects pool = gke.pool("workers", 2);

  @AfterEach
  void close() {
    gke.close();
  }

  /** Passes until nothing is to be done any more. */
  private ProviderReport settle() throws Exception {
    ProviderReport report = reconciler.converge(pool);
    for (int pass = 0; pass < 12; pass++) {
      gke.completePendingWork();
      report = reconciler.converge(pool);
    }
    return report;
  }

  private static List<String> members(ProviderReport report) {
    return report.spec().path("providerIDList").valueStream().map(JsonNode::asText).toList();
  }

  private static String message(ProviderReport report, String type) {
    return report.conditions().stream()
        .filter(each -> each.type().equals(type))
        .map(Condition::message)
        .findFirst()
        .orElse("");
  }

  @Test
  void everyRequestAndEveryAnswerIsAsTheDiscoveryDocumentsSay() throws Exception {
    try (var proxy = new RecordingProxy(gke.cloud.address())) {
      gke.reachBy(proxy.address());
      reconciler = new TestReconciler<>(gke);
      pool.poolTree()
          .withObject("/spec")
          .setAll(
              PoolFixture.yaml(
                  """
                  instanceType: e2-standard-4
                  diskSizeGB: 50
                  diskType: pd-balanced
                  localSsdCount: 1
                  maxPodsPerNode: 32
                  spot: true
                  management: {autoRepair: true, autoUpgrade: true}
                  nodeNetwork: {tags: [web], createPodRange: true, podRangeName: pods, podRangeCidrBlock: 10.0.0.0/20}
                  nodeSecurity:
                    serviceAccount: {email: nodes@p.iam.gserviceaccount.com, scopes: [s]}
                    sandboxType: GVISOR
                    enableSecureBoot: true
                  """));
      ProviderReport _ = settle();
      pool.machinePoolTree().withObject("/spec/template/spec").put("version", "v1.34.1");
      pool.poolTree()
          .withObject("/spec")
          .setAll(
              PoolFixture.yaml(
                  """
                  kubernetesLabels: {a: b}
                  kubernetesTaints: [{key: t, value: v, effect: NoSchedule}]
                  nodeNetwork: {}
                  additionalLabels: {team: x}
                  imageType: COS_CONTAINERD
                  linuxNodeConfig: {cgroupMode: 2, sysctls: [{parameter: net.core.somaxconn, value: "9"}]}
                  management: {autoUpgrade: true}
                  nodeLocations: [europe-west1-b, europe-west1-c]
                  """));
      pool.setReplicas(4);
      assertThat(members(settle())).hasSize(4);
      assertThat(gke.setUpstreamMarks(pool)).isTrue();
      pool.annotate(Map.of("weir.io/adopt", Optional.of("true")));
      pool.poolTree().withObject("/spec/scaling").put("minCount", 0).put("maxCount", 6);
      ProviderReport last = settle();
      assertThat(message(last, "SpecApplied")).isEmpty();
      for (int pass = 0; pass < 3; pass++) {
        boolean _ = reconciler.delete(pool);
        gke.completePendingWork();
      }
      assertThat(reconciler.delete(pool)).isTrue();

      var documents = List.of(DiscoveryDocument.container(), DiscoveryDocument.compute());
      var problems = new TreeSet<String>();
      proxy
          .exchanges()
          .forEach(each -> problems.addAll(DiscoveryDocument.problems(documents, each)));
      assertThat(problems).isEmpty();
      assertThat(new TreeSet<>(gke.cloud.actions).stream().filter(each -> each.startsWith("cont")))
          .containsExactlyElementsOf(
              CalledActions.of("gcp").actions().stream()
                  .filter(each -> each.startsWith("cont"))
                  .toList());
    }
  }

  @Test
  void anotherOperationOnTheNodePoolIsWaitedFor() throws Exception {
    ProviderReport _ = settle();
    Observation<ObservedNodePool> before = reconciler.observe(pool);
    pool.setReplicas(3);
    List<PlanStep> steps =
        reconciler.plan(pool, new PoolIntent.Converge<>(reconciler.desired(pool)), before);
    gke.cloud.edit("workers", shown -> shown.put("status", "RECONCILING"));

    Throwable refused =
        catchThrowable(
            () -> {
              var _ =
                  reconciler
                      .provider()
                      .apply(reconciler.scope(pool), steps.getFirst(), before, "key");
            });
    int writes = gke.writeCount();
    ProviderReport _ = reconciler.converge(pool);

    assertThat(refused).isInstanceOf(ProviderException.Busy.class);
    assertThat(gke.writeCount()).isEqualTo(writes);
    assertThat(members(settle())).hasSize(3);
  }

  @Test
  void aNodeThatGkeMakesAnewIsFollowed() throws Exception {
    List<String> before = members(settle());
    pool.poolTree().withObject("/spec").put("imageType", "UBUNTU_CONTAINERD");

    ProviderReport after = settle();

    assertThat(members(after)).hasSize(2).doesNotContainAnyElementsOf(before);
    assertThat(after.annotations()).isEqualTo(settle().annotations());
  }

  @Test
  void aNodePoolThatUpstreamLeftIsTakenByOneWriteAndNothingFollows() throws Exception {
    List<String> before = members(settle());
    assertThat(gke.setUpstreamMarks(pool)).isTrue();
    pool.annotate(Map.of("weir.io/adopt", Optional.of("true")));
    int writes = gke.writeCount();

    ProviderReport taken = settle();

    assertThat(members(taken)).isEqualTo(before);
    assertThat(gke.writeCount()).isEqualTo(writes + 1);
  }
}
