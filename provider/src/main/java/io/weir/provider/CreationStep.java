package io.weir.provider;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A step that creates an object in a cloud that would create a second one of the same name ({@link
 * PoolKind.NameUniqueness#SHARED}). The time is annotated on the pool first. Until that annotation
 * is old enough, a list that lacks the object proves nothing: no second one is created, and no
 * deletion completes.
 *
 * <p>The provider includes {@link #CREATING_SINCE} in its {@link PoolProvider#annotationKeys}, and
 * removes the annotation in its report once it observes the object.
 */
public interface CreationStep extends PlanStep {

  /** Annotation: when a creation began whose outcome is unknown. */
  String CREATING_SINCE = "weir.io/creating-since";

  /**
   * How long after a creation began a list may still lack the object: the call itself ends within
   * 20 s. A provider whose cloud is slower overrides {@link PoolProvider#absenceUnprovenUntil}.
   */
  Duration MAX_LIST_DELAY = Duration.ofMinutes(1);

  @Override
  default ProviderAnnotations annotationsBefore(
      ProviderAnnotations providerAnnotations, Instant now) {
    return providerAnnotations.with(CREATING_SINCE, Optional.of(now.toString()));
  }

  @Override
  default ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
    return annotationsAfterFailure(providerAnnotations);
  }

  @Override
  default ProviderAnnotations annotationsAfterFailure(ProviderAnnotations providerAnnotations) {
    return providerAnnotations.with(CREATING_SINCE, Optional.empty());
  }

  /** Until when absence is unproven; long past if no creation was begun. */
  static Instant absenceUnprovenUntil(ProviderAnnotations providerAnnotations, Duration late) {
    try {
      return providerAnnotations
          .get(CREATING_SINCE)
          .map(Instant::parse)
          .map(late::addTo)
          .map(Instant::from)
          .orElse(Instant.MIN);
    } catch (DateTimeException _) {
      return Instant.MIN;
    }
  }
}
