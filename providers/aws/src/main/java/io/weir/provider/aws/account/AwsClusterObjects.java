package io.weir.provider.aws.account;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.api.core.ContractReference;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AWSCluster;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.api.EksKeys;

/**
 * The cluster that a pool belongs to and its AWS side.
 *
 * @param cluster the Cluster
 * @param infrastructure the AWSCluster; of an EKS cluster the AWSManagedControlPlane, which has the
 *     fields that pools read at the same places
 */
public record AwsClusterObjects(ApiObject cluster, ApiObject infrastructure) {

  static final String GROUP = "infrastructure.cluster.x-k8s.io";
  static final GroupKind AWS_CLUSTER = new GroupKind(GROUP, "AWSCluster");

  /**
   * Finds them.
   *
   * @throws PrerequisiteException if one is missing, or of a kind that is not supported
   */
  public static AwsClusterObjects of(PoolInputs in) throws PrerequisiteException {
    ApiObject cluster =
        in.cluster()
            .orElseThrow(
                () ->
                    PrerequisiteException.waiting(
                        AwsReasons.WAITING_FOR_CLUSTER, "the Cluster of this pool does not exist"));
    ContractReference controlPlane = cluster.as(Cluster.class).spec().controlPlaneRef();
    if (controlPlane != null && controlPlane.groupKind().equals(EksKeys.CONTROL_PLANE)) {
      return new AwsClusterObjects(cluster, in.controlPlane(EksKeys.CONTROL_PLANE));
    }
    ContractReference reference = cluster.as(Cluster.class).spec().infrastructureRef();
    if (reference == null) {
      throw PrerequisiteException.waiting(
          AwsReasons.WAITING_FOR_CLUSTER,
          "Cluster %s has no spec.infrastructureRef; name an AWSCluster there"
              .formatted(cluster.key()));
    }
    if (!reference.kind().equals(AWS_CLUSTER.kind())) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          ("Cluster %s spec.infrastructureRef names a %s; AWSMachinePools are supported with "
                  + "AWSCluster, and with a controlPlaneRef to an AWSManagedControlPlane")
              .formatted(cluster.key(), reference.kind()));
    }
    var key = new ObjectKey(cluster.namespace(), reference.name());
    return in.relatedObjects()
        .find(AWS_CLUSTER, key)
        .map(found -> new AwsClusterObjects(cluster, found))
        .orElseThrow(
            () ->
                PrerequisiteException.waiting(
                    AwsReasons.WAITING_FOR_CLUSTER, "AWSCluster " + key + " does not exist"));
  }

  /** Its AWS side, as a record. */
  public AWSCluster awsCluster() {
    return infrastructure.as(AWSCluster.class);
  }

  /** Whether it is an EKS cluster. */
  public boolean isEks() {
    return infrastructure.groupKind().equals(EksKeys.CONTROL_PLANE);
  }

  /** Whether what machines need is there. */
  public boolean isProvisioned() {
    return cluster.as(Cluster.class).status().initialization().infrastructureProvisioned();
  }
}
