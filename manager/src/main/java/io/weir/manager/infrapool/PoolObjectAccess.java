package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.pass.ObjectAccess;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.ProviderException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The objects of the management cluster for one pool.
 *
 * @param kinds those that its provider makes pools of
 * @param fieldManager by which objects are applied
 */
record PoolObjectAccess(
    ObjectKey pool,
    OwnershipClaim claim,
    Predicate<GroupKind> kinds,
    String fieldManager,
    PoolObjectCaches caches,
    TrackedReads reads,
    KubeClient kube)
    implements ObjectAccess {

  @Override
  public Availability availability(GroupKind kind) {
    return availability(caches.cache(kind), pool.namespace(), () -> caches.problem(kind));
  }

  /**
   * What can be said of the objects of a namespace. One that cannot be read may be any pool's.
   *
   * @param problem why nothing is known of the kind
   */
  static Availability availability(
      ObjectCache objects, String namespace, Supplier<ProviderException> problem) {
    return switch (objects.syncState()) {
      case SYNCED ->
          objects.neverRead().stream()
              .filter(key -> key.namespace().equals(namespace))
              .min(Comparator.comparing(ObjectKey::name))
              .<Availability>map(key -> new Availability.Unknown(unread(objects.kind(), key)))
              .orElseGet(Availability.Known::new);
      case NOT_INSTALLED -> new Availability.NotInstalled();
      case UNKNOWN, SYNCING, UNRELIABLE -> new Availability.Unknown(problem.get());
    };
  }

  private static ProviderException unread(GroupKind kind, ObjectKey key) {
    return new ProviderException.Rejected(
        "%s %s cannot be read, and may be this pool's: make it smaller or less deep, or delete it"
            .formatted(kind.kind(), key),
        null);
  }

  @Override
  public Optional<ApiObject> find(GroupKind kind, ObjectKey key) {
    if (!kinds.test(kind)) {
      return reads.readerFor(pool).find(kind, key);
    }
    reads.track(pool, kind, key);
    return caches.cache(kind).get(key);
  }

  @Override
  public List<ApiObject> owned(GroupKind kind) {
    return Stream.concat(Stream.of(claim.marks().pool()), claim.formerPools().stream())
        .flatMap(mark -> caches.marked(kind, pool.namespace(), mark).stream())
        .toList();
  }

  @Override
  public void apply(ObjectNode object, boolean force) throws ProviderException {
    try {
      ApiObject _ =
          force ? kube.apply(object, fieldManager) : kube.applyUnforced(object, fieldManager);
    } catch (KubeException error) {
      throw ObjectWriteErrors.of(error, !new ApiObject(object).uid().isEmpty());
    }
  }

  @Override
  public void edit(ApiObject object, Consumer<ObjectNode> edit) throws ProviderException {
    try {
      ApiObject _ = kube.edit(object, edit);
    } catch (KubeException error) {
      throw ObjectWriteErrors.of(error, true);
    }
  }

  @Override
  public void delete(ApiObject object) throws ProviderException {
    try {
      kube.delete(object, PropagationPolicy.BACKGROUND);
    } catch (KubeException error) {
      throw ObjectWriteErrors.of(error, true);
    }
  }
}
