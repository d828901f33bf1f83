package io.weir.kernel.work;

import io.weir.api.ObjectKey;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Wakes a controller that is built after those who wake it. What they tell before is kept until it
 * is bound. Safe for all threads.
 */
public final class DeferredWaker implements Consumer<ObjectKey> {

  private final CompletableFuture<Controller> controller = new CompletableFuture<>();

  /** Takes the controller to wake from now on, and gives it back. */
  public Controller bind(Controller built) {
    controller.complete(built);
    return built;
  }

  /** Brings the key a pass after that time. */
  public void acceptAfter(ObjectKey key, Duration delay) {
    var _ = controller.thenAccept(built -> built.enqueueAfter(key, delay));
  }

  /** Brings the key a pass soon. */
  @Override
  public void accept(ObjectKey key) {
    var _ = controller.thenAccept(built -> built.enqueue(key));
  }
}
