package io.weir.sandbox.live;

import io.weir.api.GroupKind;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.Sandbox;
import java.util.List;
import java.util.function.Consumer;

/** Passes on what the API server's watches show. */
final class ClusterWatches implements AutoCloseable {
  private final List<Change.Subscription> subscriptions;

  private ClusterWatches(List<Change.Subscription> subscriptions) {
    this.subscriptions = subscriptions;
  }

  /** Begins; first come all objects that are there. The listener must not block. */
  static ClusterWatches start(Sandbox sandbox, Consumer<ViewEvent> listener) {
    var kube = sandbox.kube();
    return new ClusterWatches(
        List.of(
            kube.cache(GroupKind.MACHINE_POOL).subscribe(change -> listener.accept(pool(change))),
            kube.cache(BuiltInKinds.NODE).subscribe(change -> listener.accept(node(change))),
            kube.cache(BuiltInKinds.EVENT)
                .subscribe(
                    change -> {
                      if (!(change instanceof Change.Deleted)) {
                        listener.accept(new ViewEvent.KubernetesEvent(change.object()));
                      }
                    })));
  }

  private static ViewEvent pool(Change change) {
    PoolRow pool = PoolRow.of(change.object());
    return change instanceof Change.Deleted
        ? new ViewEvent.PoolGone(pool)
        : new ViewEvent.PoolChanged(pool);
  }

  private static ViewEvent node(Change change) {
    return change instanceof Change.Deleted
        ? new ViewEvent.NodeGone(change.object().name())
        : new ViewEvent.NodeChanged(NodeRow.of(change.object()));
  }

  @Override
  public void close() {
    subscriptions.forEach(Change.Subscription::close);
  }
}
