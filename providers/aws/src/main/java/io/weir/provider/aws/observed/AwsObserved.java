package io.weir.provider.aws.observed;

import io.weir.provider.Instance;
import io.weir.provider.Notes;
import io.weir.provider.Observed;
import io.weir.provider.Ownership;
import io.weir.provider.PoolName;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What AWS shows of one pool.
 *
 * @param group its Auto Scaling group
 * @param template its launch template
 * @param trouble why instances that should be there are not, in AWS's words
 * @param refreshes what is known of the group's instance refreshes
 * @param hooks the group's lifecycle hooks by name; empty if nobody has read them
 */
public record AwsObserved(
    Optional<Group> group,
    Optional<Template> template,
    Optional<String> trouble,
    Refreshes refreshes,
    Optional<Map<String, Hook>> hooks)
    implements Observed {

  /** Neither of them; what is proven absent looks like this. */
  public static final AwsObserved NOTHING =
      new AwsObserved(Optional.empty(), Optional.empty(), Optional.empty());

  public AwsObserved {
    hooks = hooks.map(Map::copyOf);
  }

  /** Without a word of instance refreshes and hooks. */
  public AwsObserved(Optional<Group> group, Optional<Template> template, Optional<String> trouble) {
    this(group, template, trouble, new Refreshes.NotRead(), Optional.empty());
  }

  /** The same with this group, or none. */
  public AwsObserved withGroup(Optional<Group> other) {
    return new AwsObserved(other, template, trouble, refreshes, hooks);
  }

  /** The same with this launch template, or none. */
  public AwsObserved withTemplate(Optional<Template> other) {
    return new AwsObserved(group, other, trouble, refreshes, hooks);
  }

  /** The same with this known of refreshes. */
  public AwsObserved withRefreshes(Refreshes other) {
    return new AwsObserved(group, template, trouble, other, hooks);
  }

  /** The same with these hooks. */
  public AwsObserved withHooks(Optional<Map<String, Hook>> other) {
    return new AwsObserved(group, template, trouble, refreshes, other);
  }

  @Override
  public Ownership ownership(PoolName pool, Notes notes) {
    return ownership(pool);
  }

  /** The same; tags prove it without notes. */
  public Ownership ownership(PoolName pool) {
    var groups = ownershipOfGroup(pool);
    return groups instanceof Ownership.Foreign ? groups : ownershipOfTemplate(pool);
  }

  /** Whose the group is; ours if there is none. */
  public Ownership ownershipOfGroup(PoolName pool) {
    return group
        .map(found -> Owners.of("Auto Scaling group " + found.name(), found.tags(), pool))
        .orElseGet(Ownership.Ours::new);
  }

  /** Whose the template is; ours if there is none. */
  public Ownership ownershipOfTemplate(PoolName pool) {
    return template
        .map(found -> Owners.of("launch template " + found.name(), found.tags(), pool))
        .orElseGet(Ownership.Ours::new);
  }

  @Override
  public List<Instance> instances() {
    return group.stream()
        .flatMap(found -> found.members().stream())
        .map(Group.Member::instance)
        .toList();
  }

  /** A group that AWS has told its trouble with is not observed more often for it. */
  @Override
  public boolean moving() {
    boolean refreshing = refreshes instanceof Refreshes.Read read && read.active().isPresent();
    return refreshing || (trouble.isEmpty() && group.map(Group::moving).orElse(true));
  }
}
