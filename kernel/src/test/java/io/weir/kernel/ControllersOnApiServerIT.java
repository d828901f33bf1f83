package io.weir.kernel;

import static io.weir.kernel.harness.Widgets.WIDGET;
import static io.weir.kernel.harness.Widgets.widget;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.ObjectCache.SyncState;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.Widgets;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.work.Controller;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@WithControlPlane
class ControllersOnApiServerIT {

  private final ControlPlane controlPlane;
  private final String account = TestClusters.account("controllers");
  private String namespace = "";
  private KubeCluster cluster;

  ControllersOnApiServerIT(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @BeforeAll
  static void install(ControlPlane controlPlane) throws Exception {
    TestClusters.install(controlPlane, List.of(Widgets.crd()));
  }

  @BeforeEach
  void connect() throws Exception {
    namespace = controlPlane.createNamespace("controllers-");
    cluster =
        TestClusters.connect(
            controlPlane, account, WatchSettings.defaults().inNamespace(namespace));
  }

  @AfterEach
  void disconnect() {
    cluster.close();
  }

  private static RecordingReconciler<Optional<ApiObject>> passesOn(ObjectCache cache) {
    return new RecordingReconciler<>(cache::get);
  }

  private static Controller watching(
      ObjectCache cache, RecordingReconciler<?> recordingReconciler) {
    Controller controller =
        Controller.named("test").debounce(Duration.ZERO).watch(cache).build(recordingReconciler);
    controller.start();
    return controller;
  }

  private static boolean named(Optional<ApiObject> seen, String name) {
    return seen.filter(object -> object.name().equals(name)).isPresent();
  }

  @Nested
  class KindsThatComeLate {

    private static final GroupKind GADGET = new GroupKind("test.weir.io", "Gadget");

    @Test
    void stopNothingWhileAbsentAndWorkOnceInstalledAndAgainAfterRemoval() throws Exception {
      ObjectCache gadgets = cluster.cache(GADGET);
      ObjectCache widgets = cluster.cache(WIDGET);
      var widgetPasses = passesOn(widgets);
      var gadgetPasses = passesOn(gadgets);
      ObjectCache crds = cluster.cache(GroupKind.CUSTOM_RESOURCE_DEFINITION);
      var kindPasses = new RecordingReconciler<>(key -> cluster.kinds().find(GADGET));
      Controller both = Controller.named("both").watch(widgets).needs(gadgets).build(widgetPasses);
      try (both;
          var _ = watching(gadgets, gadgetPasses);
          var _ = watching(crds, kindPasses)) {
        both.start();
        assertThat(cluster.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();
        assertThat(gadgets.syncState()).isEqualTo(SyncState.NOT_INSTALLED);
        ApiObject _ = cluster.client().create(widget(namespace, "w"));
        widgetPasses.await(seen -> named(seen, "w"));

        for (String name : List.of("first", "second")) {
          TestClusters.install(controlPlane, List.of(Widgets.crd("Gadget", "gadgetry")));
          apply(Widgets.object("Gadget", namespace, name).toString());
          gadgetPasses.await(seen -> named(seen, name));
          kindPasses.await(Optional::isPresent);
          kindPasses.clear();

          String _ = controlPlane.kubectl("delete", "crd", "gadgetry.test.weir.io").outputOrThrow();
          gadgetPasses.await(Optional::isEmpty);
          kindPasses.await(Optional::isEmpty);
          gadgetPasses.clear();
          kindPasses.clear();
        }
      }
    }
  }

  /** A kind that was installed a moment ago may not be known everywhere in the server yet. */
  private void apply(String object) throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (true) {
      try {
        controlPlane.apply(object);
        return;
      } catch (IOException early) {
        if (System.nanoTime() > end) {
          throw early;
        }
      }
    }
  }

  @Nested
  class Requests {

    @Test
    void areOneListAndOneWatchAKindHoweverManyAsk() throws Exception {
      ObjectCache widgets = cluster.cache(WIDGET);
      var recordingReconciler = passesOn(widgets);
      try (var _ = watching(widgets, recordingReconciler);
          var _ = watching(cluster.cache(WIDGET), recordingReconciler);
          var _ = watching(cluster.cache(GroupKind.SECRET), recordingReconciler)) {
        assertThat(cluster.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();
        ApiObject created = cluster.client().create(widget(namespace, "w"));
        recordingReconciler.await(seen -> named(seen, "w"));
        ApiObject same = cluster.client().edit(created, tree -> {});
        ApiObject _ = cluster.client().editStatus(same, status -> {});
      }

      for (String kind : List.of("customresourcedefinitions", "widgets", "secrets")) {
        awaitWatch(kind);
      }
      List<String> requests =
          controlPlane.auditLog().since(AuditLog.beginning()).stream()
              .filter(request -> request.user().equals(account))
              .map(ControllersOnApiServerIT::text)
              .toList();
      assertThat(requests)
          .containsExactlyInAnyOrder(
              "list customresourcedefinitions",
              "watch customresourcedefinitions",
              "list widgets",
              "watch widgets",
              "list secrets",
              "watch secrets",
              "create widgets");
    }

    /** A cache is full before its watch begins. */
    private void awaitWatch(String plural) throws Exception {
      assertThat(
              controlPlane
                  .auditLog()
                  .await(
                      AuditLog.beginning(),
                      request ->
                          request.user().equals(account)
                              && request.verb().equals("watch")
                              && request.resource().equals(plural),
                      Duration.ofMinutes(1)))
          .isPresent();
    }

    @Test
    void forManyObjectsComeInPages() throws Exception {
      assertThat(cluster.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();
      for (int i = 0; i < 10; i++) {
        ApiObject _ = cluster.client().create(widget(namespace, "w" + i));
      }
      var pages =
          new WatchSettings(
              namespace, 4, Duration.ofSeconds(60), Duration.ofMillis(10), Duration.ofSeconds(1));

      try (var other = TestClusters.connect(controlPlane, TestClusters.account("reader"), pages)) {
        ObjectCache widgets = other.cache(WIDGET);
        assertThat(widgets.awaitSynced(Duration.ofMinutes(1))).isTrue();

        assertThat(widgets.list()).hasSize(10);
      }
    }
  }

  /** Not of the default one, whose controllers need a while after that. */
  @Test
  void aRestartOfTheApiServerIsSurvivedAndEditsMadeBeforeTheWatchIsBackAreSeen(
      @NamedCluster("workload") ControlPlane restarted) throws Exception {
    TestClusters.install(restarted, List.of(Widgets.crd()));
    String there = restarted.createNamespace("restart-");
    try (KubeCluster connected =
        TestClusters.connect(restarted, account, WatchSettings.defaults().inNamespace(there))) {
      ObjectCache widgets = connected.cache(WIDGET);
      var recordingReconciler = passesOn(widgets);
      try (var _ = watching(widgets, recordingReconciler)) {
        assertThat(connected.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();
        ApiObject kept = connected.client().create(widget(there, "kept"));
        ApiObject removed = connected.client().create(widget(there, "removed"));
        recordingReconciler.await(seen -> named(seen, "removed"));
        recordingReconciler.clear();

        restarted.killApiServer();
        restarted.startApiServer();
        ApiObject _ = connected.client().edit(kept, tree -> Widgets.value(tree, 7));
        connected.client().delete(removed, PropagationPolicy.BACKGROUND);
        ApiObject _ = connected.client().create(widget(there, "new"));

        recordingReconciler.await(seen -> named(seen, "kept"));
        recordingReconciler.await(seen -> named(seen, "new"));
        recordingReconciler.await(Optional::isEmpty);
        assertThat(widgets.list())
            .extracting(ApiObject::name)
            .containsExactlyInAnyOrder("kept", "new");
      }
    }
  }

  private static String text(AuditRecord request) {
    return request.verb() + " " + request.resourceType().resource();
  }
}
