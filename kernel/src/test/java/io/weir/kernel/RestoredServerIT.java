package io.weir.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.ControlPlaneOptions;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.BuildListener;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.election.LeaderElection;
import io.weir.kernel.election.LeaseSettings;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.Widgets;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.PropagationPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real API server whose etcd is restored from a backup while this process goes on. */
@Tag("explore")
class RestoredServerIT {

  @TempDir private Path directory;
  private ControlPlane controlPlane;
  private String namespace;
  private KubeCluster cluster;
  private ObjectCache widgets;

  @BeforeEach
  void start() throws Exception {
    controlPlane =
        ControlPlane.start(
            Binaries.findOrBuild(BuildListener.printingTo(System.err)),
            ControlPlaneOptions.inDirectory(directory.resolve("control-plane")));
    TestClusters.install(controlPlane, List.of(Widgets.crd()));
    namespace = controlPlane.createNamespace("restore-");
    cluster =
        TestClusters.connect(
            controlPlane, "looker", WatchSettings.defaults().inNamespace(namespace));
    widgets = cluster.cache(Widgets.WIDGET);
    assertThat(widgets.awaitSynced(Duration.ofMinutes(1))).isTrue();
  }

  @AfterEach
  void stop() {
    cluster.close();
    controlPlane.close();
  }

  private ObjectKey key(String name) {
    return new ObjectKey(namespace, name);
  }

  private ApiObject create(String name) {
    return cluster.client().create(Widgets.widget(namespace, name));
  }

  /**
   * More than a server writes by itself while it starts: one that has caught up with the version of
   * before looks as if it had never been restored, but for its leases.
   */
  private void outrunServersOwnWrites() {
    for (int i = 0; i < 500; i++) {
      ApiObject _ = create("ghost-" + i);
    }
  }

  @Test
  void whatCameAfterTheBackupIsForgottenAndWhatComesAfterTheRestoreIsSeen() throws Exception {
    ApiObject changed = create("changed");
    ApiObject deleted = create("deleted");
    try (var election = new Standby(holdLease())) {
      controlPlane.backUpStore(directory.resolve("backup"));
      ApiObject _ = create("ghost");
      ApiObject _ = cluster.client().edit(changed, tree -> Widgets.value(tree, 7));
      outrunServersOwnWrites();
      cluster.client().delete(deleted, PropagationPolicy.BACKGROUND);
      CacheWaits.awaitGone(widgets, key("deleted"));
      ApiObject _ = CacheWaits.awaitObject(widgets, key("changed"), one -> Widgets.value(one) == 7);
      renewLease();
      election.awaitLook();

      controlPlane.restoreStore(directory.resolve("backup"));

      CacheWaits.awaitGone(widgets, key("ghost"));
      ApiObject _ = CacheWaits.awaitObject(widgets, key("deleted"), _ -> true);
      ApiObject old =
          CacheWaits.awaitObject(widgets, key("changed"), one -> Widgets.value(one) == 0);
      assertThat(widgets.awaitSynced(Duration.ofMinutes(1))).isTrue();
      assertThat(widgets.list())
          .extracting(ApiObject::name)
          .containsExactlyInAnyOrder("changed", "deleted");
      ApiObject _ = cluster.client().edit(old, tree -> Widgets.value(tree, 8));
      assertThat(widgets.get(key("changed")).map(Widgets::value)).contains(8);
      String _ =
          controlPlane
              .kubectl(
                  "patch",
                  "widgets.test.weir.io",
                  "deleted",
                  "-n",
                  namespace,
                  "--type=merge",
                  "-p",
                  "{\"spec\":{\"value\":9}}")
              .outputOrThrow();
      ApiObject _ = CacheWaits.awaitObject(widgets, key("deleted"), one -> Widgets.value(one) == 9);
      assertThat(election.wentBack.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  /** A Lease that somebody else holds for longer than this test takes. */
  private ObjectKey holdLease() {
    ObjectKey lease = key("weir");
    ObjectNode tree =
        Json.MAPPER
            .createObjectNode()
            .put("apiVersion", "coordination.k8s.io/v1")
            .put("kind", "Lease");
    tree.withObject("/metadata").put("namespace", lease.namespace()).put("name", lease.name());
    tree.withObject("/spec").put("holderIdentity", "other").put("leaseDurationSeconds", 3600);
    ApiObject _ = cluster.client().create(tree);
    return lease;
  }

  private void renewLease() {
    ApiObject lease = cluster.client().get(BuiltInKinds.LEASE, key("weir")).orElseThrow();
    ApiObject _ = cluster.client().edit(lease, RestoredServerIT::renew);
  }

  private static void renew(ObjectNode lease) {
    lease.withObject("/spec").put("leaseTransitions", 1);
  }

  /** A process that waits for the lease. */
  private final class Standby implements LeaderElection.Callbacks, AutoCloseable {
    private final CountDownLatch wentBack = new CountDownLatch(1);
    private final KubeCluster own;
    private final LeaderElection election;

    Standby(ObjectKey lease) throws InterruptedException {
      own = TestClusters.connect(controlPlane, "standby", WatchSettings.defaults());
      election = new LeaderElection(own.client(), LeaseSettings.defaults(lease, "standby"), this);
      election.start();
    }

    /** Waits until it has read the lease twice more, so that it knows it as it is now. */
    void awaitLook() throws Exception {
      var mark = controlPlane.auditLog().mark();
      for (int i = 0; i < 2; i++) {
        assertThat(
                controlPlane
                    .auditLog()
                    .await(
                        mark,
                        request -> request.user().equals("standby") && request.verb().equals("get"),
                        Duration.ofMinutes(1)))
            .isPresent();
        mark = controlPlane.auditLog().mark();
      }
    }

    @Override
    public void onStartedLeading(LeaderElection.Acquisition acquisition) {}

    @Override
    public void onStoppedLeading() {}

    @Override
    public void onHistoryWentBack() {
      wentBack.countDown();
    }

    @Override
    public void close() {
      election.close();
      own.close();
    }
  }
}
