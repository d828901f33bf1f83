package io.weir.provider.aws.observed;

import io.weir.provider.Instance;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import io.weir.provider.template.TemplateGroupState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What AWS shows of one pool.
 *
 * @param group its Auto Scaling group
 * @param template its launch template
 * @param problem why instances that should be there are not, in AWS's words
 * @param refreshes what is known of the group's instance refreshes
 * @param hooks the group's lifecycle hooks by name; empty if nobody has read them
 */
public record AwsObservedState(
    Optional<ObservedGroup> group,
    Optional<ObservedTemplate> template,
    Optional<String> problem,
    RefreshObservation refreshes,
    Optional<Map<String, Hook>> hooks)
    implements TemplateGroupState {

  /** Neither of them; what is proven absent looks like this. */
  public static final AwsObservedState ABSENT =
      new AwsObservedState(Optional.empty(), Optional.empty(), Optional.empty());

  public AwsObservedState {
    hooks = hooks.map(Map::copyOf);
  }

  /** Without a word of instance refreshes and hooks. */
  public AwsObservedState(
      Optional<ObservedGroup> group,
      Optional<ObservedTemplate> template,
      Optional<String> trouble) {
    this(group, template, trouble, new RefreshObservation.NotRead(), Optional.empty());
  }

  /** The same with this group, or none. */
  public AwsObservedState withGroup(Optional<ObservedGroup> other) {
    return new AwsObservedState(other, template, problem, refreshes, hooks);
  }

  /** The same with this launch template, or none. */
  public AwsObservedState withTemplate(Optional<ObservedTemplate> other) {
    return new AwsObservedState(group, other, problem, refreshes, hooks);
  }

  /** The same with this as what fails. */
  public AwsObservedState withProblem(Optional<String> other) {
    return new AwsObservedState(group, template, other, refreshes, hooks);
  }

  /** The same with this known of refreshes. */
  public AwsObservedState withRefreshes(RefreshObservation other) {
    return new AwsObservedState(group, template, problem, other, hooks);
  }

  /** The same with these hooks. */
  public AwsObservedState withHooks(Optional<Map<String, Hook>> other) {
    return new AwsObservedState(group, template, problem, refreshes, other);
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

  /** Tags prove it without annotations. */
  @Override
  public Optional<Ownership> ownershipOfGroup(PoolIdentity pool, ProviderAnnotations annotations) {
    return group.map(
        found -> {
          String resource = "Auto Scaling group " + found.name();
          Set<String> instances = PoolMembers.of(instances().stream()).ids();
          return Ownership.of(
              TagMarks.read(resource, found.tags(), pool, false, instances), pool.claim());
        });
  }

  /**
   * What a group uses that is the pool's is the pool's, and what is used by one of which that is in
   * doubt is in doubt itself.
   */
  @Override
  public Optional<Ownership> ownershipOfTemplate(
      PoolIdentity pool, ProviderAnnotations annotations) {
    return template.map(
        found -> {
          Optional<Ownership> user =
              ownershipOfGroup(pool, annotations).filter(_ -> groupUsesTemplate());
          if (user.filter(each -> each.hindrance().isPresent()).isPresent()) {
            return user.get();
          }
          String resource = "launch template " + found.name();
          boolean used = user.isPresent();
          return Ownership.of(
              TagMarks.read(resource, found.tags(), pool, used, Set.of()), pool.claim());
        });
  }

  @Override
  public List<Instance> instances() {
    return group.stream()
        .flatMap(found -> found.members().stream())
        .map(ObservedGroup.GroupInstance::instance)
        .toList();
  }

  /** A group that AWS has told its trouble with is not observed more often for it. */
  @Override
  public boolean isChanging() {
    boolean refreshing =
        refreshes instanceof RefreshObservation.Read read && read.active().isPresent();
    return refreshing || (problem.isEmpty() && group.map(ObservedGroup::isChanging).orElse(true));
  }
}
