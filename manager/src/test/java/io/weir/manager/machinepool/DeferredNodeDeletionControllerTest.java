package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.cache.FakeCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.work.Requeue;
import io.weir.manager.workload.FakeWorkloadCluster;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that were left, while a pool of their namespace cannot be read. */
class DeferredNodeDeletionControllerTest {

  private static final ObjectKey CLUSTER = new ObjectKey("default", "c");

  private final MemoryApiServer management;
  private final MemoryApiServer workload;
  private final FakeCache clusters = cache(GroupKind.CLUSTER);
  private final FakeCache pools = cache(GroupKind.MACHINE_POOL);
  private final EventRecorder events;
  private final DeferredNodeDeletionController controller;

  DeferredNodeDeletionControllerTest() throws Exception {
    management = new MemoryApiServer().install(Crds.core());
    workload = new MemoryApiServer();
    management.feed(clusters);
    events = new EventRecorder(management.client(), "test", Clock.systemUTC());
    controller =
        new DeferredNodeDeletionController(
            clusters.cache(),
            pools.cache(),
            (_, _) -> List.of(),
            FakeWorkloadCluster.of(workload, "cluster-uid"),
            management.client(),
            events);
  }

  private static FakeCache cache(GroupKind kind) {
    return new FakeCache(kind, ObjectSelector.everything());
  }

  @BeforeEach
  void leaveANode() {
    ApiObject node =
        workload
            .client()
            .create(
                TestObjects.parse(
                    """
                    {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "left"},
                     "spec": {"providerID": "aws:///a/i-1"}}
                    """));
    ObjectNode cluster = TestObjects.cluster(CLUSTER.namespace(), CLUSTER.name());
    MetadataEdits.setAnnotation(cluster, MetadataKeys.LEFT_NODES, "left=" + node.uid());
    ApiObject _ = management.client().create(cluster);
  }

  @AfterEach
  void close() {
    events.close();
    workload.close();
    management.close();
  }

  @Test
  void stayWhileThePoolMayBeTheirsAndGoWhenItCanBeReadAndIsNot() {
    var unread = new ObjectKey("default", "poisoned");
    pools.putUnreadable(unread);

    assertThat(controller.reconcile(CLUSTER))
        .isInstanceOfSatisfying(
            Requeue.CustomBackoff.class, next -> assertThat(next.toString()).contains("poisoned"));
    assertThat(workload.storedObjects("nodes")).hasSize(1);

    pools.put(new ApiObject(TestObjects.pool("default", "c", "poisoned")));
    assertThat(controller.reconcile(CLUSTER)).isEqualTo(Requeue.done());
    assertThat(workload.storedObjects("nodes")).isEmpty();
  }

  @Test
  void goWhateverCannotBeReadInAnotherNamespace() {
    pools.putUnreadable(new ObjectKey("of-others", "poisoned"));

    assertThat(controller.reconcile(CLUSTER)).isEqualTo(Requeue.done());
    assertThat(workload.storedObjects("nodes")).isEmpty();
  }
}
