package io.weir.pass;

import io.weir.engine.rollout.RolloutProgress;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is to be told of a pool whose members leave or are replaced.
 *
 * @param leaving who leaves and what that waits for; absent while nobody does
 * @param rollout how far a rollout is, where Weir replaces what is outdated
 * @param paused whether people have paused rollouts
 * @param lookAgainIn how long until time alone changes what is decided; absent if it never does
 */
public record RetirementStatus(
    Optional<String> leaving,
    Optional<RolloutProgress> rollout,
    boolean paused,
    Optional<Duration> lookAgainIn) {

  /** There is nothing to tell. */
  public static final RetirementStatus NONE =
      new RetirementStatus(Optional.empty(), Optional.empty(), false, Optional.empty());

  /** The same where something else is to be done then, unless nothing is. */
  RetirementStatus lookingAgainIn(Optional<Duration> other) {
    return new RetirementStatus(
        leaving,
        rollout,
        paused,
        Stream.of(lookAgainIn, other).flatMap(Optional::stream).min(Duration::compareTo));
  }
}
