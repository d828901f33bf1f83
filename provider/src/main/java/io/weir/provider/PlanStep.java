package io.weir.provider;

import java.time.Instant;
import java.util.Optional;

/** One write to the cloud, as data; a record of the provider's, without secrets in its text. */
public interface PlanStep {

  /** What it does, for people: {@code create Auto Scaling group workers}. */
  String description();

  /** Why, with numbers: {@code 3 instances wanted, 2 asked for}. */
  String reason();

  /** The reason of the Event that tells of it: one word in upper camel case. */
  default String eventReason() {
    return getClass().getSimpleName();
  }

  /**
   * The annotations that must be on the pool before this write, so that a crash in between is
   * harmless. The manager writes what differs, and applies the step only if that succeeded.
   *
   * @param providerAnnotations what stands there now
   * @param now when the write is made
   */
  default ProviderAnnotations annotationsBefore(
      ProviderAnnotations providerAnnotations, Instant now) {
    return providerAnnotations;
  }

  /**
   * The annotations once the write has succeeded. Saved with the next write of the pool, so they
   * may be lost; the step is then repeated.
   *
   * @param providerAnnotations what stands there by then
   */
  default ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
    return providerAnnotations;
  }

  /**
   * The annotations once the write has failed and is known to have had no effect. May be lost, like
   * those of {@link #annotationsAfterSuccess}.
   *
   * @param providerAnnotations what stands there by then
   */
  default ProviderAnnotations annotationsAfterFailure(ProviderAnnotations providerAnnotations) {
    return providerAnnotations;
  }

  /** Whether it takes an object of the pool out of the cloud. */
  default boolean deletes() {
    return false;
  }

  /**
   * How many instances it may end: what it asks the cloud to end or to replace, at most. Such steps
   * are held back while terminations are stopped.
   */
  default int endsInstances() {
    return 0;
  }

  /**
   * What it tells the cloud about an instance whose end it puts off; absent for all other steps.
   * The cloud does not show that it was told.
   */
  default Optional<PoolIntent.Held> answersHeld() {
    return Optional.empty();
  }

  /**
   * Whether only what is observed from then on may be acted on: the answer shows nothing but an
   * operation or, of a write that somebody else could make at the same time, such as a mark, not
   * who was last.
   */
  default boolean endsPass() {
    return false;
  }

  /**
   * When it was decided, if on an earlier observation than the plan: a repetition on a later one is
   * then the same write. Absent for what each observation decides anew.
   */
  default Optional<Instant> decidedAt() {
    return Optional.empty();
  }

  /** Whether later steps of the plan may go ahead if this one fails. */
  default boolean canBeSkipped() {
    return false;
  }

  /**
   * What the step is meant to achieve, regardless of the state it starts from: equal for two steps
   * with the same result. If the same aim recurs again and again, something else reverts it.
   */
  default Object goalKey() {
    return this;
  }

  /**
   * What backs off after a failure: equal for two steps of the same {@link #description} if the
   * second is bound to fail like the first. Leave out what renews itself, such as a token, or each
   * renewal would be tried at once; include everything that people may correct.
   */
  default Object backoffKey() {
    return goalKey();
  }
}
