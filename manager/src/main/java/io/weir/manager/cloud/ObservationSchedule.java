package io.weir.manager.cloud;

import io.weir.engine.ratelimit.ObservationIntervals;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * When a scope is observed next, and what of it: often what moves, by name, and seldom everything.
 */
final class ObservationSchedule {

  /** Above this many pools, one observation of everything is cheaper than naming them. */
  private static final int NAMED_AT_MOST = 100;

  private final ObservationIntervals observationIntervals;
  private final RandomGenerator random;

  /** When pools are observed by name; none for those that are still. */
  private final Map<String, Instant> due = new HashMap<>();

  private Instant nextAll;
  private Instant last = Instant.MIN;

  /** After a failure no observation begins before this, whoever asks for one. */
  private Instant notBefore = Instant.MIN;

  /** Observations that began before had other credentials. */
  private Instant renewed = Instant.MIN;

  /** Everything is due at once. */
  ObservationSchedule(
      ObservationIntervals observationIntervals, RandomGenerator random, Instant now) {
    this.observationIntervals = observationIntervals;
    this.random = random;
    this.nextAll = now;
  }

  /** Observes the pool then, unless it is due sooner. */
  void request(String name, Instant when) {
    due.merge(name, when, (a, b) -> a.isBefore(b) ? a : b);
  }

  /** Observes a pool that moves after a while that grows as long as nothing changes. */
  void moving(String name, int looks, Instant now) {
    due.put(name, now.plus(observationIntervals.beforeObservation(looks)));
  }

  /** The pool is observed with all others only. */
  void still(String name) {
    due.remove(name);
  }

  /** When the next observation may begin, if somebody follows a pool. */
  Instant next(Instant now) {
    Instant first = due.values().stream().reduce(nextAll, ObservationSchedule::earlier);
    Instant rested = last.equals(Instant.MIN) ? now : last.plus(observationIntervals.minInterval());
    return later(first, later(rested, notBefore));
  }

  /** An observation begins. */
  void begin(Instant now) {
    last = now;
  }

  /** The pools that are due by name; empty if it is time for everything. */
  Optional<Set<String>> named(Instant now) {
    Set<String> names = due(now);
    boolean all = !nextAll.isAfter(now) || names.size() > NAMED_AT_MOST;
    return all ? Optional.empty() : Optional.of(names);
  }

  /** The pools that are due by name, whether or not it is time for everything. */
  Set<String> due(Instant now) {
    return due.entrySet().stream()
        .filter(each -> !each.getValue().isAfter(now))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  void succeeded() {
    notBefore = Instant.MIN;
  }

  /** An observation of everything that began then has succeeded. */
  void succeededWithAll(Instant asOf, Instant now) {
    nextAll =
        asOf.isBefore(renewed)
            ? renewed
            : now.plus(observationIntervals.beforeFullObservation(random));
  }

  /**
   * An observation failed: none begins before this.
   *
   * @return the pools that were due before it
   */
  Set<String> postpone(Instant again) {
    notBefore = again;
    nextAll = later(nextAll, again);
    var postponed = new HashSet<String>();
    due.replaceAll(
        (name, when) -> {
          if (!when.isBefore(again)) {
            return when;
          }
          postponed.add(name);
          return again;
        });
    return postponed;
  }

  /**
   * Credentials are others now: everything is due at once.
   *
   * @param names the pools that are followed
   * @param throttled whether the cloud's own pause still holds
   */
  void renew(Set<String> names, boolean throttled, Instant now) {
    renewed = now;
    notBefore = throttled ? notBefore : Instant.MIN;
    nextAll = now;
    names.forEach(name -> request(name, now));
  }

  private static Instant earlier(Instant a, Instant b) {
    return b.isBefore(a) ? b : a;
  }

  private static Instant later(Instant a, Instant b) {
    return a.isBefore(b) ? b : a;
  }
}
