package io.weir.engine.admission;

import io.weir.api.Keys;
import io.weir.api.admission.Field;
import io.weir.api.admission.Request;
import java.util.stream.Stream;

/** What people should know about a pool's size. */
final class SizeAdvice {

  private SizeAdvice() {}

  static Stream<String> keptOnUpdate(Request request) {
    Field pool = Field.of(request.object());
    if (pool.at("spec", "replicas").isSet() || Bounds.of(pool).bothGiven()) {
      return Stream.empty();
    }
    return request
        .old()
        .flatMap(old -> Size.replicas(Field.of(old)))
        .map(
            kept ->
                "spec.replicas: not set, so it stays %d: set it to change the size".formatted(kept))
        .stream();
  }

  static Stream<String> outsideOfTheBounds(Request request) {
    Field pool = Field.of(request.object());
    Bounds bounds = Bounds.of(pool);
    return Size.replicas(pool)
        .filter(_ -> bounds.bothGiven())
        .flatMap(
            size ->
                bounds
                    .min()
                    .flatMap(
                        min ->
                            bounds
                                .max()
                                .filter(max -> min <= max && (size < min || size > max))
                                .map(
                                    max ->
                                        "spec.replicas: %d is not between %d and %d, cluster-autoscaler's bounds, so it would never request this size"
                                            .formatted(size, min, max))))
        .stream();
  }

  static Stream<String> twoAutoscalers(Request request) {
    Field pool = Field.of(request.object());
    Field manager = pool.at("metadata", "annotations").entry(Keys.REPLICAS_MANAGED_BY);
    return manager.isSet() && !manager.is("false") && Bounds.of(pool).given().count() > 0
        ? Stream.of(
            manager.path()
                + ": says that another component sizes this pool, but the pool also has"
                + " cluster-autoscaler's annotations: remove one or the other")
        : Stream.empty();
  }
}
