package io.weir.provider;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A step that creates an object in a cloud that would create a second one of the same name ({@link
 * PoolKind.NameUniqueness#SHARED}). The time is annotated on the pool first. For a while from then
 * on, a list that lacks the object proves nothing, whether or not the creation was answered: no
 * second one is created, and no deletion completes.
 *
 * <p>A pool has at most one such step: the mark is one annotation, which does not say of which
 * object it tells.
 *
 * <p>The provider includes {@link #CREATING_SINCE} in its {@link PoolProvider#annotationKeys}, and
 * lets the step that deletes the object return {@link #withoutCreation} as its annotations after
 * success. Nothing else need take the annotation away, which would cost a write: it says nothing to
 * a process that has known it for that while.
 */
public interface CreationStep extends PlanStep {

  /** Annotation: when the latest creation began. */
  String CREATING_SINCE = "weir.io/creating-since";

  /**
   * How long after a creation began a list may still lack the object: the call itself ends within
   * 20 s. A provider whose cloud is slower overrides {@link PoolProvider#maxListDelay}.
   */
  Duration MAX_LIST_DELAY = Duration.ofMinutes(1);

  @Override
  default ProviderAnnotations annotationsBefore(
      ProviderAnnotations providerAnnotations, Instant now) {
    return providerAnnotations.with(CREATING_SINCE, Optional.of(now.toString()));
  }

  @Override
  default ProviderAnnotations annotationsAfterFailure(ProviderAnnotations providerAnnotations) {
    return withoutCreation(providerAnnotations);
  }

  /** The same without a creation that a list could still lack. */
  static ProviderAnnotations withoutCreation(ProviderAnnotations providerAnnotations) {
    return providerAnnotations.with(CREATING_SINCE, Optional.empty());
  }

  /**
   * When the latest creation began, by the clock of the process that began it; empty if there was
   * none.
   */
  static Optional<Instant> creatingSince(ProviderAnnotations providerAnnotations) {
    try {
      return providerAnnotations.get(CREATING_SINCE).map(Instant::parse);
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }
}
