package io.weir.manager.runtime.events;

import io.weir.api.ApiObject;
import io.weir.manager.runtime.kube.KubeClient;
import io.weir.manager.runtime.kube.KubeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
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
  private static final int REMEMBERED = 2000;
  private static final Duration BETWEEN_COUNTS = Duration.ofMinutes(5);
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private record Told(ApiObject event, int count, Instant writtenAt) {}

  private final KubeClient client;
  private final String instance;
  private final InstantSource clock;
  private final BlockingQueue<Happening> waiting = new ArrayBlockingQueue<>(QUEUED);
  private final AtomicLong dropped = new AtomicLong();
  private final Thread writer;
  private volatile boolean closing;

  /** The last Events by what they tell; only the writer touches them. */
  private final Map<Happening.Identity, Told> told =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Happening.Identity, Told> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * A recorder that begins to write at once.
   *
   * @param instance this process, as {@code reportingInstance}
   */
  public EventRecorder(KubeClient client, String instance, InstantSource clock) {
    this.client = client;
    this.instance = instance;
    this.clock = clock;
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
      if (!writer.join(FAREWELL)) {
        writer.interrupt();
      }
    } catch (InterruptedException hurried) {
      writer.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private void offer(Happening what) {
    if (closing || !waiting.offer(what)) {
      long _ = dropped.incrementAndGet();
    }
  }

  private void write() {
    try {
      while (!closing || !waiting.isEmpty()) {
        Happening next = waiting.poll(200, TimeUnit.MILLISECONDS);
        if (next != null) {
          tell(next);
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(Happening what) {
    Instant now = clock.instant();
    Told before = told.get(what.identity());
    try {
      if (before == null) {
        first(what, now);
      } else {
        again(what, before, now);
      }
    } catch (KubeException refused) {
      long _ = dropped.incrementAndGet();
      LOG.debug("an event is dropped: {}", refused.getMessage());
    }
  }

  private void first(Happening what, Instant now) {
    ApiObject event = client.create(EventTree.fresh(what, instance, now));
    told.put(what.identity(), new Told(event, 1, now));
  }

  private void again(Happening what, Told before, Instant now) {
    int count = before.count() + 1;
    if (before.writtenAt().plus(BETWEEN_COUNTS).isAfter(now)) {
      told.put(what.identity(), new Told(before.event(), count, before.writtenAt()));
      return;
    }
    try {
      ApiObject event = client.edit(before.event(), tree -> EventTree.again(tree, count, now));
      told.put(what.identity(), new Told(event, count, now));
    } catch (KubeException.NotFound expired) {
      first(what, now); // the API server keeps Events for an hour
    }
  }
}
