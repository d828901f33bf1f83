package io.weir.sandbox.sweep;

import io.weir.controlplane.StartRecorder;
import io.weir.manager.EmbeddedManager;
import io.weir.manager.EmbeddedManager.Hooks;
import io.weir.sandbox.watchman.Watchman;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A manager within this process that is started again when it has lost its lease, as a cluster does
 * with one that ends: on a slow machine an API server may be away for longer than a leader's
 * deadline.
 */
final class RestartingManager implements AutoCloseable {

  private final List<String> arguments;
  private final Watchman watchman;
  private final Hooks hooks;
  private EmbeddedManager run;
  private boolean closed;

  private RestartingManager(List<String> arguments, Watchman watchman, Hooks hooks) {
    this.arguments = arguments;
    this.watchman = watchman;
    this.hooks = hooks;
  }

  /**
   * Starts one.
   *
   * @param lease which it seeks
   */
  static RestartingManager start(PoolLifecycleRun poolLifecycleRun, String lease, Hooks hooks) {
    return start(poolLifecycleRun, poolLifecycleRun.arguments(lease), hooks);
  }

  /** The same with arguments of its own. */
  static RestartingManager start(
      PoolLifecycleRun poolLifecycleRun, List<String> arguments, Hooks hooks) {
    return start(arguments, poolLifecycleRun.watchman(), hooks);
  }

  /** Starts one with these arguments, which a watchman follows. */
  static RestartingManager start(List<String> arguments, Watchman watchman, Hooks hooks) {
    var restartingManager = new RestartingManager(arguments, watchman, hooks);
    restartingManager.begin();
    return restartingManager;
  }

  private synchronized void begin() {
    StartRecorder.record("manager");
    var started = new CompletableFuture<EmbeddedManager>();
    run =
        EmbeddedManager.start(
            arguments,
            new Hooks(
                hooks.requestListener(),
                hooks.passListener(),
                gate ->
                    new ObservedCalls(
                        hooks.callGate().apply(gate), watchman, () -> started.join().identity()),
                // Not from the thread that tells of it, which is the manager's own.
                () -> Thread.ofVirtual().name("manager-restart").start(this::restart)));
    started.complete(run);
  }

  private synchronized void restart() {
    if (!closed) {
      run.close();
      begin();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    run.close();
  }
}
