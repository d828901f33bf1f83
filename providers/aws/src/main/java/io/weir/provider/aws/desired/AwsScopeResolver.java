package io.weir.provider.aws.desired;

import io.weir.api.GroupKind;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import java.util.Set;

/** Which region and which identity a pool's AWS resources belong to. */
public final class AwsScopeResolver {

  private AwsScopeResolver() {}

  /**
   * The kinds that {@link #resolve} and {@link AwsDesiredStateResolver} read beside the pool and
   * its cluster.
   */
  public static Set<GroupKind> relatedKinds() {
    return Set.of(AwsClusterObjects.AWS_CLUSTER, ManagerIdentity.KIND, ManagerIdentity.NAMESPACE);
  }

  /**
   * The scope of a pool.
   *
   * @throws PrerequisiteException if the AWSCluster is missing, names no region, or names an
   *     identity that is not supported
   */
  public static CloudScope resolve(PoolInputs in) throws PrerequisiteException {
    var awsClusterObjects = AwsClusterObjects.of(in);
    String region = awsClusterObjects.awsCluster().spec().region();
    if (region == null || region.isEmpty()) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          "AWSCluster %s has no spec.region; set it"
              .formatted(awsClusterObjects.infrastructure().key()));
    }
    return new CloudScope(
        "aws", IdentityResolver.resolve(awsClusterObjects.infrastructure()), region);
  }
}
