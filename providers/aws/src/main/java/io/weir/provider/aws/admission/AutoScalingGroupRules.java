package io.weir.provider.aws.admission;

import io.weir.api.GoDuration;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.stream.Stream;

/** What an Auto Scaling group may be. */
final class AutoScalingGroupRules {

  /** What the definition of the kind fills in. */
  private static final long DEFAULT_SIZE = 1;

  private static final int WIDEST_REFRESH = 100;

  private AutoScalingGroupRules() {}

  static Stream<Violation> sizes(ObjectField pool) {
    ObjectField min = pool.at("spec", "minSize");
    long max = pool.at("spec", "maxSize").number().orElse(DEFAULT_SIZE);
    return min
        .number()
        .filter(size -> size > max)
        .map(_ -> min.invalid("must not be more than spec.maxSize, which is " + max))
        .stream();
  }

  static Stream<Violation> durations(ObjectField pool) {
    return Stream.of("defaultCoolDown", "defaultInstanceWarmup")
        .map(name -> pool.at("spec", name))
        .filter(ObjectField::isSet)
        .flatMap(AutoScalingGroupRules::notNegative);
  }

  private static Stream<Violation> notNegative(ObjectField objectField) {
    Optional<BigDecimal> seconds = GoDuration.parseSeconds(objectField.text());
    if (seconds.isEmpty()) {
      return Stream.of(objectField.invalid("must be a duration such as 5m0s"));
    }
    return seconds.get().signum() < 0
        ? Stream.of(objectField.invalid("must not be negative"))
        : Stream.empty();
  }

  static Stream<Violation> subnets(ObjectField pool) {
    return pool.at("spec", "subnets").items().flatMap(AutoScalingGroupRules::idOrFilters);
  }

  static Stream<Violation> securityGroups(ObjectField pool) {
    return pool.at("spec", "awsLaunchTemplate", "additionalSecurityGroups")
        .items()
        .flatMap(AutoScalingGroupRules::idOrFilters);
  }

  private static Stream<Violation> idOrFilters(ObjectField reference) {
    return reference.at("id").isSet() && reference.at("filters").isSet()
        ? Stream.of(
            reference.forbidden(
                "%s has both id and filters: remove one of the two"
                    .formatted(reference.at("id").text())))
        : Stream.empty();
  }

  static Stream<Violation> refresh(ObjectField pool) {
    ObjectField preferences = pool.at("spec", "refreshPreferences");
    return Stream.concat(healthy(preferences), warmup(preferences.at("instanceWarmup")));
  }

  private static Stream<Violation> healthy(ObjectField preferences) {
    ObjectField min = preferences.at("minHealthyPercentage");
    ObjectField max = preferences.at("maxHealthyPercentage");
    if (max.isSet() && !min.isSet()) {
      return Stream.of(min.required("AWS takes %s only together with it".formatted(max.path())));
    }
    return max
        .number()
        .flatMap(high -> min.number().filter(low -> low < high - WIDEST_REFRESH))
        .map(
            low ->
                max.invalid(
                    "must be at most %d more than %s, which is %d"
                        .formatted(WIDEST_REFRESH, min.path(), low)))
        .stream();
  }

  private static Stream<Violation> warmup(ObjectField warmup) {
    return warmup.number().filter(seconds -> seconds < 0).isPresent()
        ? Stream.of(warmup.invalid("must not be negative"))
        : Stream.empty();
  }
}
