package io.weir.kernel.events;

import io.weir.api.ApiObject;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes Kubernetes Events behind the controllers' backs: no call waits or fails. What happens
 * again is counted on the first Event, at most every five minutes; what does not fit in the queue,
 * or is refused, is dropped and counted.
 */
public final class EventRecorder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
  private static final int QUEUED = 1000;
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final EventTeller teller;
  private final BlockingQueue<Optional<Happening>> waiting = new ArrayBlockingQueue<>(QUEUED);
  private final AtomicLong dropped = new AtomicLong();
  private final Thread writer;
  private volatile boolean closing;

  /**
   * A recorder that begins to write at once.
   *
   * @param instance this process, as {@code reportingInstance}
   */
  public EventRecorder(KubeClient client, String instance, InstantSource clock) {
    this.teller = new EventTeller(client, instance, clock);
    this.writer = Thread.ofVirtual().name("events").start(this::write);
  }

  /** Something happened as it should. */
  public void normal(ApiObject regarding, String reason, String action, String note) {
    offer(new Happening(Happening.Severity.NORMAL, regarding, reason, action, note));
  }

  /** Something happened that people should look at. */
  public void warning(ApiObject regarding, String reason, String action, String note) {
    offer(new Happening(Happening.Severity.WARNING, regarding, reason, action, note));
  }

  /** How many were not written: too many at once, or refused. */
  public long dropped() {
    return dropped.get();
  }

  /** Writes what is waiting, for two seconds at most, and ends. */
  @Override
  public void close() {
    closing = true;
    try {
      boolean asked = waiting.offer(Optional.empty(), FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
      if (!asked || !writer.join(FAREWELL)) {
        writer.interrupt();
      }
    } catch (InterruptedException hurried) {
      writer.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private void offer(Happening what) {
    if (closing || !waiting.offer(Optional.of(what))) {
      long _ = dropped.incrementAndGet();
    }
  }

  private void write() {
    try {
      for (var next = waiting.take(); next.isPresent(); next = waiting.take()) {
        tell(next.get());
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(Happening what) {
    try {
      teller.tell(what);
    } catch (KubeException refused) {
      long _ = dropped.incrementAndGet();
      LOG.debug("dropped an event: {}", refused.getMessage());
    } catch (RuntimeException | Error fault) {
      long _ = dropped.incrementAndGet();
      LOG.error("dropped an event because of an internal error", fault);
    }
  }
}
