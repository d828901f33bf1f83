package io.weir.provider.aws.machinepool;

import io.weir.provider.Instance;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.refresh.OwedRefresh;
import io.weir.provider.aws.refresh.RefreshObservation;
import io.weir.provider.aws.refresh.RefreshState;
import io.weir.provider.aws.refresh.Rollout;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.template.TemplateGroupState;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What AWS shows of an AWSMachinePool.
 *
 * @param group its Auto Scaling group
 * @param template its launch template
 * @param refreshes what is known of the group's instance refreshes
 */
public record AwsObservedState(
    Optional<ObservedGroup> group,
    Optional<ObservedTemplate> template,
    RefreshObservation refreshes)
    implements TemplateGroupState, RefreshState<AwsObservedState> {

  /** Neither of them; what is proven absent looks like this. */
  public static final AwsObservedState ABSENT =
      new AwsObservedState(Optional.empty(), Optional.empty());

  /** Without a word of instance refreshes. */
  public AwsObservedState(Optional<ObservedGroup> group, Optional<ObservedTemplate> template) {
    this(group, template, new RefreshObservation.NotRead());
  }

  @Override
  public AwsObservedState withGroup(Optional<ObservedGroup> other) {
    return new AwsObservedState(other, template, refreshes);
  }

  /** The same with this launch template, or none. */
  public AwsObservedState withTemplate(Optional<ObservedTemplate> other) {
    return new AwsObservedState(group, other, refreshes);
  }

  @Override
  public AwsObservedState withRefreshes(RefreshObservation other) {
    return new AwsObservedState(group, template, other);
  }

  @Override
  public boolean hasGroup() {
    return group.isPresent();
  }

  @Override
  public boolean hasTemplate() {
    return template.isPresent();
  }

  @Override
  public boolean isGroupDeleting() {
    return group.filter(ObservedGroup::isDeleting).isPresent();
  }

  @Override
  public boolean groupUsesTemplate() {
    return group
        .filter(found -> template.filter(used -> found.usesTemplate(used.id())).isPresent())
        .isPresent();
  }

  @Override
  public boolean groupUsesNewest() {
    return group
        .filter(found -> template.filter(used -> found.usesNewestOf(used.id())).isPresent())
        .isPresent();
  }

  @Override
  public Optional<Ownership> ownershipOfGroup(PoolIdentity pool, ProviderAnnotations annotations) {
    return group.map(found -> found.ownership(pool));
  }

  /**
   * What a group uses that is the pool's is the pool's, and what is used by one of which that is in
   * doubt is in doubt itself.
   */
  @Override
  public Optional<Ownership> ownershipOfTemplate(
      PoolIdentity pool, ProviderAnnotations annotations) {
    Optional<Ownership> user = ownershipOfGroup(pool, annotations).filter(_ -> groupUsesTemplate());
    return template.map(
        found ->
            user.filter(each -> each.hindrance().isPresent())
                .orElseGet(() -> found.ownership(pool, user.isPresent())));
  }

  @Override
  public List<Instance> instances() {
    return group.map(ObservedGroup::instances).orElse(List.of());
  }

  /** The template's versions that instances were made from. */
  public Set<Long> versionsInUse() {
    return group.map(ObservedGroup::versionsInUse).orElse(Set.of());
  }

  /** How far the instances are from what the template asks for. */
  public Rollout rollout(ProviderAnnotations annotations) {
    return new Rollout(
        template.flatMap(found -> OwedRefresh.currentFor(annotations, found)),
        group.filter(found -> !found.isDeleting()),
        template,
        refreshes);
  }

  @Override
  public Optional<String> problem() {
    return group.flatMap(ObservedGroup::problem);
  }

  /** A group that AWS has told its trouble with is not observed more often for it. */
  @Override
  public boolean isChanging() {
    boolean refreshing =
        refreshes instanceof RefreshObservation.Read read && read.active().isPresent();
    return refreshing
        || group.map(found -> found.problem().isEmpty() && found.isChanging()).orElse(true);
  }
}
