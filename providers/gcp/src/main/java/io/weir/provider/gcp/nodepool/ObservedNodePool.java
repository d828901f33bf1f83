package io.weir.provider.gcp.nodepool;

import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.gcp.group.ManagedInstance;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A node pool with its nodes.
 *
 * @param project that its nodes are in
 * @param cluster the cluster that it is in
 * @param pool what GKE says of it
 * @param groups its nodes by zone; none of a pool that nobody of ours has marked
 */
public record ObservedNodePool(
    String project, GkeCluster cluster, NodePool pool, List<NodeGroup> groups)
    implements ObservedState {

  public ObservedNodePool {
    groups = List.copyOf(groups);
  }

  @Override
  public List<Ownership> ownerships(PoolIdentity identity, ProviderAnnotations notes) {
    return List.of(Ownership.of(NodePoolMarks.read(this, identity.claim()), identity.claim()));
  }

  private Stream<ManagedInstance> machines() {
    return groups.stream().flatMap(group -> group.members().stream());
  }

  @Override
  public List<Instance> instances() {
    return machines()
        .map(each -> each.instance(project))
        .map(each -> pool.isDeleting() ? each.in(Instance.State.TERMINATING) : each)
        .toList();
  }

  /** How many nodes were asked for, in all zones. */
  int size() {
    return groups.stream().mapToInt(NodeGroup::size).sum();
  }

  @Override
  public OptionalInt requestedSize() {
    return pool.isDeleting() ? OptionalInt.empty() : OptionalInt.of(size());
  }

  /**
   * Whether GKE takes a change now; not of a cluster that is going, which takes its pools along.
   */
  boolean isChangeable() {
    return pool.isChangeable() && cluster.takesPools();
  }

  /** Whether each zone was asked for so many nodes; GKE may have failed before it made a group. */
  boolean hasOfZone(int count) {
    return groups.isEmpty() ? count == 0 : groups.stream().allMatch(group -> group.size() == count);
  }

  /** Whether GKE is replacing nodes. */
  boolean isRolling() {
    return pool.status().equals(NodePool.RECONCILING)
        && groups.stream().anyMatch(group -> !group.current());
  }

  @Override
  public boolean isChanging() {
    return !pool.isChangeable() || groups.stream().anyMatch(NodeGroup::isChanging);
  }

  @Override
  public Optional<String> problem() {
    return ObservedState.joinProblems(
        Stream.concat(
            pool.troubles().stream(),
            NodeFailures.of(machines().filter(ManagedInstance::isStaying).toList()).stream()));
  }
}
