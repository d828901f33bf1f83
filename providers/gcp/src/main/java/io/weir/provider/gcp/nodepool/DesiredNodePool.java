package io.weir.provider.gcp.nodepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.DesiredState;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.managed.KubernetesUpgrade;
import io.weir.provider.managed.VersionSkewPolicy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a node pool should be. The objects hold fields by their names on the wire, and are not to be
 * changed.
 *
 * @param fields what a creation asks for, but for the number of nodes
 * @param autoscaling what GKE's autoscaler is to do; empty to leave it as it is
 * @param version the version of its nodes as it was asked for, such as {@code 1.33.1}; empty for
 *     GKE's choice
 * @param size how many nodes in all zones; empty if that is decided elsewhere
 * @param initialSize how many at first
 * @param zones where they are if the node pool does not say otherwise
 * @param zonesAreFixed whether the spec names the zones
 * @param remarks fields that have no effect, and why
 */
public record DesiredNodePool(
    ObjectNode fields,
    Optional<ObjectNode> autoscaling,
    String version,
    OptionalInt size,
    int initialSize,
    List<String> zones,
    boolean zonesAreFixed,
    List<String> remarks)
    implements DesiredState {

  private static final VersionSkewPolicy SKEW = new VersionSkewPolicy(false, 2, Integer.MAX_VALUE);

  public DesiredNodePool {
    zones = List.copyOf(zones);
    remarks = List.copyOf(remarks);
  }

  /** What a creation asks for. GKE counts the nodes of one zone. */
  ObjectNode creation() {
    return fields
        .deepCopy()
        .put("initialNodeCount", Math.ceilDiv(initialSize, Math.max(1, zones.size())));
  }

  /**
   * Why it cannot have its size, and what to do about that; empty if it can.
   *
   * @param seen the node pool if there is one
   */
  Optional<String> impossibleSize(Optional<NodePool> seen) {
    List<String> places = zonesAreFixed ? zones : seen.map(NodePool::zones).orElse(zones);
    int count = Math.max(1, places.size());
    int rest = size.orElse(0) % count;
    if (rest == 0) {
      return Optional.empty();
    }
    int lower = size.getAsInt() - rest;
    return Optional.of(
        "%d nodes cannot be spread evenly over the %d zones %s, as GKE has the same number in each: set MachinePool spec.replicas to %d or %d, or name other zones in spec.nodeLocations"
            .formatted(size.getAsInt(), count, String.join(", ", places), lower, lower + count));
  }

  /** Where its version stands. */
  KubernetesUpgrade upgrade(ObservedNodePool seen) {
    return new KubernetesUpgrade(
        seen.pool().name(),
        KubernetesVersion.of(version),
        seen.pool().version(),
        seen.cluster().version(),
        seen.isRolling(),
        Optional.empty(),
        SKEW);
  }
}
