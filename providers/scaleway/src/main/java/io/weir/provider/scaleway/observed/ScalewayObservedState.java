package io.weir.provider.scaleway.observed;

import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.scaleway.kapsule.KapsuleCluster;
import io.weir.provider.scaleway.kapsule.KapsuleNode;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What Kapsule shows under the name of a pool; names are not unique.
 *
 * @param cluster the cluster that they are in
 * @param pools all pools of the name, oldest first; at least one
 * @param nodes their nodes
 */
public record ScalewayObservedState(
    KapsuleCluster cluster, List<KapsulePool> pools, List<KapsuleNode> nodes)
    implements ObservedState {

  /**
   * Note: ID of the pool that was made. It tells which of several of its name is used, and one that
   * has lost the mark of its management cluster from those that Scaleway's own provider made.
   */
  public static final String POOL_ID = "weir.io/scaleway-pool-id";

  private static final int RANK_OURS = 0;
  private static final int RANK_CLAIMABLE = 1;

  public ScalewayObservedState {
    pools = List.copyOf(pools);
    nodes = List.copyOf(nodes);
  }

  /** Those that carry this pool's marks: the noted one first. */
  public List<KapsulePool> marked(PoolIdentity pool, ProviderAnnotations providerAnnotations) {
    return ranked(pool, providerAnnotations, RANK_OURS);
  }

  /** Those that are this pool's once they are marked: the noted one first. */
  public List<KapsulePool> claimable(PoolIdentity pool, ProviderAnnotations providerAnnotations) {
    return ranked(pool, providerAnnotations, RANK_CLAIMABLE);
  }

  private List<KapsulePool> ranked(
      PoolIdentity pool, ProviderAnnotations providerAnnotations, int rank) {
    String noted = providerAnnotations.get(POOL_ID).orElse("");
    return pools.stream()
        .filter(each -> rank(ownership(each, pool, noted)) == rank)
        .sorted(Comparator.comparing(each -> !each.id().equals(noted)))
        .toList();
  }

  /** Pools of one name, and their nodes among all of the cluster, by the ID of their pool. */
  public static ScalewayObservedState of(
      KapsuleCluster cluster, List<KapsulePool> named, Map<String, List<KapsuleNode>> nodes) {
    var theirs = named.stream().flatMap(pool -> nodes.getOrDefault(pool.id(), List.of()).stream());
    return new ScalewayObservedState(cluster, named, theirs.toList());
  }

  /** A cluster of which nothing else is known. */
  public static ScalewayObservedState empty(String cluster) {
    return new ScalewayObservedState(new KapsuleCluster(cluster, "", "", ""), List.of(), List.of());
  }

  /** The nodes of one pool. */
  public List<KapsuleNode> nodesOf(KapsulePool pool) {
    return nodes.stream().filter(node -> node.pool().equals(pool.id())).toList();
  }

  /** The same with this pool as an answer showed it. */
  public ScalewayObservedState with(KapsulePool pool) {
    var changed = new ArrayList<>(pools);
    changed.replaceAll(each -> each.id().equals(pool.id()) ? pool : each);
    if (!changed.contains(pool)) {
      changed.add(pool);
    }
    return new ScalewayObservedState(cluster, changed, nodes);
  }

  /** The same without this pool. */
  public ScalewayObservedState without(String id) {
    return new ScalewayObservedState(
        cluster, pools.stream().filter(p -> !p.id().equals(id)).toList(), nodes);
  }

  /** Of one of them: where one is the pool's, others of its name do not matter. */
  @Override
  public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations providerAnnotations) {
    String noted = providerAnnotations.get(POOL_ID).orElse("");
    return pools.stream()
        .map(each -> ownership(each, pool, noted))
        .min(Comparator.comparingInt(ScalewayObservedState::rank))
        .map(List::of)
        .orElseThrow();
  }

  private static int rank(Ownership ownership) {
    return switch (ownership) {
      case Ownership.Ours _ -> RANK_OURS;
      case Ownership.Claimable _ -> RANK_CLAIMABLE;
      case Ownership.Held _ -> 2;
      case Ownership.Foreign _ -> 3;
    };
  }

  private Ownership ownership(KapsulePool each, PoolIdentity pool, String noted) {
    return Ownership.of(
        KapsuleMarks.read(each, pool, cluster, nodesOf(each), each.id().equals(noted)),
        pool.claim());
  }

  @Override
  public boolean showsCreated(ProviderAnnotations providerAnnotations) {
    String noted = providerAnnotations.get(POOL_ID).orElse("");
    return pools.stream().anyMatch(each -> each.id().equals(noted));
  }

  @Override
  public List<Instance> instances() {
    return nodes.stream().map(KapsuleNode::toInstance).toList();
  }

  @Override
  public boolean isChanging() {
    return pools.stream().anyMatch(KapsulePool::isChanging)
        || nodes.stream().anyMatch(KapsuleNode::isChanging)
        || cluster.status().equals("updating");
  }

  @Override
  public Optional<String> problem() {
    // Without the nodes' names, which change with every try.
    Optional<String> reported =
        ObservedState.joinProblems(
            Stream.concat(
                pools.stream().map(KapsulePool::error), nodes.stream().map(KapsuleNode::error)));
    long well = nodes.stream().filter(node -> node.error().isEmpty()).count();
    int all = pools.stream().mapToInt(KapsulePool::size).sum();
    return reported.map(why -> "%d of %d nodes are healthy: %s".formatted(well, all, why));
  }
}
