package io.weir.sandbox.rights;

import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.iam.AccessPolicy;
import io.weir.provider.aws.AwsProviderFactory;
import java.util.Optional;

/**
 * What {@code weir permissions aws} prints, without the name of a management cluster: pools move
 * between them in tests.
 */
public final class ShippedPolicy {

  private ShippedPolicy() {}

  /** Has the manager, and the test beside it, be allowed that and nothing else. */
  public static void enforce(AwsCloud aws) {
    String document = new AwsProviderFactory().permissions(Optional.empty()).orElseThrow();
    aws.restrictTo(AccessPolicy.parse(document));
  }
}
