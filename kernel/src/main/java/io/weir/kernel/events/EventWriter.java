package io.weir.kernel.events;

import io.weir.api.ApiObject;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Turns happenings into Events: new ones, or a count on one that tells the same. One thread. */
final class EventWriter {

  private static final int REMEMBERED = 2000;
  private static final Duration BETWEEN_COUNTS = Duration.ofMinutes(5);

  private record WrittenEvent(ApiObject event, int count, Instant writtenAt) {}

  private final KubeClient client;
  private final String instance;
  private final InstantSource clock;
  private long serial;
  private final Map<EventContent.SeriesKey, WrittenEvent> written =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(
            Map.Entry<EventContent.SeriesKey, WrittenEvent> eldest) {
          return size() > REMEMBERED;
        }
      };

  EventWriter(KubeClient client, String instance, InstantSource clock) {
    this.client = client;
    this.instance = instance;
    this.clock = clock;
  }

  /**
   * Writes what is new and counts what is not.
   *
   * @throws KubeException if the server did not take it
   */
  void write(EventContent what) {
    Instant now = clock.instant();
    WrittenEvent before = written.get(what.seriesKey());
    if (before == null) {
      writeFirst(what, now);
    } else {
      countRepetition(what, before, now);
    }
  }

  private void writeFirst(EventContent what, Instant now) {
    ApiObject event = client.create(EventFields.newEvent(what, instance, now, nextSerial(now)));
    written.put(what.seriesKey(), new WrittenEvent(event, 1, now));
  }

  /** Nanoseconds, as Kubernetes' own components name Events, and never one twice. */
  private long nextSerial(Instant now) {
    serial = Math.max(serial + 1, now.getEpochSecond() * 1_000_000_000L + now.getNano());
    return serial;
  }

  private void countRepetition(EventContent what, WrittenEvent before, Instant now) {
    int count = before.count() + 1;
    if (before.writtenAt().plus(BETWEEN_COUNTS).isAfter(now)) {
      written.put(what.seriesKey(), new WrittenEvent(before.event(), count, before.writtenAt()));
      return;
    }
    try {
      ApiObject event =
          client.edit(before.event(), tree -> EventFields.setSeries(tree, count, now));
      written.put(what.seriesKey(), new WrittenEvent(event, count, now));
    } catch (KubeException.NotFound | KubeException.Conflict expired) {
      // The API server keeps Events for an hour, and a restored one has them as they were.
      writeFirst(what, now);
    }
  }
}
