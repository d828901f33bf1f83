package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.Instance;
import io.weir.provider.ObservedState;
import io.weir.provider.OwnerMarks;
import io.weir.provider.OwnerMarks.Origin;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.oci.api.OciTags;
import io.weir.provider.template.TemplateGroupState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What Oracle Cloud shows under the name of a pool, of one cluster.
 *
 * @param pool the instance pool; absent if there is none
 * @param configurations those of the pool by name and tag, and the one that it uses; oldest first
 * @param members its instances, those that are gone left out
 * @param failure what the last work request of the pool says of its failure; empty if nothing does,
 *     or nobody has asked
 */
public record ObservedInstancePool(
    Optional<InstancePool> pool,
    List<InstanceConfiguration> configurations,
    List<PoolInstance> members,
    String failure)
    implements TemplateGroupState {

  /** Nothing is there. */
  public static final ObservedInstancePool NONE =
      new ObservedInstancePool(Optional.empty(), List.of(), List.of(), "");

  public ObservedInstancePool {
    configurations =
        configurations.stream()
            .sorted(
                Comparator.comparing(InstanceConfiguration::created)
                    .thenComparing(InstanceConfiguration::id))
            .toList();
    members = List.copyOf(members);
  }

  /** The configuration that the pool uses, if it is there. */
  Optional<InstanceConfiguration> used() {
    return pool.flatMap(group -> configuration(group.configurationId()));
  }

  /** A configuration by its OCID. */
  public Optional<InstanceConfiguration> configuration(String id) {
    return configurations.stream().filter(each -> each.id().equals(id)).findFirst();
  }

  /** The same with this pool. */
  public ObservedInstancePool with(InstancePool changed) {
    return new ObservedInstancePool(Optional.of(changed), configurations, members, failure);
  }

  /** The same with this configuration, new or changed. */
  public ObservedInstancePool with(InstanceConfiguration changed) {
    var all = new ArrayList<>(without(changed.id()).configurations());
    all.add(changed);
    return new ObservedInstancePool(pool, all, members, failure);
  }

  /** The same without this configuration. */
  public ObservedInstancePool without(String configurationId) {
    return new ObservedInstancePool(
        pool,
        configurations.stream().filter(each -> !each.id().equals(configurationId)).toList(),
        members,
        failure);
  }

  /** The same while an instance goes. */
  public ObservedInstancePool withGoing(String instanceId, boolean shrink) {
    return new ObservedInstancePool(
        pool.map(group -> (shrink ? group.sized(group.size() - 1) : group).in("SCALING")),
        configurations,
        members.stream().map(each -> each.id().equals(instanceId) ? each.going() : each).toList(),
        failure);
  }

  /** The same with what its work request says. */
  public ObservedInstancePool withFailure(String why) {
    return new ObservedInstancePool(pool, configurations, members, why);
  }

  /** Whether nothing is there. */
  public boolean isEmpty() {
    return pool.isEmpty() && configurations.isEmpty();
  }

  @Override
  public boolean hasGroup() {
    return pool.isPresent();
  }

  @Override
  public boolean hasTemplate() {
    return !configurations.isEmpty();
  }

  @Override
  public boolean isGroupDeleting() {
    return pool.filter(InstancePool::isGoing).isPresent();
  }

  @Override
  public boolean groupUsesTemplate() {
    return pool.isPresent();
  }

  @Override
  public boolean groupUsesNewest() {
    return pool.isPresent()
        && !configurations.isEmpty()
        && configurations.getLast().id().equals(pool.get().configurationId());
  }

  @Override
  public Optional<Ownership> ownershipOfGroup(PoolIdentity identity, ProviderAnnotations notes) {
    return pool.map(group -> Ownership.of(marks(group, identity), identity.claim()));
  }

  private OwnerMarks marks(InstancePool group, PoolIdentity identity) {
    return new OwnerMarks(
        "instance pool %s (%s)".formatted(group.name(), group.id()),
        group.tag(OciTags.MANAGEMENT_CLUSTER),
        group.tag(OciTags.POOL),
        group.tag(OciTags.CREATED_BY).equals(OciTags.PROVIDER) ? Origin.UPSTREAM : Origin.UNKNOWN,
        running(),
        remedy(identity.claim().marks()));
  }

  private Set<String> running() {
    return PoolMembers.of(
            members.stream().filter(PoolInstance::isRunning).map(PoolInstance::toInstance))
        .ids();
  }

  /** Of the configuration in use, as long as it is not marked; those beside it are marked. */
  @Override
  public Optional<Ownership> ownershipOfTemplate(PoolIdentity identity, ProviderAnnotations notes) {
    boolean usedByOurs =
        ownershipOfGroup(identity, notes).filter(Ownership.Ours.class::isInstance).isPresent();
    return unmarked()
        .or(() -> used())
        .or(() -> configurations.stream().findFirst())
        .map(each -> Ownership.of(marks(each, identity, usedByOurs), identity.claim()));
  }

  /** The configuration in use, if Cluster API's own provider made it and nobody has marked it. */
  Optional<InstanceConfiguration> unmarked() {
    return used().filter(each -> each.tag(OciTags.POOL).isEmpty());
  }

  private OwnerMarks marks(InstanceConfiguration each, PoolIdentity identity, boolean usedByOurs) {
    boolean upstream = each.tag(OciTags.CREATED_BY).equals(OciTags.PROVIDER);
    Origin origin = usedByOurs ? Origin.USED_BY_OURS : Origin.UPSTREAM;
    return new OwnerMarks(
        "instance configuration %s (%s)".formatted(each.name(), each.id()),
        each.tag(OciTags.MANAGEMENT_CLUSTER),
        each.tag(OciTags.POOL),
        upstream ? origin : Origin.UNKNOWN,
        running(),
        remedy(identity.claim().marks()));
  }

  private static String remedy(PoolMarks marks) {
    return "give it the freeform tags %s=%s and %s=%s"
        .formatted(
            OciTags.MANAGEMENT_CLUSTER, marks.managementCluster(), OciTags.POOL, marks.pool());
  }

  /** Tags with these marks. */
  static ObjectNode marked(ObjectNode tags, PoolIdentity identity) {
    PoolMarks marks = identity.claim().marks();
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.set(
        "freeformTags",
        tags.deepCopy()
            .put(OciTags.MANAGEMENT_CLUSTER, marks.managementCluster())
            .put(OciTags.POOL, marks.pool()));
    return fields;
  }

  @Override
  public boolean showsCreated(ProviderAnnotations notes) {
    String noted = notes.get(InstancePoolNotes.ID).orElse("");
    return pool.filter(group -> group.id().equals(noted)).isPresent();
  }

  @Override
  public List<Instance> instances() {
    return members.stream().map(PoolInstance::toInstance).toList();
  }

  @Override
  public OptionalInt requestedSize() {
    return pool.isEmpty() ? OptionalInt.empty() : OptionalInt.of(pool.get().size());
  }

  @Override
  public boolean isChanging() {
    return pool.filter(InstancePool::isChanging).isPresent()
        || members.stream().anyMatch(PoolInstance::isChanging);
  }

  @Override
  public Optional<String> problem() {
    return ObservedState.joinProblems(
        Stream.of(
            failure,
            pool.filter(InstancePool::isStopped)
                .map(
                    group ->
                        "instance pool %s is %s: start it in Oracle Cloud"
                            .formatted(group.name(), group.state()))
                .orElse("")));
  }
}
