package io.weir.provider.aws.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.stream.Stream;

/**
 * What AWS takes as the names of launch template and group, which are the pool's. The template's is
 * the narrower one: 3 to 128 characters, where a group's may have 255. All characters that an
 * object's name may have are allowed (<a
 * href="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateLaunchTemplate.html">CreateLaunchTemplate</a>).
 */
final class PoolNameRules {

  private static final int SHORTEST = 3;
  private static final int LONGEST = 128;

  private PoolNameRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField name = pool.at("metadata", "name");
    int length = name.text().length();
    // A name that is still to be generated is empty.
    return length == 0 || (length >= SHORTEST && length <= LONGEST)
        ? Stream.empty()
        : Stream.of(
            name.invalid(
                "is the name of the launch template, for which AWS takes %d to %d characters, not %d: choose another"
                    .formatted(SHORTEST, LONGEST, length)));
  }
}
