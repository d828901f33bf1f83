package io.weir.provider;

import java.util.Map;
import java.util.Optional;

/**
 * What the answer to a write proves.
 *
 * @param observation the pool at the time of the answer. Where that shows nothing of the pool, the
 *     observation from which the step was planned; the step then {@link PlanStep#endsPass}
 * @param notes provider annotations that must not be lost, such as the ID of what was made or of an
 *     operation; written on the pool before anything else is done. An absent value removes one
 */
public record Receipt<O extends ObservedState>(
    Observation<O> observation, Map<String, Optional<String>> notes) {

  public Receipt {
    notes = Map.copyOf(notes);
  }

  /** Without notes. */
  public static <O extends ObservedState> Receipt<O> of(Observation<O> observation) {
    return new Receipt<>(observation, Map.of());
  }

  /** With a note. */
  public Receipt<O> noting(String annotation, String value) {
    return new Receipt<>(observation, Map.of(annotation, Optional.of(value)));
  }
}
