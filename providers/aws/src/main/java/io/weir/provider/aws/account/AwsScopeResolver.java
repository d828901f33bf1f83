package io.weir.provider.aws.account;

import io.weir.api.GroupKind;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AwsReasons;
import java.util.Set;
import java.util.regex.Pattern;

/** Which region and which identity a pool's AWS resources belong to. */
public final class AwsScopeResolver {

  private static final String CLOUD = "aws";
  private static final Pattern REGION = Pattern.compile("[a-z]{2,4}(-[a-z0-9]+){1,3}-[0-9]{1,2}");

  private AwsScopeResolver() {}

  /** Whether a pool can be in the scope: its identity decides the account, and it has no parent. */
  public static boolean isPossible(CloudScope cloudScope) {
    return cloudScope.cloud().equals(CLOUD)
        && cloudScope.account().isEmpty()
        && cloudScope.parentId().isEmpty()
        && REGION.matcher(cloudScope.region()).matches();
  }

  /** The kinds that a pool's scope and desired state are read from beside it and its cluster. */
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
    if (!REGION.matcher(region).matches()) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          "AWSCluster %s spec.region %s is not a region of AWS, such as us-east-1; correct it"
              .formatted(awsClusterObjects.infrastructure().key(), region));
    }
    return new CloudScope(
        CLOUD, IdentityResolver.resolve(awsClusterObjects.infrastructure()), region);
  }
}
