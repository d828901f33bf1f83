package io.weir.engine.admission;

import io.weir.api.MetadataKeys;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import io.weir.engine.rollout.RolloutAnnotations;
import io.weir.engine.rollout.RolloutStrategy;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a pool's annotations may say about its rollouts. */
final class RolloutRules {

  private RolloutRules() {}

  static Stream<Violation> annotationsAreUnderstood(ObjectField pool) {
    return read(pool).problems().stream()
        .map(problem -> annotations(pool).entry(problem.key()).invalid(problem.remedy()));
  }

  static Stream<String> warnOfNoRoom(AdmissionRequest admissionRequest) {
    ObjectField pool = ObjectField.of(admissionRequest.object());
    RolloutStrategy strategy = read(pool).strategy();
    return strategy.maxSurge().value() == 0 && strategy.maxUnavailable().value() == 0
        ? Stream.of(
            "%s: 0, as %s is, so that no machine could be replaced: 1 may be unavailable"
                .formatted(
                    annotations(pool).entry(MetadataKeys.MAX_UNAVAILABLE).path(),
                    MetadataKeys.MAX_SURGE))
        : Stream.empty();
  }

  private static RolloutAnnotations read(ObjectField pool) {
    ObjectField annotations = annotations(pool);
    return RolloutAnnotations.of(
        annotations
            .keys()
            .collect(Collectors.toMap(key -> key, key -> annotations.entry(key).text())));
  }

  private static ObjectField annotations(ObjectField pool) {
    return pool.at("metadata", "annotations");
  }
}
