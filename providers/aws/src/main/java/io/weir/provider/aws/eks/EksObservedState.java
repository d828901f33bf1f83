package io.weir.provider.aws.eks;

import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.template.ObservedTemplate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What AWS shows of an AWSManagedMachinePool.
 *
 * @param cluster the EKS cluster
 * @param nodegroup its node group
 * @param groups Auto Scaling groups of the node group
 * @param template its launch template
 * @param role the role that Weir makes for it, if somebody made a role of that name
 * @param failedUpdate why the last update of the node group that we know of failed; empty if none
 *     has
 */
public record EksObservedState(
    String cluster,
    Optional<ObservedNodegroup> nodegroup,
    List<ObservedGroup> groups,
    Optional<ObservedTemplate> template,
    Optional<ObservedRole> role,
    Optional<String> failedUpdate)
    implements ObservedState {

  public EksObservedState {
    groups = List.copyOf(groups);
  }

  /** Nothing of a pool. */
  public static EksObservedState absent(String cluster) {
    return new EksObservedState(
        cluster, Optional.empty(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Whether nothing is there that is, or may be, the pool's. */
  public boolean isAbsent() {
    return nodegroup.isEmpty() && template.isEmpty() && madeRole().isEmpty();
  }

  /** Whether Cluster API's provider, or Weir, made something for a cluster, by its tags. */
  public static boolean isOfCluster(String cluster, Map<String, String> tags) {
    return EksMarks.areOfCluster(cluster, tags);
  }

  /** The role, if it was made for the node group; one that people made is used and left alone. */
  public Optional<ObservedRole> madeRole() {
    return role.filter(found -> found.isMadeFor(cluster));
  }

  /** The Auto Scaling group that takes tags and hooks; EKS makes one for each node group. */
  public Optional<ObservedGroup> group() {
    return groups.stream().findFirst();
  }

  /** The same with this node group, or none. */
  public EksObservedState withNodegroup(Optional<ObservedNodegroup> other) {
    return new EksObservedState(cluster, other, groups, template, role, failedUpdate);
  }

  /** The same with this launch template, or none. */
  public EksObservedState withTemplate(Optional<ObservedTemplate> other) {
    return new EksObservedState(cluster, nodegroup, groups, other, role, failedUpdate);
  }

  /** The same with this role, or none. */
  public EksObservedState withRole(Optional<ObservedRole> other) {
    return new EksObservedState(cluster, nodegroup, groups, template, other, failedUpdate);
  }

  /** The same with this in the place of its first Auto Scaling group. */
  public EksObservedState withGroup(Optional<ObservedGroup> other) {
    return new EksObservedState(
        cluster,
        nodegroup,
        Stream.concat(other.stream(), groups.stream().skip(1)).toList(),
        template,
        role,
        failedUpdate);
  }

  Optional<Ownership> ownershipOfNodegroup(PoolIdentity pool) {
    return nodegroup.map(
        found ->
            EksMarks.ownership(
                found.resource().toString(),
                cluster,
                found.tags(),
                pool,
                false,
                PoolMembers.of(instances().stream()).ids()));
  }

  Optional<Ownership> ownershipOfTemplate(PoolIdentity pool) {
    return template.map(
        found ->
            EksMarks.ownership(
                found.resource().toString(),
                cluster,
                found.tags(),
                pool,
                usesTemplate(found.id()) && isNodegroupOurs(pool),
                Set.of()));
  }

  Optional<Ownership> ownershipOfRole(PoolIdentity pool) {
    return madeRole()
        .map(
            found ->
                EksMarks.ownership(
                    found.resource().toString(),
                    cluster,
                    found.tags(),
                    pool,
                    nodegroup.filter(used -> used.nodeRole().equals(found.arn())).isPresent()
                        && isNodegroupOurs(pool),
                    Set.of()));
  }

  private boolean usesTemplate(String id) {
    return nodegroup
        .flatMap(ObservedNodegroup::template)
        .filter(used -> used.id().equals(id))
        .isPresent();
  }

  private boolean isNodegroupOurs(PoolIdentity pool) {
    return ownershipOfNodegroup(pool).filter(Ownership.Ours.class::isInstance).isPresent();
  }

  /** What the node group uses is in doubt with it, and is looked at once the node group is ours. */
  @Override
  public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations annotations) {
    Optional<Ownership> ofNodegroup = ownershipOfNodegroup(pool);
    if (ofNodegroup.filter(whose -> !(whose instanceof Ownership.Ours)).isPresent()) {
      return ofNodegroup.stream().toList();
    }
    return Stream.of(ofNodegroup, ownershipOfTemplate(pool), ownershipOfRole(pool))
        .flatMap(Optional::stream)
        .toList();
  }

  @Override
  public List<Instance> instances() {
    return groups.stream()
        .flatMap(group -> group.instances().stream())
        .sorted(Comparator.comparing(Instance::id))
        .toList();
  }

  @Override
  public boolean isChanging() {
    return nodegroup.map(ObservedNodegroup::isChanging).orElse(true)
        || groups.stream().anyMatch(ObservedGroup::isChanging);
  }

  @Override
  public Optional<String> problem() {
    return ObservedState.joinProblems(
        Stream.of(
                nodegroup.stream().flatMap(found -> found.issues().stream()), failedUpdate.stream())
            .flatMap(said -> said));
  }
}
