package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.api.core.ContractReference;
import io.weir.engine.pool.Referred;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.Propagation;
import io.weir.manager.objects.ReferredKinds;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects that pools refer to, of whatever Cluster API kind: each kind is watched from the
 * first reference to it on, and a change of one wakes the pools that refer to it.
 */
final class References {

  private static final String BY_REFERENCE = "refers-to";

  private final KubeCluster management;
  private final ReferredKinds kinds;
  private final InstantSource clock;
  private final Map<GroupKind, Instant> unreadSince = new ConcurrentHashMap<>();

  /**
   * A kind whose objects are not known now.
   *
   * @param since when that was first noticed
   * @param trouble one sentence for people
   */
  record Unread(Instant since, String trouble) {}

  References(
      KubeCluster management,
      ObjectCache machinePools,
      InstantSource clock,
      Consumer<ObjectKey> wake) {
    this.management = management;
    this.kinds =
        new ReferredKinds(management, machinePools, BY_REFERENCE, Referred::references, wake);
    this.clock = clock;
  }

  /**
   * Why nothing can be said about the object yet. To be asked before {@link #find}: an object that
   * is not found counts as absent only if its kind was known before it was looked for.
   */
  Optional<Unread> unread(@Nullable ContractReference reference) {
    if (reference == null || !fit(reference.groupKind())) {
      return Optional.empty();
    }
    GroupKind kind = reference.groupKind();
    // Whether the kind may be watched at all is known when the CRDs are.
    boolean crds = management.kinds().complete();
    if (crds && kinds.cache(kind).synced()) {
      unreadSince.remove(kind);
      return Optional.empty();
    }
    Instant since = unreadSince.computeIfAbsent(kind, _ -> clock.instant());
    GroupKind missing = crds ? kind : GroupKind.CUSTOM_RESOURCE_DEFINITION;
    String why =
        management
            .informers()
            .troubles()
            .getOrDefault(missing, "the first list has not arrived yet");
    return Optional.of(new Unread(since, "%s can't be watched: %s".formatted(missing, why)));
  }

  /** What the reference leads to. */
  Referred find(ApiObject machinePool, @Nullable ContractReference reference) {
    if (reference == null) {
      return new Referred.None();
    }
    var key = new ObjectKey(machinePool.namespace(), reference.name());
    String what = "%s %s".formatted(reference.kind(), key);
    if (!fit(reference.groupKind())) {
      return Referred.unfit(what, reference.groupKind());
    }
    return kinds
        .cache(reference.groupKind())
        .get(key)
        .map(object -> Referred.of(machinePool, object))
        .orElseGet(() -> absent(what, reference.groupKind()));
  }

  private Referred absent(String what, GroupKind kind) {
    return Referred.absent(what, kind, management.kinds().find(kind).isPresent());
  }

  /**
   * What of a reference goes with a pool that is being deleted: an object that stays is somebody
   * else's from now on.
   */
  Referred leaving(ApiObject machinePool, String cluster, Referred referred) {
    return referred.leaving(machinePool, cluster, kinds::referringTo);
  }

  /** Makes the pool the controller of an object that nobody else controls. */
  void take(ApiObject machinePool, String cluster, Referred referred) {
    if (referred instanceof Referred.Found(ApiObject object) && !object.deleting()) {
      management
          .client()
          .edit(
              object,
              tree -> {
                Metadata.label(tree, Keys.CLUSTER_NAME, cluster);
                Metadata.control(tree, machinePool);
              });
    }
  }

  /**
   * Asks for the removal of an object that goes with its pool, as {@link #leaving} tells.
   *
   * @return whether such an object is still there
   */
  boolean remove(Referred referred) {
    if (!(referred instanceof Referred.Found(ApiObject object))) {
      return false;
    }
    if (!object.deleting()) {
      // Nobody may have made it his since it was seen.
      management.client().deleteUnchanged(object, Propagation.BACKGROUND);
    }
    return true;
  }

  /**
   * Weir's rights reach further than those of who writes a pool: only kinds that say of themselves
   * that they belong to Cluster API are watched, adopted and deleted for a reference. One that is
   * not installed has no objects, so it does no harm.
   */
  private boolean fit(GroupKind kind) {
    return management
        .kinds()
        .find(kind)
        .map(resource -> !resource.contracts().isEmpty())
        .orElse(true);
  }
}
