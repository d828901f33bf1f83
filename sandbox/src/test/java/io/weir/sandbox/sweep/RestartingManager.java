package io.weir.sandbox.sweep;

import io.weir.controlplane.StartRecorder;
import io.weir.manager.EmbeddedManager;
import io.weir.manager.EmbeddedManager.Hooks;
import java.util.List;

/**
 * A manager within this process that is started again when it has lost its lease, as a cluster does
 * with one that ends: on a slow machine an API server may be away for longer than a leader's
 * deadline.
 */
final class RestartingManager implements AutoCloseable {

  private final List<String> arguments;
  private final Hooks hooks;
  private EmbeddedManager run;
  private boolean closed;

  private RestartingManager(List<String> arguments, Hooks hooks) {
    this.arguments = arguments;
    this.hooks =
        new Hooks(
            hooks.requestListener(),
            hooks.callGate(),
            // Not from the thread that tells of it, which is the manager's own.
            () -> Thread.ofVirtual().name("manager-restart").start(this::restart));
  }

  /** Starts one. */
  static RestartingManager start(List<String> arguments, Hooks hooks) {
    var restartingManager = new RestartingManager(arguments, hooks);
    restartingManager.begin();
    return restartingManager;
  }

  private synchronized void begin() {
    StartRecorder.record("manager");
    run = EmbeddedManager.start(arguments, hooks);
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
