package io.weir.provider.aws.admission;

import io.weir.api.GoDuration;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What an Auto Scaling group may be. */
final class AutoScalingGroupRules {

  /** What the definition of the kind fills in. */
  private static final long DEFAULT_SIZE = 1;

  private static final int WIDEST_REFRESH = 100;
  private static final int MOST_PERCENT = 100;

  /** Those that AWS has, by its own words. */
  private static final Set<String> STRATEGIES = Set.of("Rolling", "ReplaceRootVolume");

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

  static Stream<Violation> refresh(ObjectField pool) {
    ObjectField preferences = pool.at("spec", "refreshPreferences");
    return Stream.of(
            healthy(preferences),
            percentage(preferences.at("minHealthyPercentage")),
            strategy(preferences.at("strategy")),
            countsFromZero(preferences.at("instanceWarmup")))
        .flatMap(violations -> violations);
  }

  static Stream<Violation> distribution(ObjectField pool) {
    ObjectField distribution = pool.at("spec", "mixedInstancesPolicy", "instancesDistribution");
    return Stream.concat(
        countsFromZero(distribution.at("onDemandBaseCapacity")),
        percentage(distribution.at("onDemandPercentageAboveBaseCapacity")));
  }

  private static Stream<Violation> percentage(ObjectField field) {
    return field.number().filter(given -> given < 0 || given > MOST_PERCENT).isPresent()
        ? Stream.of(field.invalid("must be between 0 and %d".formatted(MOST_PERCENT)))
        : Stream.empty();
  }

  private static Stream<Violation> strategy(ObjectField strategy) {
    return strategy.isNonEmpty() && !STRATEGIES.contains(strategy.text())
        ? Stream.of(strategy.invalid("must be Rolling, which is meant if it is left out"))
        : Stream.empty();
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

  private static Stream<Violation> countsFromZero(ObjectField field) {
    return field.number().filter(given -> given < 0).isPresent()
        ? Stream.of(field.invalid("must not be negative"))
        : Stream.empty();
  }
}
