package io.weir.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.conditions.Condition;
import io.weir.clouds.CloudFault;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.InstanceState;
import io.weir.provider.BootstrapData;
import io.weir.provider.Observation;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.gcp.group.DesiredGroup;
import io.weir.provider.gcp.group.ObservedGroup;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestReconciler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The provider on a simulated Compute Engine whose operations take their time. */
class GcpMachinePoolProviderIT {
  private static final String ZONAL = "[europe-west1-b]";
  private static final Duration OPERATION = Duration.ofSeconds(3);

  private GcpUnderTest cloud = new GcpUnderTest(ZONAL, OPERATION);
  private TestReconciler<DesiredGroup, ObservedGroup> reconciler = new TestReconciler<>(cloud);
  private PoolObjects pool = cloud.pool("workers", 2);

  @AfterEach
  void close() {
    cloud.close();
  }

  /** Passes as often as the manager makes them while something moves. */
  private ProviderReport converge(int passes) throws Exception {
    ProviderReport report = reconciler.converge(pool);
    for (int pass = 1; pass < passes; pass++) {
      cloud.time.advance(Duration.ofSeconds(15));
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

  private ObservedGroup seen() throws Exception {
    return ((Observation.Present<ObservedGroup>) reconciler.observe(pool)).state();
  }

  @Test
  void operationsAreFollowedAndNothingIsWrittenTwice() throws Exception {
    ProviderReport report = converge(8);

    assertThat(members(report)).hasSize(2).allMatch(id -> id.startsWith("gce://weir-demo/"));
    assertThat(cloud.cloud.journal().callCount("instanceTemplates.insert")).isOne();
    assertThat(cloud.cloud.journal().callCount("instanceGroupManagers.insert")).isOne();
    assertThat(cloud.writeCount()).isEqualTo(2);
  }

  @Test
  void theErrorOfAnOperationIsToldAndTriedAgain() throws Exception {
    cloud
        .cloud
        .faults()
        .add(CloudFault.of(Kind.FAILED_OPERATION).forAction("insertGroup").times(1));

    ProviderReport failed = converge(3);
    ProviderReport later = converge(12);

    assertThat(message(failed, "ManagedInstanceGroupReady")).contains("INTERNAL_ERROR");
    assertThat(members(later)).hasSize(2);
  }

  @Test
  void aMachineThatIsRepairedBootsWithTheTokenOfToday() throws Exception {
    ProviderReport _ = converge(8);
    String before = seen().members().getFirst().template();
    var data = "#cloud-config\n# 0ther0.0123456789abcdef";
    pool.setBootstrapData(
        new BootstrapData(
            "team/workers",
            "cloud-config",
            Base64.getEncoder().encodeToString(data.getBytes(StandardCharsets.UTF_8))));
    ProviderReport _ = converge(4);

    String victim = cloud.cloud.instances().getFirst().id();
    boolean killed = cloud.cloud.killInstance(victim);
    ProviderReport during = reconciler.converge(pool);
    ProviderReport _ = converge(10);

    assertThat(killed).isTrue();
    assertThat(members(during)).hasSize(1).doesNotContain("gce://" + victim);
    assertThat(seen().members())
        .anySatisfy(
            each -> {
              assertThat(victim).endsWith("/" + each.zone() + "/" + each.name());
              assertThat(each.template()).isNotEqualTo(before);
            });
    assertThat(cloud.cloud.launchData().values())
        .containsExactly(data.getBytes(StandardCharsets.UTF_8));
    assertThat(cloud.cloud.instances())
        .allMatch(each -> each.phase() == InstanceState.Phase.RUNNING);
  }

  @Test
  void aPoolOfUpstreamsThatRollsByItselfIsTakenOverAndKeepsItsMachines() throws Exception {
    ProviderReport made = converge(8);
    assertThat(cloud.setUpstreamMarks(pool)).isTrue();
    cloud.write(
        "instanceGroupManagers.patch",
        "PATCH",
        cloud.groupPath("workers"),
        PoolFixture.json("{\"instanceLifecyclePolicy\": {\"forceUpdateOnRepair\": \"NO\"}}"));
    pool.annotate(Map.of("weir.io/adopt", Optional.of("true")));

    ProviderReport taken = converge(10);

    assertThat(members(taken)).isEqualTo(members(made));
    assertThat(seen().updateType()).isEqualTo("OPPORTUNISTIC");
    assertThat(message(taken, "InstancesUpToDate")).isEmpty();
  }

  @Test
  void aZoneThatCannotBeReadIsNotTakenForEmpty() throws Exception {
    ProviderReport _ = converge(8);

    cloud.cloud.admin().setReachable("zones/us-central1-a", false);
    assertThat(seen().members()).hasSize(2);
    cloud.cloud.admin().setReachable("zones/europe-west1-b", false);

    assertThatThrownBy(() -> reconciler.observe(pool))
        .isInstanceOf(ProviderException.Transient.class)
        .hasMessageContaining("zones/europe-west1-b");
  }

  @Test
  void quotaAndLackOfCapacityAreToldWithTheRemedy() throws Exception {
    cloud.cloud.admin().setQuota(1);

    ProviderReport quota = converge(8);
    cloud.cloud.admin().setQuota(10);
    ProviderReport _ = converge(6);
    cloud.cloud.faults().add(CloudFault.of(Kind.NO_CAPACITY).forAction(cloud.cloud.launchAction()));
    pool.setReplicas(4);
    ProviderReport capacity = converge(8);

    assertThat(message(quota, "Ready"))
        .contains("1 of 2 machines", "QUOTA_EXCEEDED", "ask Google for more quota");
    assertThat(message(capacity, "Ready"))
        .contains("ZONE_RESOURCE_POOL_EXHAUSTED", "use another spec.instanceType");
    assertThat(members(capacity)).hasSize(2);
  }

  @Test
  void whatAnAutoscalerOfOthersSetsIsKept() throws Exception {
    pool.machinePoolTree()
        .withObject("/metadata/annotations")
        .put("cluster.x-k8s.io/replicas-managed-by", "autoscaler");
    ProviderReport _ = converge(8);
    cloud.write(
        "instanceGroupManagers.resize",
        "POST",
        cloud.groupPath("workers") + "/resize?size=5",
        null);

    ProviderReport report = converge(6);

    assertThat(report.replicas()).hasValue(5);
    assertThat(members(report)).hasSize(5);
  }

  @Test
  void everyRequestAndEveryAnswerIsAsTheDiscoveryDocumentSays() throws Exception {
    var problems = new TreeSet<String>();
    int methods = 0;
    for (String zones : List.of(ZONAL, "[]")) {
      cloud.close();
      cloud = new GcpUnderTest(zones, OPERATION);
      try (var proxy = new RecordingProxy(cloud.cloud.endpoint())) {
        cloud.reachBy(proxy.address());
        reconciler = new TestReconciler<>(cloud);
        pool = cloud.pool("workers", 2);
        ProviderReport _ = converge(8);
        pool.setReplicas(4);
        ProviderReport _ = converge(8);
        pool.poolTree().withObject("/spec").put("instanceType", "n2-standard-8");
        ProviderReport _ = converge(20);
        assertThat(cloud.setUpstreamMarks(pool)).isTrue();
        pool.annotate(Map.of("weir.io/adopt", Optional.of("true")));
        ProviderReport _ = converge(8);
        pool.setReplicas(1);
        ProviderReport _ = converge(8);
        for (int pass = 0; pass < 12 && !reconciler.delete(pool); pass++) {
          cloud.time.advance(Duration.ofMinutes(2));
        }
        var document = DiscoveryDocument.compute();
        var called = new ArrayList<String>();
        proxy
            .exchanges()
            .forEach(
                each -> {
                  problems.addAll(document.problems(each));
                  called.add(each.method() + " " + each.path().replaceAll("[^/]+$", ""));
                });
        methods += new TreeSet<>(called).size();
        assertThat(reconciler.delete(pool)).isTrue();
      }
    }

    assertThat(problems).isEmpty();
    assertThat(methods).isGreaterThan(15);
  }
}
