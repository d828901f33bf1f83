package io.weir.engine.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.stream.Stream;

/** Which sizes a pool may ask for, itself or through its autoscaler. */
final class ReplicasRules {

  private static final String FOR_ALL =
      "otherwise cluster-autoscaler stops working for all of its pools";

  private ReplicasRules() {}

  static Stream<Violation> replicasAreNotNegative(ObjectField pool) {
    ObjectField replicas = pool.at("spec", "replicas");
    return replicas
        .number()
        .filter(number -> number < 0)
        .map(_ -> replicas.invalid("must be 0 or more"))
        .stream();
  }

  static Stream<Violation> replicasCanBeChosen(ObjectField pool) {
    ObjectField replicas = pool.at("spec", "replicas");
    AutoscalerBounds autoscalerBounds = AutoscalerBounds.of(pool);
    boolean numbers = autoscalerBounds.min().isPresent() && autoscalerBounds.max().isPresent();
    return replicas.isSet() || !autoscalerBounds.hasBoth() || numbers
        ? Stream.empty()
        : Stream.of(
            replicas.required(
                "cannot be derived from the autoscaler's annotations, which are not both whole"
                    + " numbers: correct these, or set replicas"));
  }

  static Stream<Violation> autoscalerBoundsAreValid(ObjectField pool) {
    AutoscalerBounds autoscalerBounds = AutoscalerBounds.of(pool);
    return Stream.concat(
        autoscalerBounds.presentFields().flatMap(ReplicasRules::sizeOrNothing),
        maxIsNotBelowMin(autoscalerBounds));
  }

  private static Stream<Violation> sizeOrNothing(ObjectField annotation) {
    return AutoscalerBounds.parseSize(annotation).filter(size -> size >= 0).isPresent()
        ? Stream.empty()
        : Stream.of(annotation.invalid("must be a whole number, 0 or more: " + FOR_ALL));
  }

  private static Stream<Violation> maxIsNotBelowMin(AutoscalerBounds autoscalerBounds) {
    int min = autoscalerBounds.min().orElse(0);
    if (!autoscalerBounds.maxField().isSet()) {
      return min <= 0
          ? Stream.empty()
          : Stream.of(
              autoscalerBounds
                  .maxField()
                  .required("must be set, since the smallest size is " + min + ": " + FOR_ALL));
    }
    return autoscalerBounds
        .max()
        .filter(max -> max >= 0 && max < min)
        .map(
            _ ->
                autoscalerBounds
                    .maxField()
                    .invalid("must not be less than the smallest size, " + min + ": " + FOR_ALL))
        .stream();
  }
}
