package io.weir.engine.admission;

import io.weir.api.admission.Field;
import io.weir.api.admission.Violation;
import java.util.stream.Stream;

/** Which sizes a pool may ask for, itself or through its autoscaler. */
final class SizeRules {

  private static final String FOR_ALL =
      "otherwise cluster-autoscaler stops working for all of its pools";

  private SizeRules() {}

  static Stream<Violation> replicasAreNotNegative(Field pool) {
    Field replicas = pool.at("spec", "replicas");
    return replicas
        .number()
        .filter(number -> number < 0)
        .map(_ -> replicas.invalid("must be 0 or more"))
        .stream();
  }

  static Stream<Violation> replicasCanBeChosen(Field pool) {
    Field replicas = pool.at("spec", "replicas");
    Bounds bounds = Bounds.of(pool);
    boolean numbers = bounds.min().isPresent() && bounds.max().isPresent();
    return replicas.isSet() || !bounds.bothGiven() || numbers
        ? Stream.empty()
        : Stream.of(
            replicas.required(
                "cannot be derived from the autoscaler's annotations, which are not both whole"
                    + " numbers: correct these, or set replicas"));
  }

  static Stream<Violation> autoscalerBounds(Field pool) {
    Bounds bounds = Bounds.of(pool);
    return Stream.concat(
        bounds.given().flatMap(SizeRules::sizeOrNothing), maxIsNotBelowMin(bounds));
  }

  private static Stream<Violation> sizeOrNothing(Field annotation) {
    return Bounds.number(annotation).filter(size -> size >= 0).isPresent()
        ? Stream.empty()
        : Stream.of(annotation.invalid("must be a whole number, 0 or more: " + FOR_ALL));
  }

  private static Stream<Violation> maxIsNotBelowMin(Bounds bounds) {
    int min = bounds.min().orElse(0);
    if (!bounds.maxField().isSet()) {
      return min <= 0
          ? Stream.empty()
          : Stream.of(
              bounds
                  .maxField()
                  .required("must be set, since must be set, since the smallest size is " + min + ": " + FOR_ALL));
    }
    return bounds
        .max()
        .filter(max -> max >= 0 && max < min)
        .map(
            _ ->
                bounds
                    .maxField()
                    .invalid("must not be less than the smallest size, " + min + ": " + FOR_ALL))
        .stream();
  }
}
