package io.weir.manager;

import io.weir.kernel.kube.RequestListener;
import io.weir.kernel.work.PassListener;
import io.weir.provider.CallGate;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A manager inside a process that does more, such as a test's: the same as the process of its own,
 * but for what stands between it and the world.
 */
public final class EmbeddedManager implements AutoCloseable {

  private final Manager manager;

  private EmbeddedManager(Manager manager) {
    this.manager = manager;
  }

  /**
   * What stands between a manager and the world.
   *
   * @param requestListener is asked before and told after each request to any API server
   * @param passListener is told of each pass of each controller
   * @param callGate wraps the gate before each request to any cloud
   * @param onLeadershipLost is run when leadership was lost; the manager must be closed then
   */
  public record Hooks(
      RequestListener requestListener,
      PassListener passListener,
      UnaryOperator<CallGate> callGate,
      Runnable onLeadershipLost) {

    /** The same, and nobody is told of passes. */
    public Hooks(
        RequestListener requestListener,
        UnaryOperator<CallGate> callGate,
        Runnable onLeadershipLost) {
      this(requestListener, PassListener.NONE, callGate, onLeadershipLost);
    }

    /** Nothing stands between, and the end of leadership is heeded by nobody. */
    public static final Hooks NONE =
        new Hooks(RequestListener.NONE, UnaryOperator.identity(), () -> {});
  }

  /**
   * Starts one; it works as soon as it leads.
   *
   * @param arguments as on the command line
   * @throws IllegalArgumentException if one of them is wrong
   */
  public static EmbeddedManager start(List<String> arguments, Hooks hooks) {
    var manager = new Manager(Main.options(arguments), hooks);
    manager.start();
    return new EmbeddedManager(manager);
  }

  /**
   * Who it is among all managers: in its lease, its Events and, without the host where others are
   * asked, its user agent.
   */
  public String identity() {
    return manager.identity();
  }

  /** Ends all work, then gives the lease back. */
  @Override
  public void close() {
    manager.close();
  }
}
