package io.weir.kernel;

import static io.weir.kernel.TestApiServer.WIDGET;
import static io.weir.kernel.TestApiServer.widget;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.ObjectCache.Filling;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.Propagation;
import io.weir.kernel.work.Controller;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ControllersOnApiServerIT {

  private final String account = TestApiServer.newAccount();
  private String namespace = "";
  private KubeCluster cluster;

  @BeforeEach
  void connect() throws Exception {
    namespace = TestApiServer.plane().createNamespace("controllers-");
    cluster = TestApiServer.connect(account, WatchSettings.defaults().in(namespace));
  }

  @AfterEach
  void disconnect() {
    cluster.close();
  }

  private static Passes<Optional<ApiObject>> passesOn(ObjectCache cache) {
    return new Passes<>(cache::get);
  }

  private static Controller watching(ObjectCache cache, Passes<?> passes) {
    Controller controller =
        Controller.named("test").quiet(Duration.ZERO).watch(cache).build(passes);
    controller.start();
    return controller;
  }

  private static boolean named(Optional<ApiObject> seen, String name) {
    return seen.filter(object -> object.name().equals(name)).isPresent();
  }

  private static boolean same(ApiObject one, ApiObject other) {
    return one.resourceVersion().equals(other.resourceVersion());
  }

  private ApiObject edited(ApiObject base, Consumer<ObjectNode> edit) {
    return cluster.client().edit(base, edit);
  }

  @Nested
  class Waking {

    private static String owner(String namespace) {
      return """
      {"apiVersion": "v1", "kind": "ConfigMap",
       "metadata": {"name": "owner", "namespace": "%s"}}
      """
          .formatted(namespace);
    }

    static Stream<BiConsumer<ObjectNode, ApiObject>> edits() {
      return Stream.of(
          (metadata, owner) -> metadata.withObject("/annotations").put("a", "b"),
          (metadata, owner) -> metadata.withObject("/labels").put("a", "b"),
          (metadata, owner) ->
              metadata
                  .putArray("ownerReferences")
                  .addObject()
                  .put("apiVersion", "v1")
                  .put("kind", "ConfigMap")
                  .put("name", owner.name())
                  .put("uid", owner.uid()));
    }

    @ParameterizedTest
    @MethodSource("edits")
    void anEditOfMetadataWakes(BiConsumer<ObjectNode, ApiObject> edit) throws Exception {
      var passes = passesOn(cluster.cache(WIDGET));
      TestApiServer.plane().apply(owner(namespace));
      try (var _ = watching(cluster.cache(WIDGET), passes);
          var other = TestApiServer.connect(TestApiServer.newAccount())) {
        assertThat(other.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();
        ApiObject owner =
            other
                .client()
                .get(BuiltIns.CONFIG_MAP, new ObjectKey(namespace, "owner"))
                .orElseThrow();
        ApiObject created = other.client().create(widget(namespace, "w"));
        passes.await(seen -> named(seen, "w"));

        ApiObject changed =
            other.client().edit(created, tree -> edit.accept(tree.withObject("/metadata"), owner));

        passes.await(seen -> seen.filter(object -> same(object, changed)).isPresent());
      }
    }

    @Test
    void aRemovalWakes() throws Exception {
      var passes = passesOn(cluster.cache(WIDGET));
      try (var _ = watching(cluster.cache(WIDGET), passes)) {
        assertThat(cluster.cache(WIDGET).awaitSynced(Duration.ofMinutes(1))).isTrue();
        ApiObject created = cluster.client().create(widget(namespace, "w"));
        passes.await(seen -> named(seen, "w"));

        cluster.client().delete(created, Propagation.BACKGROUND);

        passes.await(Optional::isEmpty);
      }
    }
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
      var kindPasses = new Passes<>(key -> cluster.kinds().find(GADGET));
      Controller both = Controller.named("both").watch(widgets).needs(gadgets).build(widgetPasses);
      try (both;
          var _ = watching(gadgets, gadgetPasses);
          var _ = watching(crds, kindPasses)) {
        both.start();
        assertThat(cluster.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();
        assertThat(gadgets.filling()).isEqualTo(Filling.ABSENT);
        ApiObject _ = cluster.client().create(widget(namespace, "w"));
        widgetPasses.await(seen -> named(seen, "w"));

        for (String name : List.of("first", "second")) {
          TestApiServer.install(TestApiServer.plane(), TestApiServer.crd("Gadget", "gadgetry"));
          apply(TestApiServer.object("Gadget", namespace, name).toString());
          gadgetPasses.await(seen -> named(seen, name));
          kindPasses.await(Optional::isPresent);
          kindPasses.clear();

          String _ =
              TestApiServer.plane().kubectl("delete", "crd", "gadgetry.test.weir.io").orThrow();
          gadgetPasses.await(Optional::isEmpty);
          kindPasses.await(Optional::isEmpty);
          gadgetPasses.clear();
          kindPasses.clear();
        }
      }
    }
  }

  /** A kind that was installed a moment ago may not be known everywhere in the server yet. */
  private static void apply(String object) throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (true) {
      try {
        TestApiServer.plane().apply(object);
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
      var passes = passesOn(widgets);
      try (var _ = watching(widgets, passes);
          var _ = watching(cluster.cache(WIDGET), passes);
          var _ = watching(cluster.cache(GroupKind.SECRET), passes)) {
        assertThat(cluster.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();
        ApiObject created = cluster.client().create(widget(namespace, "w"));
        passes.await(seen -> named(seen, "w"));
        ApiObject same = cluster.client().edit(created, tree -> {});
        ApiObject _ = cluster.client().editStatus(same, status -> {});
      }

      for (String kind : List.of("customresourcedefinitions", "widgets", "secrets")) {
        awaitWatch(kind);
      }
      List<String> requests =
          TestApiServer.plane().auditLog().since(AuditLog.beginning()).stream()
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
              TestApiServer.plane()
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
      String reader = TestApiServer.newAccount();
      var pages =
          new WatchSettings(
              namespace, 4, Duration.ofSeconds(60), Duration.ofMillis(10), Duration.ofSeconds(1));

      try (var other = TestApiServer.connect(reader, pages)) {
        ObjectCache widgets = other.cache(WIDGET);
        assertThat(widgets.awaitSynced(Duration.ofMinutes(1))).isTrue();

        assertThat(widgets.list()).hasSize(10);
      }
    }

    @Test
    void thatWroteAreSeenInTheCacheAtOnce() throws Exception {
      ObjectCache widgets =
          cluster.cache(WIDGET).index("value", o -> Set.of("v" + TestApiServer.value(o)));
      assertThat(cluster.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();
      ApiObject last = cluster.client().create(widget(namespace, "w"));

      for (int i = 1; i <= 50; i++) {
        int value = i;
        last = edited(last, tree -> tree.withObject("/spec").put("value", value));

        assertThat(widgets.get(new ObjectKey(namespace, "w")).map(TestApiServer::value))
            .contains(value);
        assertThat(widgets.byIndex("value", "v" + value)).hasSize(1);
      }
    }
  }

  @Nested
  class ARestartOfTheApiServer {

    @Test
    void isSurvivedAndEditsMadeBeforeTheWatchIsBackAreSeen() throws Exception {
      ObjectCache widgets = cluster.cache(WIDGET);
      var passes = passesOn(widgets);
      try (var _ = watching(widgets, passes)) {
        assertThat(cluster.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();
        ApiObject kept = cluster.client().create(widget(namespace, "kept"));
        ApiObject _ = cluster.client().create(widget(namespace, "removed"));
        passes.await(seen -> named(seen, "removed"));
        passes.clear();

        TestApiServer.plane().killApiServer();
        TestApiServer.plane().startApiServer();
        ApiObject _ = edited(kept, tree -> tree.withObject("/spec").put("value", 7));
        String _ =
            TestApiServer.plane().kubectl("delete", "widget", "removed", "-n", namespace).orThrow();
        ApiObject _ = cluster.client().create(widget(namespace, "new"));

        passes.await(seen -> named(seen, "kept"));
        passes.await(seen -> named(seen, "new"));
        passes.await(Optional::isEmpty);
        assertThat(widgets.list())
            .extracting(ApiObject::name)
            .containsExactlyInAnyOrder("kept", "new");
      }
    }
  }

  private static String text(AuditRecord request) {
    return request.verb() + " " + request.kind().resource();
  }
}
