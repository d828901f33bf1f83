package io.weir.engine.admission;

import io.weir.api.MetadataKeys;
import io.weir.api.admission.ObjectField;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The sizes between which cluster-autoscaler may choose, as a pool's annotations say.
 *
 * @param minField where the smallest size is said
 * @param maxField where the largest size is said
 */
record AutoscalerBounds(ObjectField minField, ObjectField maxField) {

  static AutoscalerBounds of(ObjectField pool) {
    ObjectField annotations = pool.at("metadata", "annotations");
    return new AutoscalerBounds(
        annotations.entry(MetadataKeys.AUTOSCALER_MIN_SIZE),
        annotations.entry(MetadataKeys.AUTOSCALER_MAX_SIZE));
  }

  boolean hasBoth() {
    return minField.isSet() && maxField.isSet();
  }

  /** The annotations that are there. */
  Stream<ObjectField> presentFields() {
    return Stream.of(minField, maxField).filter(ObjectField::isSet);
  }

  /** The smallest size; absent if it is not said, or is no number. */
  Optional<Integer> min() {
    return parseSize(minField);
  }

  /** The largest size; absent if it is not said, or is no number. */
  Optional<Integer> max() {
    return parseSize(maxField);
  }

  static Optional<Integer> parseSize(ObjectField annotation) {
    if (!annotation.isSet()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Integer.parseInt(annotation.text()));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }
}
