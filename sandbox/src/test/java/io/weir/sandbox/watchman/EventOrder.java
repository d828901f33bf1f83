package io.weir.sandbox.watchman;

import io.weir.sandbox.watchman.HistoryEvent.TimePassed;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** Brings events of several sources into the order of their times. Safe for concurrent use. */
final class EventOrder {

  private record Numbered(HistoryEvent event, long number) {}

  private final PriorityQueue<Numbered> waiting =
      new PriorityQueue<>(
          Comparator.comparing((Numbered each) -> each.event().at())
              .thenComparingLong(Numbered::number));
  private long number;

  /** Takes one, which may be late. */
  synchronized void add(HistoryEvent event) {
    waiting.add(new Numbered(event, ++number));
  }

  /** Hands over what happened until then, and that it was all. */
  synchronized void release(Instant until, Consumer<HistoryEvent> next) {
    for (Numbered first = waiting.peek();
        first != null && !first.event().at().isAfter(until);
        first = waiting.peek()) {
      next.accept(first.event());
      waiting.remove(first);
    }
    next.accept(new TimePassed(until));
  }
}
