package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.core.ContractReference;
import io.weir.engine.pool.ResolvedReference;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.objects.ReferencedKinds;
import io.weir.manager.objects.RevertedWrites;
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
final class ReferenceResolver {

  private static final String BY_REFERENCE = "refers-to";

  private final KubeCluster management;
  private final ReferencedKinds kinds;
  private final InstantSource clock;
  private final Map<GroupKind, Instant> unreadSince = new ConcurrentHashMap<>();

  /**
   * A kind whose objects are not known now.
   *
   * @param since when that was first noticed
   * @param problem one sentence for people
   */
  record UnknownKind(Instant since, String problem) {}

  ReferenceResolver(
      KubeCluster management,
      ObjectCache machinePools,
      InstantSource clock,
      Consumer<ObjectKey> wake) {
    this.management = management;
    this.kinds =
        new ReferencedKinds(
            management, machinePools, BY_REFERENCE, ResolvedReference::references, wake);
    this.clock = clock;
  }

  /**
   * Why nothing can be said about the object yet. To be asked before {@link #resolve}: an object
   * that is not found counts as absent only if its kind was known before it was looked for.
   */
  Optional<UnknownKind> findUnknownKind(@Nullable ContractReference reference) {
    if (reference == null || !isClusterApiKind(reference.groupKind())) {
      return Optional.empty();
    }
    GroupKind kind = reference.groupKind();
    // Whether the kind may be watched at all is known when the CRDs are.
    boolean crds = management.kinds().isComplete();
    if (crds && kinds.cache(kind).isSynced()) {
      unreadSince.remove(kind);
      return Optional.empty();
    }
    Instant since = unreadSince.computeIfAbsent(kind, _ -> clock.instant());
    GroupKind missing = crds ? kind : GroupKind.CUSTOM_RESOURCE_DEFINITION;
    String why =
        management
            .informers()
            .problems()
            .getOrDefault(missing, "the first list has not arrived yet");
    return Optional.of(new UnknownKind(since, "%s can't be watched: %s".formatted(missing, why)));
  }

  /** What the reference leads to. */
  ResolvedReference resolve(ApiObject machinePool, @Nullable ContractReference reference) {
    if (reference == null) {
      return new ResolvedReference.None();
    }
    var key = new ObjectKey(machinePool.namespace(), reference.name());
    String what = "%s %s".formatted(reference.kind(), key);
    if (!isClusterApiKind(reference.groupKind())) {
      return ResolvedReference.unfit(what, reference.groupKind());
    }
    return kinds
        .cache(reference.groupKind())
        .get(key)
        .map(object -> ResolvedReference.of(machinePool, object))
        .orElseGet(() -> absent(what, reference.groupKind()));
  }

  private ResolvedReference absent(String what, GroupKind kind) {
    return ResolvedReference.absent(what, kind, management.kinds().find(kind).isPresent());
  }

  /**
   * What of a reference goes with a pool that is being deleted: an object that stays is somebody
   * else's from now on.
   */
  ResolvedReference deletedWithPool(
      ApiObject machinePool, String cluster, ResolvedReference resolvedReference) {
    return resolvedReference.leaving(machinePool, cluster, kinds::referrersOf);
  }

  /** Makes the pool the controller of an object that nobody else controls. */
  void adopt(
      ApiObject machinePool,
      String cluster,
      ResolvedReference resolvedReference,
      RevertedWrites writes) {
    if (resolvedReference instanceof ResolvedReference.Found(ApiObject object)
        && !object.isDeleting()) {
      ApiObject _ =
          writes.attempt(
              object,
              () ->
                  management
                      .client()
                      .edit(
                          object,
                          tree -> {
                            MetadataEdits.setLabel(tree, MetadataKeys.CLUSTER_NAME, cluster);
                            MetadataEdits.setController(tree, machinePool);
                          }));
    }
  }

  /**
   * Asks for the removal of an object that goes with its pool, as {@link #deletedWithPool} tells.
   *
   * @return whether such an object is still there
   */
  boolean delete(ResolvedReference resolvedReference) {
    if (!(resolvedReference instanceof ResolvedReference.Found(ApiObject object))) {
      return false;
    }
    if (!object.isDeleting()) {
      // Nobody may have made it his since it was seen.
      boolean _ = management.client().deleteUnchanged(object, PropagationPolicy.BACKGROUND);
    }
    return true;
  }

  /**
   * Weir's rights reach further than those of who writes a pool: only kinds that say of themselves
   * that they belong to Cluster API are watched, adopted and deleted for a reference. One that is
   * not installed has no objects, so it does no harm.
   */
  private boolean isClusterApiKind(GroupKind kind) {
    return management
        .kinds()
        .find(kind)
        .map(resource -> !resource.contracts().isEmpty())
        .orElse(true);
  }
}
