package io.weir.engine.pool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.OwnerReference;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whether an object that a pool names goes with the pool. It does, also when the pool has not come
 * to make it its own, unless something shows that it is somebody else's.
 */
public sealed interface PartFate {

  /** It goes. */
  record Goes() implements PartFate {}

  /**
   * It stays as it is.
   *
   * @param because what shows that it is somebody else's, to be read after the object's name
   */
  record Stays(String because) implements PartFate {}

  /**
   * Decides.
   *
   * @param pool the MachinePool that goes
   * @param cluster the name of its Cluster
   * @param part an object that it names
   * @param others the names of MachinePools that stay and name the object too
   */
  static PartFate of(ApiObject pool, String cluster, ApiObject part, List<String> others) {
    Optional<OwnerReference> controller = part.controller();
    if (controller.isPresent()) {
      return isPool(pool, controller.get())
          ? new Goes()
          : stays("is controlled by", controller.get());
    }
    Optional<OwnerReference> stranger =
        part.ownerReferences().stream()
            .filter(Predicate.not(owner -> isPool(pool, owner) || isCluster(cluster, owner)))
            .findFirst();
    if (stranger.isPresent()) {
      return stays("is owned by", stranger.get());
    }
    String labelled = part.label(Keys.CLUSTER_NAME).orElse(cluster);
    if (!labelled.equals(cluster)) {
      return new Stays(
          "belongs to Cluster %s according to its label %s".formatted(labelled, Keys.CLUSTER_NAME));
    }
    return others.isEmpty()
        ? new Goes()
        : new Stays("is named by MachinePool " + String.join(", ", others) + " too");
  }

  /**
   * Whether an owner is this pool. One that was moved has another uid than its objects know, so the
   * name decides; it can't be another pool's in the same namespace.
   */
  static boolean isPool(ApiObject pool, OwnerReference owner) {
    return owner.groupKind().equals(GroupKind.MACHINE_POOL) && owner.name().equals(pool.name());
  }

  private static boolean isCluster(String cluster, OwnerReference owner) {
    return owner.groupKind().equals(GroupKind.CLUSTER) && owner.name().equals(cluster);
  }

  private static Stays stays(String how, OwnerReference owner) {
    return new Stays("%s %s %s".formatted(how, owner.kind(), owner.name()));
  }
}
