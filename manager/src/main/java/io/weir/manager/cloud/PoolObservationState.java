package io.weir.manager.cloud;

import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** What is known of one pool, by observations and by the answers to our own writes. */
final class PoolObservationState<O extends ObservedState> {

  private Observation<O> latest;

  /** Observations that began before do not count. */
  private Instant since = Instant.MIN;

  /** Whether the latest is what a write's answer proved. */
  private boolean proved;

  /** Whether the next observation wakes the pool whatever it shows. */
  private boolean awaited;

  /** Observations since the last change, the one that showed it included. */
  private int unchangedObservations;

  /** UIDs of the pools that follow it; more than one where names clash. */
  private final Set<String> followers = new HashSet<>();

  /** Those of them for which it is observed in detail. */
  private final Set<String> inDetailFor = new HashSet<>();

  private PoolObservationState(Observation<O> latest, boolean awaited) {
    this.latest = latest;
    this.awaited = awaited;
  }

  /** Nothing is known; the first observation is awaited. */
  static <O extends ObservedState> PoolObservationState<O> unseen() {
    return new PoolObservationState<>(new Observation.Unknown<>("not observed yet"), true);
  }

  /** It was not there then. */
  static <O extends ObservedState> PoolObservationState<O> absent(Instant asOf) {
    return new PoolObservationState<>(new Observation.ProvenAbsent<>(asOf), false);
  }

  Observation<O> latest() {
    return latest;
  }

  /** Whether the next observation wakes the pool whatever it shows. */
  boolean awaited() {
    return awaited;
  }

  void await() {
    awaited = true;
  }

  int unchangedObservations() {
    return unchangedObservations;
  }

  void follow(String uid) {
    followers.add(uid);
  }

  /**
   * One follower less.
   *
   * @return whether nobody follows it any more
   */
  boolean unfollow(String uid) {
    followers.remove(uid);
    inDetailFor.remove(uid);
    return followers.isEmpty();
  }

  /**
   * Observes in detail for this pool from now on, or no longer.
   *
   * @return whether that begins, so that a first detailed observation is awaited
   */
  boolean setObservedInDetail(String uid, boolean inDetail) {
    if (!inDetail) {
      inDetailFor.remove(uid);
      return false;
    }
    boolean begins = inDetailFor.add(uid);
    awaited |= begins;
    return begins;
  }

  boolean isObservedInDetail() {
    return !inDetailFor.isEmpty();
  }

  /** Whether it is to be observed often. */
  boolean moving() {
    return latest instanceof Observation.Present<O> present
        && (isObservedInDetail() || present.state().isChanging());
  }

  /** When a write's answer told what is known, if no observation has shown the pool since. */
  Optional<Instant> onlyProved() {
    return proved ? Optional.of(since) : Optional.empty();
  }

  /** Whether an observation that began then tells nothing new of it. */
  boolean isNewerThan(Instant asOf) {
    return since.isAfter(asOf);
  }

  /** Takes what a write's answer proved. */
  void prove(Observation<O> after, Instant now) {
    latest = after;
    proved = true;
    since = now;
    unchangedObservations = 0;
  }

  /** What was known counts no more. */
  void invalidate(String why, Instant now) {
    latest = new Observation.Unknown<>(why);
    proved = false;
    since = now;
  }

  /**
   * An observation failed.
   *
   * @return whether that is all that is known of the pool
   */
  boolean recordFailure(String why) {
    if (!(latest instanceof Observation.Unknown)) {
      return false;
    }
    latest = new Observation.Unknown<>(why);
    return true;
  }

  /**
   * Takes what an observation showed.
   *
   * @return whether the pool is to be woken
   */
  boolean show(Observation<O> now) {
    boolean changed = !same(latest, now);
    boolean wake = changed || awaited;
    awaited = false;
    latest = now;
    proved = false;
    unchangedObservations = changed ? 1 : unchangedObservations + 1;
    return wake;
  }

  private static <O extends ObservedState> boolean same(Observation<O> a, Observation<O> b) {
    return switch (a) {
      case Observation.Present<O> before ->
          b instanceof Observation.Present<O> after && before.state().equals(after.state());
      case Observation.ProvenAbsent<O> _ -> b instanceof Observation.ProvenAbsent;
      case Observation.Unknown<O> _ -> false;
    };
  }
}
