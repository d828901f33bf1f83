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
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final EventWriter eventWriter;
  private final BlockingQueue<Optional<EventContent>> waiting = new ArrayBlockingQueue<>(QUEUED);
  private final AtomicLong dropped = new AtomicLong();
  private final Thread writer;
  private volatile boolean closing;

  /**
   * A recorder that begins to write at once.
   *
   * @param instance this process, as {@code reportingInstance}
   */
  public EventRecorder(KubeClient client, String instance, InstantSource clock) {
    this.eventWriter = new EventWriter(client, instance, clock);
    this.writer = Thread.ofVirtual().name("events").start(this::write);
  }

  /** Something happened as it should. */
  public void normal(ApiObject regarding, String reason, String action, String note) {
    offer(new EventContent(EventContent.Type.NORMAL, regarding, reason, action, note));
  }

  /** Something happened that people should look at. */
  public void warning(ApiObject regarding, String reason, String action, String note) {
    offer(new EventContent(EventContent.Type.WARNING, regarding, reason, action, note));
  }

  /** How many were not written: too many at once, or refused. */
  public long droppedCount() {
    return dropped.get();
  }

  /** Writes what is waiting, for two seconds at most, and ends. */
  @Override
  public void close() {
    closing = true;
    try {
      boolean asked =
          waiting.offer(Optional.empty(), CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      if (!asked || !writer.join(CLOSE_TIMEOUT)) {
        writer.interrupt();
      }
    } catch (InterruptedException hurried) {
      writer.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private void offer(EventContent what) {
    if (closing || !waiting.offer(Optional.of(what))) {
      long _ = dropped.incrementAndGet();
    }
  }

  private void write() {
    try {
      for (var next = waiting.take(); next.isPresent(); next = waiting.take()) {
        writeOne(next.get());
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeOne(EventContent what) {
    try {
      eventWriter.write(what);
    } catch (KubeException refused) {
      long _ = dropped.incrementAndGet();
      LOG.debug("dropped an event: {}", refused.getMessage());
    } catch (RuntimeException | Error fault) {
      long _ = dropped.incrementAndGet();
      LOG.error("dropped an event because of an internal error", fault);
    }
  }
}
