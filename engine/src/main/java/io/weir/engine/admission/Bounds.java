package io.weir.engine.admission;

import io.weir.api.Keys;
import io.weir.api.admission.Field;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The sizes between which cluster-autoscaler may choose, as a pool's annotations say.
 *
 * @param minField where the smallest size is said
 * @param maxField where the largest size is said
 */
record Bounds(Field minField, Field maxField) {

  static Bounds of(Field pool) {
    Field annotations = pool.at("metadata", "annotations");
    return new Bounds(
        annotations.entry(Keys.AUTOSCALER_MIN_SIZE), annotations.entry(Keys.AUTOSCALER_MAX_SIZE));
  }

  boolean bothGiven() {
    return minField.isSet() && maxField.isSet();
  }

  /** The annotations that are there. */
  Stream<Field> given() {
    return Stream.of(minField, maxField).filter(Field::isSet);
  }

  /** The smallest size; absent if it is not said, or is no number. */
  Optional<Integer> min() {
    return number(minField);
  }

  /** The largest size; absent if it is not said, or is no number. */
  Optional<Integer> max() {
    return number(maxField);
  }

  static Optional<Integer> number(Field annotation) {
    try {
      return Optional.of(Integer.parseInt(annotation.text()));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }
}
