package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.conditions.Condition;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.KubeClient;
import io.weir.manager.harness.TestManager;
import io.weir.provider.ProviderReport;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReportWriterTest {

  private static final ProviderReport REPORT =
      ProviderReport.unknown(List.of(Condition.ofTrue("Ready")))
          .withoutConditions(Set.of("Former"));

  @Test
  void aConditionThatDoesNotApplyIsRemovedOnceAndNoOtherIs() throws Exception {
    try (MemoryApiServer server = TestManager.inMemory();
        KubeCluster management =
            TestClusters.connect(server, TestClusters.account("weir"), WatchSettings.defaults())) {
      KubeClient kube = management.client();
      ApiObject pool = poolWith(kube, "Theirs", "Former", "Unmentioned", "Ready");
      var reports = new ReportWriter(new FakeBootstrapDataProvider(), kube, Clock.systemUTC());

      reports.write(pool, Optional.empty(), REPORT);
      ApiObject after = stored(kube, pool);
      reports.write(after, Optional.empty(), REPORT);

      assertThat(after.at("/status/conditions").findValuesAsText("type"))
          .containsExactly("Theirs", "Unmentioned", "Ready");
      assertThat(stored(kube, pool).resourceVersion()).isEqualTo(after.resourceVersion());
    }
  }

  private static ApiObject poolWith(KubeClient kube, String... types) {
    ApiObject made =
        kube.create(
            TestObjects.parse(
                """
                {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSMachinePool",
                 "metadata": {"namespace": "default", "name": "workers"},
                 "spec": {"minSize": 1, "maxSize": 3, "awsLaunchTemplate": {}}}
                """));
    return kube.editStatus(
        made,
        status -> {
          for (String type : types) {
            ObjectNode _ =
                status
                    .withArray("/conditions")
                    .addObject()
                    .put("type", type)
                    .put("status", "True")
                    .put("lastTransitionTime", "2026-01-01T00:00:00Z");
          }
        });
  }

  private static ApiObject stored(KubeClient kube, ApiObject pool) {
    return kube.get(pool.groupKind(), pool.key()).orElseThrow();
  }
}
