package io.weir.clouds.site;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.FaultInjector;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The states that a site was in, as long as reads may be asked for what was. Guarded by the lock of
 * its site.
 */
final class StateHistory {
  private static final Duration KEPT = Duration.ofHours(1);

  /** A state that lasted from a moment until the next one's. */
  private record Past(Instant from, ObjectNode state) {}

  private final CloudContext context;
  private final SiteServices services;
  private final Deque<Past> states = new ArrayDeque<>();
  private boolean recording;

  StateHistory(CloudContext context, SiteServices services) {
    this.context = context;
    this.services = services;
  }

  /** Takes note of the present state, if somebody may ask for it later. */
  void update() {
    if (FaultInjector.LAG_KINDS.stream().noneMatch(context.faults()::hasPending)) {
      // What is known stays: the last read that is to be stale may be on its way.
      recording = false;
      return;
    }
    if (!recording) {
      recording = true;
      states.clear();
    }
    Instant now = context.clock().now();
    ObjectNode state = services.save();
    if (!states.isEmpty() && states.getLast().state().equals(state)) {
      return;
    }
    states.addLast(new Past(states.isEmpty() ? Instant.EPOCH : now, state));
    forgetBefore(now.minus(KEPT));
  }

  private void forgetBefore(Instant moment) {
    while (states.size() > 1) {
      Iterator<Past> oldest = states.iterator();
      var _ = oldest.next();
      if (oldest.next().from().isAfter(moment)) {
        return;
      }
      states.removeFirst();
    }
  }

  /** The state at a moment; the oldest known when the moment lies before it. */
  ObjectNode at(Instant moment) {
    for (Iterator<Past> latest = states.descendingIterator(); latest.hasNext(); ) {
      Past past = latest.next();
      if (!past.from().isAfter(moment)) {
        return past.state();
      }
    }
    return services.save();
  }
}
