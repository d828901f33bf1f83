package io.weir.sandbox.cloud;

import static io.weir.kernel.harness.Widgets.WIDGET;
import static io.weir.kernel.harness.Widgets.widget;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.MemoryApiServer.Request;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.Widgets;
import io.weir.kernel.kube.PropagationPolicy;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForeignControllerTest {
  private static final String NAMESPACE = "default";

  private final MemoryApiServer server = new MemoryApiServer().install(List.of(Widgets.crd()));
  private KubeCluster cluster;

  ForeignControllerTest() throws IOException {}

  @BeforeEach
  void connect() throws Exception {
    cluster =
        TestClusters.connect(server, "foreign", WatchSettings.defaults().inNamespace(NAMESPACE));
  }

  @AfterEach
  void disconnect() {
    cluster.close();
    server.close();
  }

  @Test
  void anObjectIsCompletedAndToldOfThoughSomebodyElseWritesAtTheSameTime() throws Exception {
    var first = new AtomicBoolean(true);
    try (var _ =
        start(
            tree -> {
              if (first.getAndSet(false)) {
                label(tree.at("/metadata/name").asText());
              }
            })) {
      create("a");

      ApiObject complete = awaitReady("a");

      assertThat(complete.at("/spec/id").asText()).isEqualTo("id-of-a");
      assertThat(complete.at("/status/told").asText()).isEqualTo("id-of-a");
      assertThat(complete.labels()).containsEntry("touched", "yes");
    }
  }

  @Test
  void whatIsCompleteIsNotWrittenAgainWhateverElseChanges() throws Exception {
    try (var _ = start(_ -> {})) {
      create("a");
      ApiObject _ = awaitReady("a");

      label("a");

      // One thread takes all objects in turn.
      create("b");
      ApiObject _ = awaitReady("b");
      assertThat(patchesOf("a")).hasSize(3);
    }
  }

  @Test
  void whatIsBeingDeletedIsLeftAlone() throws Exception {
    ObjectNode held = widget(NAMESPACE, "a");
    held.withObject("/metadata").putArray("finalizers").add("test.weir.io/held");
    ApiObject created = server.client().create(held);
    server.client().delete(created, PropagationPolicy.BACKGROUND);

    try (var _ = start(_ -> {})) {
      create("b");
      ApiObject _ = awaitReady("b");
    }

    assertThat(patchesOf("a")).isEmpty();
  }

  private ForeignController start(Consumer<ObjectNode> meanwhile) {
    return ForeignController.start(
        cluster,
        List.of(
            new ForeignController.Role(
                WIDGET,
                tree -> {
                  meanwhile.accept(tree);
                  tree.withObject("/spec").put("id", "id-of-" + tree.at("/metadata/name").asText());
                },
                (complete, status) ->
                    status.put("ready", true).put("told", complete.at("/spec/id").asText()))));
  }

  private void create(String name) {
    ApiObject _ = server.client().create(widget(NAMESPACE, name));
  }

  private void label(String name) {
    ApiObject now = server.client().get(WIDGET, new ObjectKey(NAMESPACE, name)).orElseThrow();
    ApiObject _ =
        server
            .client()
            .edit(now, tree -> tree.withObject("/metadata/labels").put("touched", "yes"));
  }

  private ApiObject awaitReady(String name) throws Exception {
    var ready = new CompletableFuture<ApiObject>();
    try (Change.Subscription _ =
        cluster
            .cache(WIDGET)
            .subscribe(
                change -> {
                  ApiObject object = change.object();
                  if (object.name().equals(name) && object.at("/status/ready").asBoolean()) {
                    ready.complete(object);
                  }
                })) {
      return ready.get(60, TimeUnit.SECONDS);
    }
  }

  private List<Request> patchesOf(String name) {
    return server.requests().stream()
        .filter(request -> request.verb().equals("patch") && request.name().equals(name))
        .toList();
  }
}
