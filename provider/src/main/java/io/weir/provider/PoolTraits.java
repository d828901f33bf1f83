package io.weir.provider;

/**
 * How pools differ, as far as the manager must know. The contract kit proves each trait that the
 * manager acts on, or its opposite. Begin with {@link #DEFAULT} and change what differs.
 *
 * @param needsBootstrapData whether instances need bootstrap data; if not, the manager reads none
 * @param sizing who decides how many instances there are
 * @param rolls who replaces outdated instances
 * @param drains who drains the Nodes of instances that leave
 * @param picksVictims who picks the instances that leave when the pool shrinks; if Weir does, the
 *     plan honours {@link PoolIntent.Leave}
 * @param membersAreNodes whether members are told by labels of Nodes, {@link
 *     PoolProvider#nodeLabels}, and not by the cloud
 */
public record PoolTraits(
    boolean needsBootstrapData,
    Sizing sizing,
    Actor rolls,
    Actor drains,
    Actor picksVictims,
    boolean membersAreNodes) {

  /** No bootstrap data, sized by the MachinePool, everything else left to the cloud. */
  public static final PoolTraits DEFAULT =
      new PoolTraits(
          false, new Sizing.ByMachinePool(), Actor.CLOUD, Actor.CLOUD, Actor.CLOUD, false);

  /** Who decides how many instances a pool has. */
  public sealed interface Sizing {

    /** {@code MachinePool.spec.replicas}. */
    record ByMachinePool() implements Sizing {}

    /**
     * The cloud: the manager marks the MachinePool so, and copies the cloud's size into it.
     *
     * @param managedBy the value of {@code cluster.x-k8s.io/replicas-managed-by} that says so
     */
    record ByCloud(String managedBy) implements Sizing {}
  }

  /** The same with bootstrap data. */
  public PoolTraits withBootstrapData() {
    return new PoolTraits(true, sizing, rolls, drains, picksVictims, membersAreNodes);
  }

  /** The same, sized so. */
  public PoolTraits withSizing(Sizing by) {
    return new PoolTraits(needsBootstrapData, by, rolls, drains, picksVictims, membersAreNodes);
  }

  /** The same with outdated instances replaced by it, unless people say otherwise. */
  public PoolTraits withRollsBy(Actor by) {
    return new PoolTraits(needsBootstrapData, sizing, by, drains, picksVictims, membersAreNodes);
  }

  /** The same with Nodes drained by it. */
  public PoolTraits withDrainsBy(Actor by) {
    return new PoolTraits(needsBootstrapData, sizing, rolls, by, picksVictims, membersAreNodes);
  }

  /** The same with victims picked by it. */
  public PoolTraits withVictimsPickedBy(Actor by) {
    return new PoolTraits(needsBootstrapData, sizing, rolls, drains, by, membersAreNodes);
  }

  /** The same with members told by labels of Nodes. */
  public PoolTraits withNodesAsMembers() {
    return new PoolTraits(needsBootstrapData, sizing, rolls, drains, picksVictims, true);
  }
}
