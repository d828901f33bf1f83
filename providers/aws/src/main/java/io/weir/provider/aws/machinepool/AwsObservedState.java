package io.weir.provider.aws.machinepool;

import io.weir.provider.Instance;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.group.OutlivingMachine;
import io.weir.provider.aws.refresh.OwedRefresh;
import io.weir.provider.aws.refresh.RefreshObservation;
import io.weir.provider.aws.refresh.RefreshState;
import io.weir.provider.aws.refresh.Rollout;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.UntriedVersion;
import io.weir.provider.template.TemplateGroupState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What AWS shows of an AWSMachinePool.
 *
 * @param group its Auto Scaling group
 * @param template its launch template
 * @param refreshes what is known of the group's instance refreshes
 * @param outliving machines of a group that is gone; looked for only before the pool is released
 */
public record AwsObservedState(
    Optional<ObservedGroup> group,
    Optional<ObservedTemplate> template,
    RefreshObservation refreshes,
    List<OutlivingMachine> outliving)
    implements TemplateGroupState, RefreshState<AwsObservedState> {

  /** Neither of them; what is proven absent looks like this. */
  public static final AwsObservedState ABSENT =
      new AwsObservedState(Optional.empty(), Optional.empty());

  public AwsObservedState {
    outliving = List.copyOf(outliving);
  }

  /** Without machines that have outlived their group. */
  public AwsObservedState(
      Optional<ObservedGroup> group,
      Optional<ObservedTemplate> template,
      RefreshObservation refreshes) {
    this(group, template, refreshes, List.of());
  }

  /** Without a word of instance refreshes either. */
  public AwsObservedState(Optional<ObservedGroup> group, Optional<ObservedTemplate> template) {
    this(group, template, new RefreshObservation.NotRead());
  }

  @Override
  public AwsObservedState withGroup(Optional<ObservedGroup> other) {
    return new AwsObservedState(other, template, refreshes, outliving);
  }

  /** The same with this launch template, or none. */
  public AwsObservedState withTemplate(Optional<ObservedTemplate> other) {
    return new AwsObservedState(group, other, refreshes, outliving);
  }

  @Override
  public AwsObservedState withRefreshes(RefreshObservation other) {
    return new AwsObservedState(group, template, other, outliving);
  }

  /** The same with these machines of a group that is gone. */
  public AwsObservedState withOutliving(List<OutlivingMachine> other) {
    return new AwsObservedState(group, template, refreshes, other);
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
            user.filter(each -> each.conflict().isPresent())
                .orElseGet(() -> found.ownership(pool, user.isPresent())));
  }

  @Override
  public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations annotations) {
    return Stream.of(
            ownershipOfGroup(pool, annotations),
            ownershipOfTemplate(pool, annotations),
            OutlivingMachine.ownershipOf(outliving, pool))
        .flatMap(Optional::stream)
        .toList();
  }

  @Override
  public List<Instance> instances() {
    return group
        .map(ObservedGroup::instances)
        .orElseGet(() -> outliving.stream().map(OutlivingMachine::instance).toList());
  }

  @Override
  public OptionalInt requestedSize() {
    return group.map(found -> OptionalInt.of(found.desired())).orElse(OptionalInt.empty());
  }

  /** The template's versions that instances were made from. */
  public Set<Long> versionsInUse() {
    return group.map(ObservedGroup::versionsInUse).orElse(Set.of());
  }

  /** Whether nobody knows if instances can be launched from the template's newest version. */
  public boolean isNewestUntried(ProviderAnnotations annotations) {
    return template
        .filter(
            found ->
                UntriedVersion.readFrom(annotations)
                    .filter(noted -> noted.isNewest(found))
                    .isPresent())
        .filter(
            found ->
                group
                    .filter(it -> it.versionsInUse(found.id()).contains(found.latestVersion()))
                    .isEmpty())
        .isPresent();
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
