package io.weir.provider.scaleway.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import io.weir.provider.scaleway.observed.KapsuleMarks;
import java.util.stream.Stream;

/** What contradicts itself in a pool; its schema, which others wrote, lets it in. */
final class ScalewayPoolRules {

  private ScalewayPoolRules() {}

  static Stream<Violation> scalingBoundsAreValid(ObjectField pool) {
    ObjectField min = pool.at("spec", "scaling", "minSize");
    ObjectField max = pool.at("spec", "scaling", "maxSize");
    return max
        .number()
        .flatMap(most -> min.number().filter(least -> least > most))
        .map(
            _ ->
                min.invalid(
                    "must not be more than %s, which is %s: correct one of the two"
                        .formatted(max.path(), max.node())))
        .stream();
  }

  static Stream<Violation> upgradePolicyAllowsProgress(ObjectField pool) {
    ObjectField unavailable = pool.at("spec", "upgradePolicy", "maxUnavailable");
    ObjectField surge = pool.at("spec", "upgradePolicy", "maxSurge");
    // Absent means 1 and 0.
    boolean holds = is(unavailable, 0) && (!surge.isSet() || is(surge, 0));
    return holds
        ? Stream.of(
            unavailable.invalid(
                "with %s 0, no node could ever be replaced: raise one of the two"
                    .formatted(surge.path())))
        : Stream.empty();
  }

  static Stream<Violation> additionalTagsAreNotReserved(ObjectField pool) {
    return pool.at("spec", "additionalTags")
        .items()
        .filter(tag -> KapsuleMarks.isReserved(tag.text()))
        .map(
            tag ->
                tag.invalid(
                    "says which object a pool belongs to, which only Weir does: remove it"));
  }

  private static boolean is(ObjectField objectField, long number) {
    return objectField.number().filter(given -> given == number).isPresent();
  }
}
