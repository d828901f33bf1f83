package io.weir.provider.aws.group;

import io.weir.provider.Instance;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.aws.api.AwsMetadataKeys;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A machine that has outlived its group: a forced deletion is answered before the machines are
 * gone. AWS takes the tag that names the group away when a machine leaves it alive.
 *
 * @param instance on its way out
 * @param tags of the machine, which has none of the marks
 */
public record OutlivingMachine(Instance instance, Map<String, String> tags) {

  public OutlivingMachine {
    tags = Map.copyOf(tags);
  }

  /** Whose it is: that of the pool whose group it was in, if it is of the pool's cluster. */
  Ownership ownership(PoolIdentity pool) {
    boolean ofCluster =
        pool.clusterName().isEmpty()
            || AwsMetadataKeys.OWNED.equals(
                tags.get(AwsMetadataKeys.OWNED_TAG_PREFIX + pool.clusterName()));
    return ofCluster
        ? new Ownership.Ours()
        : new Ownership.Foreign(
            "instance %s of a former Auto Scaling group %s does not belong to Cluster %s: terminate it if nobody needs it"
                .formatted(instance.id(), pool.cloudName(), pool.clusterName()),
            true);
  }

  /** Whose several are: the pool's if one of them is. */
  public static Optional<Ownership> ownershipOf(
      List<OutlivingMachine> machines, PoolIdentity pool) {
    return machines.stream()
        .map(machine -> machine.ownership(pool))
        .min(Comparator.comparing(Ownership.Foreign.class::isInstance));
  }
}
