package io.weir.manager.cloud;

import io.weir.provider.ObservedState;
import io.weir.provider.PoolDetail;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** What is known of all details of one pool. */
final class PoolDetailStates<O extends ObservedState> {

  private final List<DetailState<O, ?>> details;

  PoolDetailStates(List<PoolDetail<O, ?>> details) {
    this.details = details.stream().map(PoolDetailStates::unread).collect(Collectors.toList());
  }

  private static <O extends ObservedState, V> DetailState<O, V> unread(PoolDetail<O, V> detail) {
    return new DetailState<>(detail, RandomGenerator.getDefault());
  }

  List<DetailState<O, ?>> all() {
    return details;
  }

  /** What an observation showed, completed by what was read. */
  O complete(O observed, boolean wanted, Instant now) {
    O completed = observed;
    for (DetailState<O, ?> detail : details) {
      detail.update(completed, wanted, now);
      completed = detail.complete(completed);
    }
    return completed;
  }

  /** What is needed now that the pool is in this state. */
  void update(O completed, boolean wanted, Instant now) {
    details.forEach(detail -> detail.update(completed, wanted, now));
  }

  void recordWrite(O after, Instant now) {
    details.forEach(detail -> detail.recordWrite(after, now));
  }

  /** The pool is not there. */
  void forget() {
    details.forEach(DetailState::forget);
  }

  void doubt(Instant now) {
    details.forEach(detail -> detail.doubt(now));
  }
}
