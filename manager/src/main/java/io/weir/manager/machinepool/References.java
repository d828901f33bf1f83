package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import io.weir.engine.pool.PartFate;
import io.weir.engine.pool.PoolSnapshot;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.Propagation;
import io.weir.manager.objects.ReferredKinds;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
        new ReferredKinds(management, machinePools, BY_REFERENCE, References::references, wake);
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
      return new Referred.Unfit(
          what,
          "is not of a Cluster API kind, as the CRD of %s has no contract label such as %sv1beta2: reference an object of a kind that has one"
              .formatted(reference.groupKind(), Keys.CONTRACT_PREFIX));
    }
    return kinds
        .cache(reference.groupKind())
        .get(key)
        .map(object -> of(machinePool, object))
        .orElseGet(() -> new Referred.Absent(what, absence(reference.groupKind())));
  }

  private String absence(GroupKind kind) {
    return management.kinds().find(kind).isPresent()
        ? PoolSnapshot.ABSENT
        : "is of a kind that is not installed: install the CRD of " + kind;
  }

  /** An object, seen by a pool. */
  static Referred of(ApiObject machinePool, ApiObject object) {
    return object
        .controller()
        .filter(owner -> !PartFate.isPool(machinePool, owner))
        .<Referred>map(
            other ->
                new Referred.Foreign(
                    "%s is controlled by %s %s; reference an object of this pool's own"
                        .formatted(object, other.kind(), other.name())))
        .orElseGet(() -> new Referred.Found(object));
  }

  /**
   * What of a reference goes with a pool that is being deleted: an object that stays is somebody
   * else's from now on.
   */
  Referred leaving(ApiObject machinePool, String cluster, Referred referred) {
    if (!(referred instanceof Referred.Found(ApiObject object))) {
      return referred;
    }
    return switch (PartFate.of(machinePool, cluster, object, others(machinePool, object))) {
      case PartFate.Goes _ -> referred;
      case PartFate.Stays(String because) ->
          new Referred.Foreign("%s %s".formatted(object, because));
    };
  }

  /** Who else names the object, and is not about to go. */
  private List<String> others(ApiObject machinePool, ApiObject object) {
    return kinds.referringTo(object).stream()
        .filter(pool -> !pool.deleting() && !pool.name().equals(machinePool.name()))
        .map(ApiObject::name)
        .sorted()
        .toList();
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

  private static List<ContractReference> references(ApiObject machinePool) {
    MachinePool.MachineSpec template = machinePool.as(MachinePool.class).spec().template().spec();
    return Stream.of(
            Optional.ofNullable(template.bootstrap().configRef()),
            Optional.ofNullable(template.infrastructureRef()))
        .flatMap(Optional::stream)
        .toList();
  }
}
