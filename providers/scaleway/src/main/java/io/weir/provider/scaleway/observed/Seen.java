package io.weir.provider.scaleway.observed;

import io.weir.api.ObjectKey;
import io.weir.provider.Instance;
import io.weir.provider.Notes;
import io.weir.provider.Observed;
import io.weir.provider.Ownership;
import io.weir.provider.PoolName;
import io.weir.provider.scaleway.api.ScalewayKeys;
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
public record Seen(KapsuleCluster cluster, List<KapsulePool> pools, List<KapsuleNode> nodes)
    implements Observed {

  /** Note: ID of the pool that was made, which proves whose it is when its tags were edited. */
  public static final String POOL_ID = "weir.io/scaleway-pool-id";

  public Seen {
    pools = List.copyOf(pools);
    nodes = List.copyOf(nodes);
  }

  /** The tags that say whose a pool is; Scaleway's own provider sets the same. */
  public static List<String> marks(ObjectKey pool) {
    return List.of(
        ScalewayKeys.NAMESPACE_TAG + "=" + pool.namespace(),
        ScalewayKeys.NAME_TAG + "=" + pool.name());
  }

  /** Those that are this pool's: the noted one first, unless it carries another's marks. */
  public List<KapsulePool> of(ObjectKey pool, Notes notes) {
    String noted = notes.get(POOL_ID).orElse("");
    return pools.stream()
        .filter(each -> marked(each, pool) || (each.id().equals(noted) && !marked(each)))
        .sorted(Comparator.comparing(each -> !each.id().equals(noted)))
        .toList();
  }

  /** Pools of one name, and their nodes among all of the cluster, by the ID of their pool. */
  public static Seen of(
      KapsuleCluster cluster, List<KapsulePool> named, Map<String, List<KapsuleNode>> nodes) {
    var theirs = named.stream().flatMap(pool -> nodes.getOrDefault(pool.id(), List.of()).stream());
    return new Seen(cluster, named, theirs.toList());
  }

  /** A cluster of which nothing else is known. */
  public static Seen nothing(String cluster) {
    return new Seen(new KapsuleCluster(cluster, "", "", ""), List.of(), List.of());
  }

  /** The nodes of one pool. */
  public List<KapsuleNode> nodesOf(KapsulePool pool) {
    return nodes.stream().filter(node -> node.pool().equals(pool.id())).toList();
  }

  /** The same with this pool as an answer showed it. */
  public Seen with(KapsulePool pool) {
    var changed = new ArrayList<>(pools);
    changed.replaceAll(each -> each.id().equals(pool.id()) ? pool : each);
    if (!changed.contains(pool)) {
      changed.add(pool);
    }
    return new Seen(cluster, changed, nodes);
  }

  /** The same without this pool. */
  public Seen without(String id) {
    return new Seen(cluster, pools.stream().filter(p -> !p.id().equals(id)).toList(), nodes);
  }

  @Override
  public Ownership ownership(PoolName pool, Notes notes) {
    return of(pool.pool(), notes).isEmpty()
        ? new Ownership.Foreign(
            "pool %s (%s) of cluster %s was not created for %s: rename one of the two, or give that pool the tags %s"
                .formatted(
                    pool.cloudName(),
                    pools.getFirst().id(),
                    cluster.name(),
                    pool.pool(),
                    String.join(" and ", marks(pool.pool()))))
        : new Ownership.Ours();
  }

  @Override
  public List<Instance> instances() {
    return nodes.stream().map(KapsuleNode::instance).toList();
  }

  @Override
  public boolean moving() {
    return pools.stream().anyMatch(KapsulePool::moving)
        || nodes.stream().anyMatch(KapsuleNode::moving)
        || cluster.status().equals("updating");
  }

  @Override
  public Optional<String> trouble() {
    // Without the nodes' names, which change with every try.
    Optional<String> told =
        Observed.told(
            Stream.concat(
                pools.stream().map(KapsulePool::error), nodes.stream().map(KapsuleNode::error)));
    long well = nodes.stream().filter(node -> node.error().isEmpty()).count();
    int all = pools.stream().mapToInt(KapsulePool::size).sum();
    return told.map(why -> "%d of %d nodes are healthy: %s".formatted(well, all, why));
  }

  private static boolean marked(KapsulePool each, ObjectKey pool) {
    return each.tags().containsAll(marks(pool));
  }

  private static boolean marked(KapsulePool each) {
    return each.tags().stream().anyMatch(tag -> tag.startsWith(ScalewayKeys.NAME_TAG + "="));
  }
}
