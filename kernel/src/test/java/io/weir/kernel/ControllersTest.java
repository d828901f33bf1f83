package io.weir.kernel;

import static io.weir.kernel.harness.Widgets.WIDGET;
import static io.weir.kernel.harness.Widgets.widget;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.Widgets;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.work.Controller;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Controllers before an API server in memory; {@link ControllersOnApiServerIT} has a real one. */
class ControllersTest {

  private static final String NAMESPACE = "default";

  private final MemoryApiServer server = new MemoryApiServer().install(List.of(Widgets.crd()));
  private KubeCluster cluster;

  ControllersTest() throws IOException {}

  @BeforeEach
  void connect() throws Exception {
    cluster = connected("controllers");
  }

  @AfterEach
  void disconnect() {
    cluster.close();
    server.close();
  }

  private KubeCluster connected(String account) throws Exception {
    return TestClusters.connect(server, account, WatchSettings.defaults().inNamespace(NAMESPACE));
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

  private static boolean same(ApiObject one, ApiObject other) {
    return one.resourceVersion().equals(other.resourceVersion());
  }

  @Nested
  class Waking {

    static Stream<BiConsumer<ObjectNode, ApiObject>> edits() {
      return Stream.of(
          (metadata, owner) -> metadata.withObject("/annotations").put("a", "b"),
          (metadata, owner) -> metadata.withObject("/labels").put("a", "b"),
          (metadata, owner) ->
              metadata
                  .putArray("ownerReferences")
                  .addObject()
                  .put("apiVersion", owner.apiVersion())
                  .put("kind", "Widget")
                  .put("name", owner.name())
                  .put("uid", owner.uid()));
    }

    @ParameterizedTest
    @MethodSource("edits")
    void anEditOfMetadataWakes(BiConsumer<ObjectNode, ApiObject> edit) throws Exception {
      var recordingReconciler = passesOn(cluster.cache(WIDGET));
      try (var _ = watching(cluster.cache(WIDGET), recordingReconciler);
          var other = connected("other")) {
        ApiObject owner = other.client().create(widget(NAMESPACE, "owner"));
        ApiObject created = other.client().create(widget(NAMESPACE, "w"));
        recordingReconciler.await(seen -> named(seen, "w"));

        ApiObject changed =
            other.client().edit(created, tree -> edit.accept(tree.withObject("/metadata"), owner));

        recordingReconciler.await(seen -> seen.filter(object -> same(object, changed)).isPresent());
      }
    }

    @Test
    void aRemovalWakes() throws Exception {
      var recordingReconciler = passesOn(cluster.cache(WIDGET));
      try (var _ = watching(cluster.cache(WIDGET), recordingReconciler)) {
        assertThat(cluster.cache(WIDGET).awaitSynced(Duration.ofMinutes(1))).isTrue();
        ApiObject created = cluster.client().create(widget(NAMESPACE, "w"));
        recordingReconciler.await(seen -> named(seen, "w"));

        cluster.client().delete(created, PropagationPolicy.BACKGROUND);

        recordingReconciler.await(Optional::isEmpty);
      }
    }
  }

  @Test
  void requestsThatWroteAreSeenInTheCacheAtOnce() throws Exception {
    ObjectCache widgets =
        cluster.cache(WIDGET).addIndex("value", o -> Set.of("v" + Widgets.value(o)));
    assertThat(cluster.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();
    ApiObject last = cluster.client().create(widget(NAMESPACE, "w"));

    for (int i = 1; i <= 50; i++) {
      int value = i;
      last = cluster.client().edit(last, tree -> Widgets.value(tree, value));

      assertThat(widgets.get(new ObjectKey(NAMESPACE, "w")).map(Widgets::value)).contains(value);
      assertThat(widgets.byIndex("value", "v" + value)).hasSize(1);
    }
  }
}
