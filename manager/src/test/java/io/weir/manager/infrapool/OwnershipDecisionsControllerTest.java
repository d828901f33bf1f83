package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.work.Controller;
import io.weir.manager.harness.TestManager;
import io.weir.manager.objects.ManagementCluster;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnershipDecisionsControllerTest {

  private static final GroupKind EVENT = new GroupKind("events.k8s.io", "Event");

  private final MemoryApiServer server = TestManager.inMemory();
  private final KubeCluster user;
  private final KubeCluster management;
  private final EventRecorder events;

  OwnershipDecisionsControllerTest() throws Exception {
    user = TestClusters.connect(server, TestClusters.account("user"), WatchSettings.defaults());
    management =
        TestClusters.connect(server, TestClusters.account("weir"), WatchSettings.defaults());
    events = new EventRecorder(management.client(), "weir", Clock.systemUTC());
  }

  @AfterEach
  void close() {
    events.close();
    management.close();
    user.close();
    server.close();
  }

  @Test
  void aLineThatCannotBeFollowedIsToldOnTheConfigMapOnceForEachChange() throws Exception {
    try (var managementCluster = new ManagementCluster(management, "weir-system", "");
        Controller controller = OwnershipDecisionsController.of(managementCluster, events)) {
      controller.start();
      ApiObject configMap = create("uid-1 team-a\\nuid-2");

      ApiObject event = awaitNote("'uid-2' is not the UID");
      assertThat(event.namespace()).isEqualTo("weir-system");
      assertThat(event.at("/type").asText()).isEqualTo("Warning");
      assertThat(event.at("/reason").asText()).isEqualTo("InvalidOwnershipDecision");
      assertThat(event.at("/regarding/kind").asText()).isEqualTo("ConfigMap");
      assertThat(event.at("/regarding/uid").asText()).isEqualTo(configMap.uid());

      ApiObject _ = edit(configMap, "adopt", "team-a/workers");
      ApiObject _ = awaitNote("'team-a/workers' is not a pool");
      assertThat(notes()).hasSize(2).noneMatch(note -> note.contains("uid-1"));
    }
  }

  @Test
  void administratorsAreToldWhereNothingOfItCounts() throws Exception {
    try (var managementCluster = new ManagementCluster(management, "weir-system", "weir-system");
        Controller controller = OwnershipDecisionsController.of(managementCluster, events)) {
      controller.start();
      ApiObject _ = create("uid-1 team-a");

      ApiObject _ = awaitNote("--lease-namespace");
      assertThat(managementCluster.ownershipDecisions().former()).isEmpty();
    }
  }

  private ApiObject create(String former) {
    return user.client()
        .create(
            TestObjects.parse(
                """
                {"apiVersion": "v1", "kind": "ConfigMap",
                 "metadata": {"namespace": "weir-system", "name": "weir-ownership"},
                 "data": {"former-management-clusters": "%s"}}
                """
                    .formatted(former)));
  }

  private ApiObject edit(ApiObject configMap, String key, String value) {
    return RetriedEdits.edit(
        user.client(), configMap, (ObjectNode tree) -> tree.withObject("/data").put(key, value));
  }

  private ApiObject awaitNote(String words) throws InterruptedException {
    return CacheWaits.awaitAny(
        user.cache(EVENT), event -> event.at("/note").asText().contains(words));
  }

  private List<String> notes() {
    return user.cache(EVENT).list().stream().map(event -> event.at("/note").asText()).toList();
  }
}
