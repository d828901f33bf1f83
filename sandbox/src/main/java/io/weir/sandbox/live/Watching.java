package io.weir.sandbox.live;

import io.weir.api.GroupKind;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.BuiltIns;
import io.weir.sandbox.Sandbox;
import java.util.List;
import java.util.function.Consumer;

/** Passes on what the API server's watches show. */
final class Watching implements AutoCloseable {
  private final List<Change.Subscription> subscriptions;

  private Watching(List<Change.Subscription> subscriptions) {
    this.subscriptions = subscriptions;
  }

  /** Begins; first come all objects that are there. The listener must not block. */
  static Watching begin(Sandbox sandbox, Consumer<Happening> listener) {
    var kube = sandbox.kube();
    return new Watching(
        List.of(
            kube.cache(GroupKind.MACHINE_POOL).subscribe(change -> listener.accept(pool(change))),
            kube.cache(BuiltIns.NODE).subscribe(change -> listener.accept(node(change))),
            kube.cache(BuiltIns.EVENT)
                .subscribe(
                    change -> {
                      if (!(change instanceof Change.Deleted)) {
                        listener.accept(new Happening.Event(change.object()));
                      }
                    })));
  }

  private static Happening pool(Change change) {
    PoolRow pool = PoolRow.of(change.object());
    return change instanceof Change.Deleted
        ? new Happening.PoolGone(pool)
        : new Happening.Pool(pool);
  }

  private static Happening node(Change change) {
    return change instanceof Change.Deleted
        ? new Happening.NodeGone(change.object().name())
        : new Happening.Node(NodeRow.of(change.object()));
  }

  @Override
  public void close() {
    subscriptions.forEach(Change.Subscription::close);
  }
}
