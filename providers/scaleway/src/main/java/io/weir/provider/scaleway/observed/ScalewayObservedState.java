package io.weir.provider.scaleway.observed;

import io.weir.api.ObjectKey;
import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.scaleway.api.ScalewayConstants;
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

  /** Note: ID of the pool that was made, which proves whose it is when its tags were edited. */
  public static final String POOL_ID = "weir.io/scaleway-pool-id";

  public ScalewayObservedState {
    pools = List.copyOf(pools);
    nodes = List.copyOf(nodes);
  }

  /** The tags that say whose a pool is; Scaleway's own provider sets the same. */
  public static List<String> ownershipTags(ObjectKey pool) {
    return List.of(
        ScalewayConstants.NAMESPACE_TAG + "=" + pool.namespace(),
        ScalewayConstants.NAME_TAG + "=" + pool.name());
  }

  /** Those that are this pool's: the noted one first, unless it carries another's marks. */
  public List<KapsulePool> of(ObjectKey pool, ProviderAnnotations providerAnnotations) {
    String noted = providerAnnotations.get(POOL_ID).orElse("");
    return pools.stream()
        .filter(each -> marked(each, pool) || (each.id().equals(noted) && !marked(each)))
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

  @Override
  public Ownership ownership(PoolIdentity pool, ProviderAnnotations providerAnnotations) {
    return of(pool.key(), providerAnnotations).isEmpty()
        ? new Ownership.Foreign(
            "pool %s (%s) of cluster %s was not created for %s: rename one of the two, or give that pool the tags %s"
                .formatted(
                    pool.cloudName(),
                    pools.getFirst().id(),
                    cluster.name(),
                    pool.key(),
                    String.join(" and ", ownershipTags(pool.key()))))
        : new Ownership.Ours();
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

  private static boolean marked(KapsulePool each, ObjectKey pool) {
    return each.tags().containsAll(ownershipTags(pool));
  }

  private static boolean marked(KapsulePool each) {
    return each.tags().stream().anyMatch(tag -> tag.startsWith(ScalewayConstants.NAME_TAG + "="));
  }
}
