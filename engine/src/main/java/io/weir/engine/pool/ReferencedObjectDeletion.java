package io.weir.engine.pool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.OwnerReference;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whether an object that a pool names goes with the pool. It does, also when the pool has not come
 * to make it its own, unless something shows that it is somebody else's.
 */
public sealed interface ReferencedObjectDeletion {

  /** It goes. */
  record Delete() implements ReferencedObjectDeletion {}

  /**
   * It stays as it is.
   *
   * @param reason what shows that it is somebody else's, to be read after the object's name
   */
  record Keep(String reason) implements ReferencedObjectDeletion {}

  /**
   * Decides.
   *
   * @param pool the MachinePool that goes
   * @param cluster the name of its Cluster
   * @param part an object that it names
   * @param others the names of MachinePools that stay and name the object too
   */
  static ReferencedObjectDeletion decide(
      ApiObject pool, String cluster, ApiObject part, List<String> others) {
    Optional<OwnerReference> controller = part.controller();
    if (controller.isPresent()) {
      return isOwnedBy(pool, controller.get())
          ? new Delete()
          : stays("is controlled by", controller.get());
    }
    Optional<OwnerReference> stranger =
        part.ownerReferences().stream()
            .filter(Predicate.not(owner -> isOwnedBy(pool, owner) || isCluster(cluster, owner)))
            .findFirst();
    if (stranger.isPresent()) {
      return stays("is owned by", stranger.get());
    }
    String labelled = part.label(MetadataKeys.CLUSTER_NAME).orElse(cluster);
    if (!labelled.equals(cluster)) {
      return new Keep(
          "belongs to Cluster %s according to its label %s"
              .formatted(labelled, MetadataKeys.CLUSTER_NAME));
    }
    return others.isEmpty()
        ? new Delete()
        : new Keep("is named by MachinePool " + String.join(", ", others) + " too");
  }

  /**
   * Whether an owner is this pool. One that was moved has another uid than its objects know, so the
   * name decides; it can't be another pool's in the same namespace.
   */
  static boolean isOwnedBy(ApiObject pool, OwnerReference owner) {
    return owner.groupKind().equals(GroupKind.MACHINE_POOL) && owner.name().equals(pool.name());
  }

  private static boolean isCluster(String cluster, OwnerReference owner) {
    return owner.groupKind().equals(GroupKind.CLUSTER) && owner.name().equals(cluster);
  }

  private static Keep stays(String how, OwnerReference owner) {
    return new Keep("%s %s %s".formatted(how, owner.kind(), owner.name()));
  }
}
