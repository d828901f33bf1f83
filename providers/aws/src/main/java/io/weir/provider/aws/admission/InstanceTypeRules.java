package io.weir.provider.aws.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.stream.Stream;

/** Which types instances may have. */
final class InstanceTypeRules {

  private InstanceTypeRules() {}

  /** AWS would take m1.small, on which no image of today boots. */
  static Stream<Violation> check(ObjectField pool) {
    ObjectField type = pool.at("spec", "awsLaunchTemplate", "instanceType");
    boolean listed =
        pool.at("spec", "mixedInstancesPolicy", "overrides").items().findAny().isPresent();
    return type.isNonEmpty() || listed
        ? Stream.empty()
        : Stream.of(
            type.required(
                "name the type of the machines, such as m5.large, or several in"
                    + " spec.mixedInstancesPolicy.overrides"));
  }
}
