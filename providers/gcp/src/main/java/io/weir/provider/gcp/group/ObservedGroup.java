package io.weir.provider.gcp.group;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.OwnerMarks;
import io.weir.provider.OwnerMarks.Origin;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.fingerprint.TemplateFingerprint;
import io.weir.provider.gcp.api.GroupMarks;
import io.weir.provider.gcp.template.DesiredTemplate;
import io.weir.provider.gcp.template.InstanceTemplate;
import io.weir.provider.gcp.template.TemplateMarks;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A managed instance group and its instance templates as Compute Engine shows them.
 *
 * @param name of the group
 * @param project that it is in
 * @param group all that Compute Engine says of it; a missing node if there is none
 * @param members its machines, sorted by name
 * @param templates those that are marked as the group's, or that it or its machines use, by name
 * @param operations how far writes are
 */
public record ObservedGroup(
    String name,
    String project,
    JsonNode group,
    List<ManagedInstance> members,
    Map<String, InstanceTemplate> templates,
    OperationStatus operations)
    implements ObservedState {

  private static final int MOST_PROBLEMS = 3;

  public ObservedGroup {
    members = members.stream().sorted(Comparator.comparing(ManagedInstance::id)).toList();
    templates = Map.copyOf(new TreeMap<>(templates));
  }

  /** One of which nothing is there. */
  public static ObservedGroup absent(String name, String project) {
    return new ObservedGroup(
        name, project, Json.MAPPER.missingNode(), List.of(), Map.of(), OperationStatus.NONE);
  }

  /** The same with these writes under way. */
  public ObservedGroup with(OperationStatus status) {
    return new ObservedGroup(name, project, group, members, templates, status);
  }

  /** The same with one more template. */
  public ObservedGroup withTemplate(GroupStep.CreateTemplate made) {
    var more = new TreeMap<>(templates);
    more.put(
        made.template(),
        new InstanceTemplate(made.template(), Optional.of(made.marks()), Set.of()));
    return new ObservedGroup(name, project, group, members, more, operations);
  }

  /** The same without a template. */
  public ObservedGroup withoutTemplate(String template) {
    var fewer = new TreeMap<>(templates);
    fewer.remove(template);
    return new ObservedGroup(name, project, group, members, fewer, operations);
  }

  /** Reads the entries of the list of managed instances. */
  public static List<ManagedInstance> readMembers(List<JsonNode> entries) {
    return entries.stream()
        .map(ManagedInstance::read)
        .filter(each -> !each.name().isEmpty())
        .toList();
  }

  /** Whether there is a group. */
  public boolean hasGroup() {
    return group.isObject();
  }

  /** Where the group is; there must be one. */
  public GroupLocation location() {
    return GroupLocation.of(group);
  }

  /** The zones that it is in, sorted. */
  public List<String> zones() {
    return location().isRegional()
        ? group
            .path("distributionPolicy")
            .path("zones")
            .valueStream()
            .map(each -> InstanceTemplate.nameIn(each.path("zone").asText("")))
            .sorted()
            .toList()
        : List.of(location().name());
  }

  /** How many machines Compute Engine has been asked for. */
  public int targetSize() {
    return group.path("targetSize").asInt();
  }

  /** By which a write says what it was decided on. */
  public String fingerprint() {
    return group.path("fingerprint").asText("");
  }

  /** Name of the autoscaler of Compute Engine that sizes the group; empty if none does. */
  public Optional<String> autoscaler() {
    return Optional.of(group.path("status").path("autoscaler").asText(""))
        .map(InstanceTemplate::nameIn)
        .filter(name -> !name.isEmpty());
  }

  /** Whether an autoscaler of Compute Engine sizes the group. */
  public boolean hasAutoscaler() {
    return autoscaler().isPresent();
  }

  /** Whether it is going; nothing else can be done with it then. */
  public boolean isDeleting() {
    return operations.deleting();
  }

  /** {@link GroupSettings#PROACTIVE}, {@link GroupSettings#OPPORTUNISTIC}, or empty. */
  public String updateType() {
    return group.path("updatePolicy").path("type").asText("");
  }

  /** Names of the templates that it makes machines from: two while somebody tries one of them. */
  public Set<String> usedTemplates() {
    return Stream.concat(
            Stream.of(group.path("instanceTemplate")),
            group.path("versions").valueStream().map(each -> each.path("instanceTemplate")))
        .map(each -> InstanceTemplate.nameIn(each.asText("")))
        .filter(each -> !each.isEmpty())
        .collect(Collectors.toSet());
  }

  /** The only template that it makes machines from; empty if that is not known. */
  public Optional<InstanceTemplate> template() {
    Set<String> used = usedTemplates();
    return used.size() == 1
        ? Optional.ofNullable(templates.get(used.iterator().next()))
        : Optional.empty();
  }

  /** What its template was made from; empty if Weir did not make it. */
  public Optional<TemplateFingerprint> templateFingerprint() {
    return template().flatMap(InstanceTemplate::marks).map(TemplateMarks::fingerprint);
  }

  /** What machines are taken for whose template says nothing; empty if nothing tells. */
  Optional<TemplateFingerprint> adopted() {
    return templates.values().stream()
        .sorted(Comparator.comparing(InstanceTemplate::name))
        .flatMap(each -> each.marks().stream())
        .flatMap(each -> each.adopted().stream())
        .findFirst();
  }

  /** Members that stay unless something is done to them; not those that are kept warm. */
  public List<ManagedInstance> staying() {
    return isDeleting()
        ? List.of()
        : members.stream()
            .filter(ManagedInstance::isStaying)
            .filter(each -> !each.isIdle())
            .toList();
  }

  @Override
  public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations providerAnnotations) {
    if (hasGroup()) {
      return List.of(Ownership.of(groupMarks(pool), pool.claim()));
    }
    List<Ownership> ofTemplates =
        templates.values().stream().map(each -> ownership(each, pool)).toList();
    Ownership ours = new Ownership.Ours();
    return List.of(
        ofTemplates.isEmpty() || ofTemplates.stream().anyMatch(each -> each.conflict().isEmpty())
            ? ours
            : ofTemplates.getFirst());
  }

  private OwnerMarks groupMarks(PoolIdentity pool) {
    JsonNode metadata = group.path("allInstancesConfig").path("properties").path("metadata");
    PoolMarks wanted = pool.claim().marks();
    return new OwnerMarks(
        "managed instance group %s in %s".formatted(name, location()),
        metadata.path(GroupMarks.MANAGEMENT_CLUSTER).asText(""),
        metadata.path(GroupMarks.POOL).asText(""),
        isOfUpstream(pool) ? Origin.UPSTREAM : Origin.UNKNOWN,
        PoolMembers.of(instances().stream()).ids(),
        "set %s=%s and %s=%s in the metadata of its all-instances configuration"
            .formatted(
                GroupMarks.MANAGEMENT_CLUSTER,
                wanted.managementCluster(),
                GroupMarks.POOL,
                wanted.pool()));
  }

  private boolean isOfUpstream(PoolIdentity pool) {
    return !pool.clusterName().isEmpty()
        && template()
            .filter(each -> each.clusters().contains(pool.clusterName()))
            .filter(each -> each.marks().isEmpty())
            .isPresent();
  }

  /** Whose a template is that has marks. */
  static Ownership ownership(InstanceTemplate template, PoolIdentity pool) {
    PoolMarks found = template.marks().map(TemplateMarks::pool).orElse(new PoolMarks("", ""));
    return Ownership.of(
        new OwnerMarks(
            "instance template " + template.name(),
            found.managementCluster(),
            found.pool(),
            Origin.UNKNOWN,
            Set.of(),
            "delete it"),
        pool.claim());
  }

  /** Templates that are the pool's, or were before it came here, sorted by name. */
  List<InstanceTemplate> ownTemplates(PoolIdentity pool) {
    return templates.values().stream()
        .filter(each -> each.marks().isPresent())
        .filter(each -> ownership(each, pool).conflict().isEmpty())
        .sorted(Comparator.comparing(InstanceTemplate::name))
        .toList();
  }

  @Override
  public List<Instance> instances() {
    return members.stream()
        .map(each -> each.instance(project))
        .map(each -> isDeleting() ? each.in(Instance.State.TERMINATING) : each)
        .toList();
  }

  /** Whether an instance is of the template that the group has now. */
  public Freshness freshness(DesiredTemplate want, Instance instance) {
    return members.stream()
        .filter(each -> each.id().equals(instance.id()))
        .findFirst()
        .map(each -> freshness(want, each))
        .orElse(Freshness.UNKNOWN);
  }

  Freshness freshness(DesiredTemplate want, ManagedInstance member) {
    Optional<TemplateFingerprint> current = templateFingerprint();
    Optional<TemplateFingerprint> found =
        Optional.ofNullable(templates.get(member.template()))
            .flatMap(InstanceTemplate::marks)
            .map(TemplateMarks::fingerprint)
            .or(() -> member.template().isEmpty() ? Optional.empty() : adopted());
    if (current.isEmpty() || found.isEmpty()) {
      return Freshness.UNKNOWN;
    }
    return isOutdated(want, current.get(), found.get()) ? Freshness.OUTDATED : Freshness.CURRENT;
  }

  private static boolean isOutdated(
      DesiredTemplate want, TemplateFingerprint current, TemplateFingerprint found) {
    boolean settled = !want.changeFrom(Optional.of(current)).outdatesInstances();
    if (settled || found.rule() != current.rule()) {
      return want.changeFrom(Optional.of(found)).outdatesInstances();
    }
    return !found.revision().equals(current.revision());
  }

  /** The same of all that stay. */
  public List<Freshness> freshnessOfStaying(DesiredTemplate want) {
    return staying().stream().map(each -> freshness(want, each)).toList();
  }

  @Override
  public OptionalInt requestedSize() {
    return hasGroup() && !isDeleting() ? OptionalInt.of(targetSize()) : OptionalInt.empty();
  }

  @Override
  public boolean isChanging() {
    return operations.waiting()
        || !group.path("status").path("isStable").asBoolean(true)
        || members.stream().anyMatch(ManagedInstance::isChanging)
        || (!members.isEmpty() && staying().size() != targetSize());
  }

  @Override
  public Optional<String> problem() {
    return ObservedState.joinProblems(
        Stream.concat(operations.failure().stream(), problemOfMembers().stream()));
  }

  /** Of a thousand machines that fail alike, a few words say enough. */
  private Optional<String> problemOfMembers() {
    Predicate<ManagedInstance> fails =
        each -> !each.errors().isEmpty() && each.state() != Instance.State.RUNNING;
    List<ManagedInstance> failing = staying().stream().filter(fails).toList();
    List<String> problems =
        failing.stream()
            .flatMap(each -> each.errors().stream())
            .map(InstanceError::describe)
            .distinct()
            .sorted()
            .limit(MOST_PROBLEMS)
            .toList();
    return ObservedState.joinProblems(problems.stream())
        .map(
            why ->
                "%d of %d machines cannot be made: %s"
                    .formatted(failing.size(), targetSize(), why));
  }
}
