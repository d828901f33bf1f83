package io.weir.provider.aws.account;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AWSManagedControlPlane;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.api.EksKeys;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    return Stream.concat(
            Stream.of(AwsClusterObjects.AWS_CLUSTER, EksKeys.CONTROL_PLANE),
            ClusterIdentities.RELATED_KINDS.stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * The scope of a pool.
   *
   * @throws PrerequisiteException if the AWSCluster is missing, names no region, or names an
   *     identity that is not supported
   */
  public static CloudScope resolve(PoolInputs in) throws PrerequisiteException {
    return named(AwsClusterObjects.of(in).infrastructure());
  }

  /**
   * The scope of a pool of an EKS cluster, which contains all of its node groups.
   *
   * @throws PrerequisiteException if the AWSManagedControlPlane is missing, names no region or no
   *     cluster, or names an identity that is not supported
   */
  public static CloudScope resolveEks(PoolInputs in) throws PrerequisiteException {
    return resolveEks(in.controlPlane(EksKeys.CONTROL_PLANE));
  }

  /**
   * The scope of the pools of an EKS cluster by its AWSManagedControlPlane.
   *
   * @throws PrerequisiteException if that names no region or no cluster, or names an identity that
   *     is not supported
   */
  public static CloudScope resolveEks(ApiObject controlPlane) throws PrerequisiteException {
    String name = controlPlane.as(AWSManagedControlPlane.class).spec().eksClusterName();
    if (name == null || name.isEmpty()) {
      throw PrerequisiteException.waiting(
          AwsReasons.WAITING_FOR_CLUSTER,
          "AWSManagedControlPlane %s has no spec.eksClusterName yet; set it where no webhook does"
              .formatted(controlPlane.key()));
    }
    if (!EksKeys.isClusterName(name)) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          "AWSManagedControlPlane %s spec.eksClusterName %s is no name of an EKS cluster; correct it"
              .formatted(controlPlane.key(), name));
    }
    return named(controlPlane).withParent(name);
  }

  /** Whether a pool of an EKS cluster can be in the scope. */
  public static boolean isPossibleForEks(CloudScope cloudScope) {
    return isPossible(cloudScope.withoutParent()) && EksKeys.isClusterName(cloudScope.parentId());
  }

  /** The kinds that are read beside a pool of an EKS cluster and its Cluster. */
  public static Set<GroupKind> relatedKindsOfEks() {
    return Stream.concat(Stream.of(EksKeys.CONTROL_PLANE), ClusterIdentities.RELATED_KINDS.stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Region and identity, which both kinds that name them have in the same fields. */
  private static CloudScope named(ApiObject owner) throws PrerequisiteException {
    String region = owner.at("/spec/region").asText("");
    String kind = owner.groupKind().kind();
    if (region.isEmpty()) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID, "%s %s has no spec.region; set it".formatted(kind, owner.key()));
    }
    if (!REGION.matcher(region).matches()) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          "%s %s spec.region %s is not a region of AWS, such as us-east-1; correct it"
              .formatted(kind, owner.key(), region));
    }
    return new CloudScope(CLOUD, ClusterIdentities.named(owner), region);
  }
}
