package io.weir.provider.aws.desired;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.api.core.ContractReference;
import io.weir.provider.Inputs;
import io.weir.provider.Unready;
import io.weir.provider.aws.api.AWSCluster;

/**
 * The cluster that a pool belongs to and its AWS side.
 *
 * @param cluster the Cluster
 * @param infrastructure the AWSCluster
 */
record Sources(ApiObject cluster, ApiObject infrastructure) {

  static final String GROUP = "infrastructure.cluster.x-k8s.io";
  static final GroupKind AWS_CLUSTER = new GroupKind(GROUP, "AWSCluster");

  /**
   * Finds them.
   *
   * @throws Unready if one is missing, or of a kind that is not supported
   */
  static Sources of(Inputs in) throws Unready {
    ApiObject cluster =
        in.cluster()
            .orElseThrow(
                () ->
                    Unready.waiting(
                        Reasons.WAITING_FOR_CLUSTER, "the Cluster of this pool does not exist"));
    ContractReference reference = cluster.as(Cluster.class).spec().infrastructureRef();
    if (reference == null) {
      throw Unready.waiting(
          Reasons.WAITING_FOR_CLUSTER,
          "Cluster %s has no spec.infrastructureRef; name an AWSCluster there"
              .formatted(cluster.key()));
    }
    if (!reference.kind().equals(AWS_CLUSTER.kind())) {
      throw Unready.mistake(
          Reasons.INVALID,
          ("Cluster %s spec.infrastructureRef names a %s; AWSMachinePools are supported with "
                  + "AWSCluster only")
              .formatted(cluster.key(), reference.kind()));
    }
    var key = new ObjectKey(cluster.namespace(), reference.name());
    return in.related()
        .find(AWS_CLUSTER, key)
        .map(found -> new Sources(cluster, found))
        .orElseThrow(
            () ->
                Unready.waiting(
                    Reasons.WAITING_FOR_CLUSTER, "AWSCluster " + key + " does not exist"));
  }

  AWSCluster aws() {
    return infrastructure.as(AWSCluster.class);
  }

  boolean provisioned() {
    return cluster.as(Cluster.class).status().initialization().infrastructureProvisioned();
  }
}
