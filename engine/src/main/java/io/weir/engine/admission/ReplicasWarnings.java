package io.weir.engine.admission;

import io.weir.api.MetadataKeys;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import java.util.stream.Stream;

/** What people should know about a pool's size. */
final class ReplicasWarnings {

  private ReplicasWarnings() {}

  static Stream<String> warnOfKeptReplicas(AdmissionRequest admissionRequest) {
    ObjectField pool = ObjectField.of(admissionRequest.object());
    if (pool.at("spec", "replicas").isSet() || AutoscalerBounds.of(pool).hasBoth()) {
      return Stream.empty();
    }
    return admissionRequest
        .oldObject()
        .flatMap(old -> ReplicasDefault.replicas(ObjectField.of(old)))
        .map(
            kept ->
                "spec.replicas: not set, so it stays %d: set it to change the size".formatted(kept))
        .stream();
  }

  static Stream<String> warnOfReplicasOutOfBounds(AdmissionRequest admissionRequest) {
    ObjectField pool = ObjectField.of(admissionRequest.object());
    AutoscalerBounds autoscalerBounds = AutoscalerBounds.of(pool);
    return ReplicasDefault.replicas(pool)
        .filter(_ -> autoscalerBounds.hasBoth())
        .flatMap(
            size ->
                autoscalerBounds
                    .min()
                    .flatMap(
                        min ->
                            autoscalerBounds
                                .max()
                                .filter(max -> min <= max && (size < min || size > max))
                                .map(
                                    max ->
                                        "spec.replicas: %d is not between %d and %d, cluster-autoscaler's bounds, so it would never request this size"
                                            .formatted(size, min, max))))
        .stream();
  }

  static Stream<String> warnOfTwoAutoscalers(AdmissionRequest admissionRequest) {
    ObjectField pool = ObjectField.of(admissionRequest.object());
    ObjectField manager =
        pool.at("metadata", "annotations").entry(MetadataKeys.REPLICAS_MANAGED_BY);
    return manager.isSet()
            && !manager.hasText("false")
            && AutoscalerBounds.of(pool).presentFields().count() > 0
        ? Stream.of(
            manager.path()
                + ": says that another component sizes this pool, but the pool also has"
                + " cluster-autoscaler's annotations: remove one or the other")
        : Stream.empty();
  }
}
