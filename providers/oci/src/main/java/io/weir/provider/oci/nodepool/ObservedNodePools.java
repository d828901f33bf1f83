package io.weir.provider.oci.nodepool;

import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * What OKE shows under the name of a pool; names are not unique.
 *
 * @param cluster the cluster that they are in
 * @param pools all node pools of the name that are not gone; at least one
 */
public record ObservedNodePools(OkeCluster cluster, List<NodePool> pools) implements ObservedState {
  private static final int RANK_OURS = 0;
  private static final int RANK_CLAIMABLE = 1;

  public ObservedNodePools {
    pools = List.copyOf(pools);
  }

  /** Those that carry this pool's marks: the noted one first. */
  List<NodePool> marked(PoolIdentity pool, ProviderAnnotations notes) {
    return ranked(pool, notes, RANK_OURS);
  }

  /** Those that are this pool's once they are marked: the noted one first. */
  List<NodePool> claimable(PoolIdentity pool, ProviderAnnotations notes) {
    return ranked(pool, notes, RANK_CLAIMABLE);
  }

  private List<NodePool> ranked(PoolIdentity pool, ProviderAnnotations notes, int rank) {
    String noted = notes.get(NodePoolNotes.ID).orElse("");
    return pools.stream()
        .filter(each -> rank(ownership(each, pool)) == rank)
        .sorted(Comparator.comparing(each -> !each.id().equals(noted)))
        .toList();
  }

  /** The same with this pool as it is now. */
  public ObservedNodePools with(NodePool pool) {
    var changed = new ArrayList<>(pools);
    changed.replaceAll(each -> each.id().equals(pool.id()) ? pool : each);
    return new ObservedNodePools(cluster, changed);
  }

  /** One of them. */
  public Optional<NodePool> find(String id) {
    return pools.stream().filter(each -> each.id().equals(id)).findFirst();
  }

  /** Of one of them: where one is the pool's, others of its name do not matter. */
  @Override
  public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations notes) {
    return pools.stream()
        .map(each -> ownership(each, pool))
        .min(Comparator.comparingInt(ObservedNodePools::rank))
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

  private static Ownership ownership(NodePool each, PoolIdentity pool) {
    return Ownership.of(NodePoolMarks.read(each, pool), pool.claim());
  }

  @Override
  public boolean showsCreated(ProviderAnnotations notes) {
    return notes.get(NodePoolNotes.ID).filter(id -> find(id).isPresent()).isPresent();
  }

  @Override
  public List<Instance> instances() {
    return pools.stream()
        .flatMap(pool -> pool.nodes().stream())
        .filter(OkeNode::isInstance)
        .map(OkeNode::toInstance)
        .toList();
  }

  @Override
  public OptionalInt requestedSize() {
    return OptionalInt.of(
        pools.stream().filter(pool -> !pool.isDeleting()).mapToInt(NodePool::size).sum());
  }

  @Override
  public boolean isChanging() {
    return pools.stream().anyMatch(NodePool::isChanging) || cluster.state().equals("UPDATING");
  }

  @Override
  public Optional<String> problem() {
    return ObservedState.joinProblems(
        pools.stream()
            .flatMap(
                pool ->
                    Stream.concat(
                        Stream.of(pool.trouble()), pool.nodes().stream().map(OkeNode::error))));
  }
}
