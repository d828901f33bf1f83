package io.weir.engine.retire;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * An instance that leaves, written down before anything is done to it.
 *
 * @param reasons why; never empty
 * @param state how far it is
 * @param since when it came into that state; repetitions of the call that ends it are the same
 *     write
 */
public record Retirement(Set<RetirementReason> reasons, RetirementState state, Instant since) {

  public Retirement {
    if (reasons.isEmpty()) {
      throw new IllegalArgumentException("nothing leaves without a reason");
    }
    reasons = Collections.unmodifiableSet(EnumSet.copyOf(reasons));
  }

  /** One that begins. */
  public static Retirement begun(RetirementReason reason, Instant now) {
    return new Retirement(Set.of(reason), RetirementState.DRAINING, now);
  }

  /** The same for other reasons, not none. */
  public Retirement withReasons(Set<RetirementReason> others) {
    return new Retirement(others, state, since);
  }

  /** The same in a later state. */
  public Retirement in(RetirementState later, Instant now) {
    return new Retirement(reasons, later, now);
  }
}
