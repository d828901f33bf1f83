package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.api.OwnerReference;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import io.weir.manager.objects.Metadata;
import io.weir.manager.runtime.KubeCluster;
import io.weir.manager.runtime.cache.Change;
import io.weir.manager.runtime.cache.ObjectCache;
import io.weir.manager.runtime.kube.Propagation;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects that pools refer to, of whatever kind: each kind is watched from the first reference
 * to it on, and a change of one wakes the pools that refer to it.
 */
final class References {

  private static final String BY_REFERENCE = "refers-to";

  private final KubeCluster management;
  private final ObjectCache machinePools;
  private final Consumer<ObjectKey> wake;
  private final Map<GroupKind, ObjectCache> watched = new ConcurrentHashMap<>();

  References(KubeCluster management, ObjectCache machinePools, Consumer<ObjectKey> wake) {
    this.management = management;
    this.machinePools = machinePools.index(BY_REFERENCE, References::targets);
    this.wake = wake;
  }

  Optional<ApiObject> find(ApiObject machinePool, @Nullable ContractReference reference) {
    return reference == null
        ? Optional.empty()
        : cache(reference.groupKind())
            .get(new ObjectKey(machinePool.namespace(), reference.name()));
  }

  /** Whether an object's absence can be relied on. */
  boolean known(@Nullable ContractReference reference) {
    return reference == null || cache(reference.groupKind()).synced();
  }

  /** Makes the pool the controller of the object, unless somebody else is. */
  Optional<String> take(ApiObject machinePool, String cluster, ApiObject object) {
    Optional<OwnerReference> other =
        object.controller().filter(owner -> !isPool(machinePool, owner));
    if (other.isPresent()) {
      return Optional.of(
          "%s is controlled by %s %s; refer to an object of this pool's own"
              .formatted(object, other.get().kind(), other.get().name()));
    }
    if (!object.deleting()) {
      management
          .client()
          .edit(
              object,
              tree -> {
                Metadata.label(tree, Keys.CLUSTER_NAME, cluster);
                Metadata.control(tree, machinePool);
              });
    }
    return Optional.empty();
  }

  /** Asks for the removal of an object that this pool controls; others' objects stay. */
  void remove(ApiObject machinePool, ApiObject object) {
    boolean ours = object.controller().filter(owner -> isPool(machinePool, owner)).isPresent();
    if (ours && !object.deleting()) {
      management.client().delete(object, Propagation.BACKGROUND);
    }
  }

  private static boolean isPool(ApiObject machinePool, OwnerReference owner) {
    return owner.groupKind().equals(GroupKind.MACHINE_POOL)
        && owner.name().equals(machinePool.name());
  }

  private ObjectCache cache(GroupKind kind) {
    return watched.computeIfAbsent(
        kind,
        _ -> {
          ObjectCache cache = management.cache(kind);
          var _ = cache.subscribe(this::changed);
          return cache;
        });
  }

  private void changed(Change change) {
    ApiObject object = change.object();
    machinePools
        .byIndex(BY_REFERENCE, target(object.groupKind(), object.key()))
        .forEach(pool -> wake.accept(pool.key()));
  }

  private static Set<String> targets(ApiObject machinePool) {
    MachinePool.MachineSpec template = machinePool.as(MachinePool.class).spec().template().spec();
    var targets = new HashSet<String>();
    for (ContractReference reference :
        new @Nullable ContractReference[] {
          template.bootstrap().configRef(), template.infrastructureRef()
        }) {
      if (reference != null) {
        targets.add(
            target(
                reference.groupKind(), new ObjectKey(machinePool.namespace(), reference.name())));
      }
    }
    return targets;
  }

  private static String target(GroupKind kind, ObjectKey key) {
    return kind + " " + key;
  }
}
