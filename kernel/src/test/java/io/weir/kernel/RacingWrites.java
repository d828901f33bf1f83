package io.weir.kernel;

import static io.weir.kernel.harness.Widgets.WIDGET;
import static io.weir.kernel.harness.Widgets.value;
import static io.weir.kernel.harness.Widgets.widget;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.Requeue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Edits of users that race with our reports. */
abstract class RacingWrites {

  private static final int OBJECTS = 10;

  private final int edits;

  private final Map<ObjectKey, LinkedBlockingQueue<Integer>> seen = new ConcurrentHashMap<>();

  RacingWrites(int edits) {
    this.edits = edits;
  }

  /** The server, with the kind Widget. */
  abstract TestCluster server() throws Exception;

  /** A namespace that nothing else uses. */
  abstract String newNamespace() throws Exception;

  private KubeCluster connect(String account, String namespace) throws Exception {
    return TestClusters.connect(
        server(), TestClusters.account(account), WatchSettings.defaults().inNamespace(namespace));
  }

  /** Each edit is sent at the moment when the pass for the one before sends its status. */
  @Test
  void everySpecEditThatRacesWithOurStatusWriteIsSeen() throws Exception {
    String namespace = newNamespace();
    try (var ours = connect("ours", namespace);
        var theirs = connect("theirs", namespace);
        var controller = controller(ours);
        var editors = Executors.newVirtualThreadPerTaskExecutor()) {
      controller.start();
      assertThat(ours.informers().awaitSynced(Duration.ofMinutes(1))).isTrue();

      List<Future<Integer>> last =
          IntStream.range(0, OBJECTS)
              .mapToObj(i -> editors.submit(() -> edit(theirs, namespace, "w" + i)))
              .toList();

      for (Future<Integer> seenLast : last) {
        assertThat(seenLast.get()).isEqualTo(edits);
      }
    }
  }

  private Controller controller(KubeCluster cluster) {
    ObjectCache widgets = cluster.cache(WIDGET);
    return Controller.named("racing")
        .workers(OBJECTS)
        .debounce(Duration.ZERO)
        .watch(widgets)
        .build(
            key -> {
              widgets.get(key).ifPresent(widget -> report(cluster, widget));
              return Requeue.done();
            });
  }

  private void report(KubeCluster cluster, ApiObject widget) {
    int value = value(widget);
    if (widget.status().path("seen").asInt(-1) != value) {
      seen(widget.key()).add(value);
      ApiObject _ = cluster.client().editStatus(widget, status -> status.put("seen", value));
    }
  }

  private LinkedBlockingQueue<Integer> seen(ObjectKey key) {
    return seen.computeIfAbsent(key, any -> new LinkedBlockingQueue<>());
  }

  private int edit(KubeCluster cluster, String namespace, String name) throws Exception {
    ApiObject object = cluster.client().create(widget(namespace, name));
    for (int i = 1; i <= edits; i++) {
      await(object.key(), i - 1);
      object = editTo(cluster, object, i);
    }
    return await(object.key(), edits);
  }

  private static ApiObject editTo(KubeCluster cluster, ApiObject object, int value) {
    ApiObject base = object;
    while (true) {
      try {
        return cluster.client().edit(base, tree -> tree.withObject("/spec").put("value", value));
      } catch (KubeException.Conflict statusCameFirst) {
        base = cluster.client().get(WIDGET, object.key()).orElseThrow();
      }
    }
  }

  private int await(ObjectKey key, int value) throws InterruptedException {
    Integer next = -1;
    while (next != null && next < value) {
      next = seen(key).poll(60, TimeUnit.SECONDS);
    }
    assertThat(next).as("%s at edit %d", key, value).isNotNull();
    return next;
  }
}
