package io.weir.manager;

import io.weir.kernel.work.Controller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends controllers at the same time. */
final class ControllerShutdown {

  private static final Logger LOG = LoggerFactory.getLogger(ControllerShutdown.class);

  private ControllerShutdown() {}

  /**
   * Lets no more passes begin, waits for those under way, and interrupts them after the grace time.
   *
   * @return whether every pass ended by itself, so that nothing of it can take effect any more
   */
  static boolean stop(List<Controller> controllers, Duration grace) {
    boolean ended = true;
    try (var stopping = Executors.newVirtualThreadPerTaskExecutor()) {
      var stops = new ArrayList<Future<Boolean>>();
      for (Controller controller : controllers) {
        stops.add(stopping.submit(() -> stop(controller, grace)));
      }
      for (Future<Boolean> stop : stops) {
        ended &= stop.get();
      }
    } catch (ExecutionException fault) {
      LOG.error("a controller could not be stopped", fault);
      return false;
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return false;
    }
    return ended;
  }

  private static boolean stop(Controller controller, Duration grace) {
    boolean ended = controller.stop(grace);
    if (!ended) {
      LOG.warn(
          "{} still had work under way after {} s; the lease is left to run out",
          controller.name(),
          grace.toSeconds());
    }
    return ended;
  }
}
