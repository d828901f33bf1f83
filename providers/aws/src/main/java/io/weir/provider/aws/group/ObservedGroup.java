package io.weir.provider.aws.group;

import io.weir.provider.Instance;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMembers;
import io.weir.provider.aws.group.GroupSettings.Hook;
import io.weir.provider.aws.group.GroupSettings.MixedPolicy;
import io.weir.provider.aws.tag.TagMarks;
import io.weir.provider.aws.tag.TaggedResource;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An Auto Scaling group as AWS shows it.
 *
 * @param name its name, unique in account and region
 * @param arn its ARN; empty until AWS has shown the group once
 * @param min smallest number of instances
 * @param max largest number of instances
 * @param desired number of instances that AWS works towards
 * @param subnets ids, sorted
 * @param template what new instances are made from; absent if the group does not use one
 * @param mixed several instance types and purchase options; absent for one type
 * @param capacityRebalance whether spot instances at risk are replaced early
 * @param cooldown seconds between simple scaling activities
 * @param warmup seconds until a new instance counts in metrics; 0 if not set
 * @param status empty, or what AWS says while it deletes the group
 * @param tags its tags
 * @param members its instances, sorted by id
 * @param suspended its processes that are suspended, whoever suspended them
 * @param hooks its lifecycle hooks by name; empty if nobody has read them
 * @param problem why instances that should be there are not, in AWS's words
 */
public record ObservedGroup(
    String name,
    String arn,
    int min,
    int max,
    int desired,
    List<String> subnets,
    Optional<TemplateReference> template,
    @Nullable MixedPolicy mixed,
    boolean capacityRebalance,
    int cooldown,
    int warmup,
    String status,
    Map<String, String> tags,
    List<GroupInstance> members,
    Set<String> suspended,
    Optional<Map<String, Hook>> hooks,
    Optional<String> problem) {

  private static final String TYPE = "Auto Scaling group";
  private static final String LATEST = "$Latest";

  /** Those that change only by what people or we do. */
  private static final Set<Instance.State> SETTLED =
      Set.of(Instance.State.RUNNING, Instance.State.IDLE, Instance.State.HELD);

  public ObservedGroup {
    subnets = subnets.stream().distinct().sorted().toList();
    tags = Map.copyOf(tags);
    members =
        members.stream().sorted(Comparator.comparing(member -> member.instance().id())).toList();
    suspended = Collections.unmodifiableSet(new TreeSet<>(suspended));
    hooks = hooks.map(Map::copyOf);
  }

  /** Without a word of its hooks, or of what fails. */
  public ObservedGroup(
      String name,
      String arn,
      int min,
      int max,
      int desired,
      List<String> subnets,
      Optional<TemplateReference> template,
      @Nullable MixedPolicy mixed,
      boolean capacityRebalance,
      int cooldown,
      int warmup,
      String status,
      Map<String, String> tags,
      List<GroupInstance> members,
      Set<String> suspended) {
    this(
        name,
        arn,
        min,
        max,
        desired,
        subnets,
        template,
        mixed,
        capacityRebalance,
        cooldown,
        warmup,
        status,
        tags,
        members,
        suspended,
        Optional.empty(),
        Optional.empty());
  }

  /** A launch template as a group points at it: AWS fills in id and name, whichever was given. */
  public record TemplateReference(String id, String name, String version) {}

  /** The same group with another number of instances that AWS works towards. */
  public ObservedGroup withDesired(int other) {
    return with(other, status, tags, members, suspended, hooks, problem);
  }

  /** The same group with other instances. */
  public ObservedGroup withMembers(List<GroupInstance> other) {
    return with(desired, status, tags, other, suspended, hooks, problem);
  }

  /** The same group in another status. */
  public ObservedGroup withStatus(String other) {
    return with(desired, other, tags, members, suspended, hooks, problem);
  }

  /** The same group with other tags. */
  public ObservedGroup withTags(Map<String, String> other) {
    return with(desired, status, other, members, suspended, hooks, problem);
  }

  /** The same group with other processes switched off. */
  public ObservedGroup withSuspended(Set<String> other) {
    return with(desired, status, tags, members, other, hooks, problem);
  }

  /** The same group with these hooks. */
  public ObservedGroup withHooks(Optional<Map<String, Hook>> other) {
    return with(desired, status, tags, members, suspended, other, problem);
  }

  /** The same group with this as what fails. */
  public ObservedGroup withProblem(Optional<String> other) {
    return with(desired, status, tags, members, suspended, hooks, other);
  }

  private ObservedGroup with(
      int newDesired,
      String newStatus,
      Map<String, String> newTags,
      List<GroupInstance> newMembers,
      Set<String> newSuspended,
      Optional<Map<String, Hook>> newHooks,
      Optional<String> newProblem) {
    return new ObservedGroup(
        name,
        arn,
        min,
        max,
        newDesired,
        subnets,
        template,
        mixed,
        capacityRebalance,
        cooldown,
        warmup,
        newStatus,
        newTags,
        newMembers,
        newSuspended,
        newHooks,
        newProblem);
  }

  /** As what its tags hang on. */
  public TaggedResource resource() {
    return new TaggedResource(TYPE, name, name);
  }

  /** Whether it is an Auto Scaling group that tags hang on. */
  public static boolean isA(TaggedResource resource) {
    return resource.type().equals(TYPE);
  }

  /** Whose it is. Tags prove it without annotations. */
  public Ownership ownership(PoolIdentity pool) {
    Set<String> instances = PoolMembers.of(instances().stream()).ids();
    return Ownership.of(
        TagMarks.read(resource().toString(), tags, pool, false, instances), pool.claim());
  }

  /** What the engine needs of its instances. */
  public List<Instance> instances() {
    return members.stream().map(GroupInstance::instance).toList();
  }

  /** The instance with this id; empty if the group has none. */
  public Optional<GroupInstance> member(String id) {
    return members.stream().filter(member -> member.instance().id().equals(id)).findFirst();
  }

  /** The versions of its template that instances were made from. */
  public Set<Long> versionsInUse() {
    return members.stream()
        .map(GroupInstance::version)
        .flatMapToLong(OptionalLong::stream)
        .boxed()
        .collect(Collectors.toSet());
  }

  /** The versions of this launch template that instances were made from. */
  public Set<Long> versionsInUse(String templateId) {
    return members.stream()
        .filter(member -> member.template().equals(templateId))
        .map(GroupInstance::version)
        .flatMapToLong(OptionalLong::stream)
        .boxed()
        .collect(Collectors.toSet());
  }

  /** Whether AWS is deleting the group; nothing else can be done with it then. */
  public boolean isDeleting() {
    return status.startsWith("Delete");
  }

  /** Whether new instances are made from some version of this launch template. */
  public boolean usesTemplate(String id) {
    return template.filter(used -> used.id().equals(id)).isPresent();
  }

  /** Whether new instances are made from the newest version of this launch template. */
  public boolean usesNewestOf(String id) {
    return template
        .filter(used -> used.version().equals(LATEST))
        .filter(used -> used.id().isEmpty() || used.id().equals(id))
        .isPresent();
  }

  /** Instances that run or will, and count towards the desired number. */
  public long stayingCount() {
    return members.stream()
        .filter(GroupInstance::countsTowardsDesired)
        .filter(GroupInstance::isStaying)
        .count();
  }

  /** Whether its instances are not yet what they are to be. */
  public boolean isChanging() {
    return isDeleting()
        || stayingCount() != desired
        || !members.stream()
            .map(groupInstance -> groupInstance.instance().state())
            .allMatch(SETTLED::contains);
  }
}
