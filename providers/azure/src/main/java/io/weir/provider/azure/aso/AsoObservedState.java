package io.weir.provider.azure.aso;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.provider.Instance;
import io.weir.provider.ManagementObjects;
import io.weir.provider.ObjectMarks;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.azure.api.AsoKinds;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The objects that a pool has, or lists: those that bear its mark, and those that occupy the names.
 *
 * @param objects by kind and name; at least one
 * @param agentPool the one that is the node pool; absent while it does not exist
 */
public record AsoObservedState(List<ApiObject> objects, Optional<AgentPool> agentPool)
    implements ObservedState {

  public AsoObservedState {
    objects = List.copyOf(objects);
  }

  /**
   * What there is of a pool now; empty if nothing.
   *
   * @param listed the objects that the pool is to have
   * @param kinds those of which it may have some
   */
  public static Optional<AsoObservedState> of(
      String namespace,
      List<ApiObject> listed,
      Set<GroupKind> kinds,
      ManagementObjects management) {
    var found = new TreeMap<String, ApiObject>();
    for (GroupKind kind : kinds) {
      management.owned(kind).forEach(object -> found.put(id(object), object));
    }
    for (ApiObject each : listed) {
      if (AsoKinds.isOne(each.groupKind())) {
        management
            .find(each.groupKind(), new ObjectKey(namespace, each.name()))
            .ifPresent(one -> found.put(id(one), one));
      }
    }
    Set<String> names = listed.stream().map(AsoObservedState::id).collect(Collectors.toSet());
    Optional<AgentPool> agentPool =
        found.values().stream()
            .filter(object -> object.groupKind().equals(AsoKinds.AGENT_POOL))
            .min(Comparator.comparing(object -> !names.contains(id(object))))
            .map(AgentPool::new);
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(new AsoObservedState(List.copyOf(found.values()), agentPool));
  }

  private static String id(ApiObject object) {
    return object.groupKind() + " " + object.name();
  }

  /** The object of that kind and name. */
  public Optional<ApiObject> find(ApiObject wanted) {
    return objects.stream().filter(object -> id(object).equals(id(wanted))).findFirst();
  }

  @Override
  public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations annotations) {
    return objects.stream().map(object -> ObjectMarks.ownership(object, pool)).toList();
  }

  /** Those that are the pool's. */
  public List<ApiObject> ours(PoolIdentity pool) {
    return objects.stream()
        .filter(object -> ObjectMarks.ownership(object, pool) instanceof Ownership.Ours)
        .toList();
  }

  /** Machines are known as Nodes only. */
  @Override
  public List<Instance> instances() {
    return List.of();
  }

  @Override
  public boolean isChanging() {
    return objects.stream()
        .anyMatch(object -> new AsoObject(object).state() != AsoObject.State.READY);
  }

  @Override
  public Optional<String> problem() {
    return ObservedState.joinProblems(
        objects.stream().flatMap(object -> new AsoObject(object).complaint().stream()));
  }
}
