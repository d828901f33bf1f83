package io.weir.sandbox.sweep;

import io.weir.manager.ManagerRun;
import io.weir.manager.ManagerRun.Hooks;
import java.util.List;

/**
 * A manager within this process that is started again when it has lost its lease, as a cluster does
 * with one that ends: on a slow machine an API server may be away for longer than a leader's
 * deadline.
 */
final class Attended implements AutoCloseable {

  private final List<String> arguments;
  private final Hooks hooks;
  private ManagerRun run;
  private boolean closed;

  private Attended(List<String> arguments, Hooks hooks) {
    this.arguments = arguments;
    this.hooks =
        new Hooks(
            hooks.requests(),
            hooks.calls(),
            // Not from the thread that tells of it, which is the manager's own.
            () -> Thread.ofVirtual().name("attendant").start(this::again));
  }

  /** Starts one. */
  static Attended start(List<String> arguments, Hooks hooks) {
    var attended = new Attended(arguments, hooks);
    attended.begin();
    return attended;
  }

  private synchronized void begin() {
    run = ManagerRun.start(arguments, hooks);
  }

  private synchronized void again() {
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
