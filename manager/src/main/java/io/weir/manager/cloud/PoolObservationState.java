package io.weir.manager.cloud;

import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolDetail;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
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

  /** Whether only looks at what remains make it absent. */
  private boolean releasing;

  /** When the look at what remains began by which it is absent. */
  private Optional<Instant> goneAsOf = Optional.empty();

  private final PoolDetailStates<O> details;

  private PoolObservationState(
      Observation<O> latest, boolean awaited, List<PoolDetail<O, ?>> details) {
    this.latest = latest;
    this.awaited = awaited;
    this.details = new PoolDetailStates<>(details);
  }

  /** Nothing is known; the first observation is awaited. */
  static <O extends ObservedState> PoolObservationState<O> unseen(List<PoolDetail<O, ?>> details) {
    return new PoolObservationState<>(new Observation.Unknown<>("not observed yet"), true, details);
  }

  /** It was not there then. */
  static <O extends ObservedState> PoolObservationState<O> absent(
      Instant asOf, List<PoolDetail<O, ?>> details) {
    return new PoolObservationState<>(new Observation.ProvenAbsent<>(asOf), false, details);
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
   * @return whether that begins
   */
  boolean setObservedInDetail(String uid, boolean inDetail, Instant now) {
    boolean before = isObservedInDetail();
    boolean changed = inDetail ? inDetailFor.add(uid) : inDetailFor.remove(uid);
    if (before != isObservedInDetail()) {
      updateDetails(now);
    }
    return changed && inDetail;
  }

  boolean isObservedInDetail() {
    return !inDetailFor.isEmpty();
  }

  /** Whether it is to be observed often. */
  boolean moving() {
    return latest instanceof Observation.Present<O> present
        && (releasing || isObservedInDetail() || present.state().isChanging());
  }

  /** When a write's answer told what is known, if no observation has shown the pool since. */
  Optional<Instant> onlyProved() {
    return proved ? Optional.of(since) : Optional.empty();
  }

  /** Whether an observation that began then tells nothing new of it. */
  boolean isNewerThan(Instant asOf) {
    return since.isAfter(asOf);
  }

  /** What is known of what takes a call a pool. */
  PoolDetailStates<O> details() {
    return details;
  }

  /** From now on only looks at what remains make it absent. */
  void release() {
    releasing = true;
  }

  boolean isReleasing() {
    return releasing;
  }

  /**
   * When the look at what remains began by which it is absent; empty if none has shown that since
   * the last write.
   */
  Optional<Instant> goneAsOf() {
    return goneAsOf;
  }

  /** A look at what remains, which began then, has shown nothing. */
  void remainsNothing(Instant asOf) {
    goneAsOf = Optional.of(asOf);
  }

  /** Takes what a write's answer proved. */
  void prove(Observation<O> after, Instant now) {
    latest = after;
    after.observedState().ifPresent(state -> details.recordWrite(state, now));
    updateDetails(now);
    proved = true;
    goneAsOf = Optional.empty();
    since = now;
    unchangedObservations = 0;
  }

  /** What was known counts no more. */
  void invalidate(String why, Instant now) {
    latest = new Observation.Unknown<>(why);
    proved = false;
    goneAsOf = Optional.empty();
    since = now;
    details.doubt(now);
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
  boolean show(Observation<O> shown, Instant at) {
    Observation<O> now = complete(shown, at);
    boolean changed = !same(latest, now);
    boolean wake = changed || awaited;
    awaited = false;
    latest = now;
    proved = false;
    unchangedObservations = changed ? 1 : unchangedObservations + 1;
    return wake;
  }

  private Observation<O> complete(Observation<O> shown, Instant at) {
    if (shown instanceof Observation.Present<O>(O state, Instant asOf)) {
      goneAsOf = Optional.empty();
      return new Observation.Present<>(details.complete(state, isObservedInDetail(), at), asOf);
    }
    details.forget();
    return shown;
  }

  /**
   * Takes what a reading of one detail has shown.
   *
   * @return whether the pool is to be woken
   */
  boolean show(DetailState<O, ?> detail, Instant at) {
    if (!(latest instanceof Observation.Present<O>(O state, Instant asOf))) {
      return false;
    }
    O completed = detail.complete(state);
    latest = new Observation.Present<>(completed, asOf);
    updateDetails(at);
    return !completed.equals(state);
  }

  private void updateDetails(Instant now) {
    latest.observedState().ifPresent(state -> details.update(state, isObservedInDetail(), now));
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
