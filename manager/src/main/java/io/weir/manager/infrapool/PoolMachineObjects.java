package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.OwnerReference;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.pass.MachineDuties;
import io.weir.pass.PoolMachine;
import io.weir.pass.PoolMachineView;
import io.weir.provider.InfrastructureMachines;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The infrastructure machines of the pools of one kind, as the API server shows them. */
final class PoolMachineObjects {

  private static final String BY_POOL = "pool-of-machine";
  private static final String BY_INSTANCE = "instance-of-machine";
  private static final String BY_PROVIDER_ID = "provider-id-of-machine";

  private final GroupKind poolKind;
  private final String byPool;
  private final String byInstance;
  private final String finalizer;
  private final ObjectCache objects;
  private final Consumer<ObjectKey> wake;

  /**
   * Those of a kind, watched from now on.
   *
   * @param wake has a pool passed, one that is gone as well
   */
  PoolMachineObjects(
      KubeCluster management,
      InfrastructureMachines<?> machines,
      GroupKind poolKind,
      Consumer<ObjectKey> wake) {
    this.poolKind = poolKind;
    this.wake = wake;
    // Pools of several kinds may have machines of one.
    byPool = BY_POOL + " " + poolKind;
    byInstance = BY_INSTANCE + " " + poolKind;
    finalizer = machines.finalizer();
    objects =
        management
            .cache(machines.kind())
            .addIndex(BY_PROVIDER_ID, PoolMachineObjects::providerIdOf)
            .addIndex(byPool, object -> texts(poolsOf(object)))
            .addIndex(byInstance, this::instancesOf);
    var _ = objects.subscribe(this::changed);
  }

  /** Whether all of a namespace are known; if not, nothing may be concluded from an absence. */
  boolean areKnown(String namespace) {
    return objects.syncState() == ObjectCache.SyncState.SYNCED
        && objects.neverRead().stream().noneMatch(key -> key.namespace().equals(namespace));
  }

  /** Whether they may be known some time. */
  boolean areInstalled() {
    return objects.syncState() != ObjectCache.SyncState.NOT_INSTALLED;
  }

  /** The pools with a machine of that provider ID, also one that they do not list any more. */
  Set<ObjectKey> poolsOf(String namespace, String providerId) {
    return objects.byIndex(BY_PROVIDER_ID, namespace + " " + providerId).stream()
        .flatMap(object -> poolsOf(object).stream())
        .collect(Collectors.toSet());
  }

  private static Set<String> providerIdOf(ApiObject object) {
    String id = MachineDuties.providerId(object);
    return id.isEmpty() ? Set.of() : Set.of(object.namespace() + " " + id);
  }

  /** Those that name a pool as their owner, also ones that an earlier pool of its name has left. */
  List<ApiObject> of(ObjectKey pool) {
    return objects.byIndex(byPool, pool.toString());
  }

  /** The object of a name, whosever it is. */
  Optional<ApiObject> find(ObjectKey key) {
    return objects.get(key);
  }

  /**
   * What they say of who leaves the pool. Nothing while they are not known: where their CRD is
   * deleted, all of them are at once, and nobody means their machines.
   */
  PoolMachineView view(ApiObject pool) {
    if (!areKnown(pool.namespace())) {
      return PoolMachineView.NONE;
    }
    return instance ->
        MachineDuties.of(
                instance,
                objects.byIndex(byInstance, instance(pool.key(), instance.providerId())).stream()
                    .filter(object -> isOf(object, pool)))
            .map(this::machine);
  }

  /** One without our finalizer is deleted by Weir itself. */
  private PoolMachine machine(ApiObject object) {
    return new PoolMachine(
        object.name(),
        object.isDeleting() && object.hasFinalizer(finalizer),
        object.annotation(MetadataKeys.DELETE_MACHINE).isPresent());
  }

  /**
   * Whether the pool itself is the owner, and not one that had its name: what the garbage collector
   * deletes since its owner is gone ends no instance.
   */
  boolean isOf(ApiObject object, ApiObject pool) {
    return owners(object).anyMatch(owner -> owner.uid().equals(pool.uid()));
  }

  private Stream<OwnerReference> owners(ApiObject object) {
    return object.ownerReferences().stream().filter(owner -> owner.groupKind().equals(poolKind));
  }

  private Set<ObjectKey> poolsOf(ApiObject object) {
    return owners(object)
        .map(owner -> new ObjectKey(object.namespace(), owner.name()))
        .collect(Collectors.toSet());
  }

  private Set<String> instancesOf(ApiObject object) {
    String id = MachineDuties.providerId(object);
    return id.isEmpty()
        ? Set.of()
        : poolsOf(object).stream().map(pool -> instance(pool, id)).collect(Collectors.toSet());
  }

  private static String instance(ObjectKey pool, String providerId) {
    return pool + " " + providerId;
  }

  private static Set<String> texts(Set<ObjectKey> keys) {
    return keys.stream().map(ObjectKey::toString).collect(Collectors.toSet());
  }

  private void changed(Change change) {
    var concerned = new HashSet<>(poolsOf(change.object()));
    if (change instanceof Change.Updated(ApiObject old, ApiObject now)) {
      if (!isRelevant(old, now)) {
        return;
      }
      concerned.addAll(poolsOf(old));
    }
    concerned.forEach(wake);
  }

  /** Of a change of the status, those who write it need no word. */
  private static boolean isRelevant(ApiObject old, ApiObject now) {
    return !old.spec().equals(now.spec())
        || old.isDeleting() != now.isDeleting()
        || !old.labels().equals(now.labels())
        || !old.annotations().equals(now.annotations())
        || !old.finalizers().equals(now.finalizers())
        || !old.ownerReferences().equals(now.ownerReferences());
  }
}
