package io.weir.clouds;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries events of instances to listeners, away from the locks of the cloud. Events of one
 * instance keep their order; those of different instances wait for nothing.
 */
public final class InstanceEventDispatcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceEventDispatcher.class);

  private final List<InstanceListener> listeners = new CopyOnWriteArrayList<>();
  private final Map<String, CompletableFuture<Void>> last = new ConcurrentHashMap<>();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("instance-", 0).factory());

  /** Tells the listener of everything from now on. */
  public void addListener(InstanceListener listener) {
    listeners.add(listener);
  }

  /** Passes on that an instance runs. */
  public void publishStarted(SimulatedInstance simulatedInstance) {
    for (InstanceListener listener : listeners) {
      enqueue(simulatedInstance.id(), () -> listener.started(simulatedInstance));
    }
  }

  /** Passes on that an instance is gone. */
  public void publishTerminated(SimulatedInstance simulatedInstance) {
    for (InstanceListener listener : listeners) {
      enqueue(simulatedInstance.id(), () -> listener.terminated(simulatedInstance));
    }
    last.remove(simulatedInstance.id());
  }

  /** Interrupts what still runs. */
  @Override
  public void close() {
    threads.shutdownNow();
  }

  private void enqueue(String id, Runnable event) {
    if (!threads.isShutdown()) {
      last.compute(
          id,
          (_, before) ->
              (before == null ? CompletableFuture.<Void>completedFuture(null) : before)
                  .thenRunAsync(() -> deliver(event), threads));
    }
  }

  private static void deliver(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException failure) {
      LOG.warn("a listener failed on an event of an instance", failure);
    }
  }
}
