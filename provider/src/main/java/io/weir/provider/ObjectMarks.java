package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.provider.OwnershipClaim.Adoption;
import java.util.Set;

/** Whose an API object that a pool is made of is. Its marks are annotations. */
public final class ObjectMarks {

  private ObjectMarks() {}

  /**
   * Decides. One without marks and without another controller is claimed by a pool that asks for
   * it: whoever can ask is at home in the object's namespace, so that no more proof is needed.
   */
  public static Ownership ownership(ApiObject object, PoolIdentity pool) {
    String managementCluster = object.annotation(PoolMarks.MANAGEMENT_CLUSTER_KEY).orElse("");
    String marked = object.annotation(PoolMarks.POOL_KEY).orElse("");
    String what = object.groupKind().kind() + " " + object.key();
    if (managementCluster.isEmpty() && marked.isEmpty()) {
      return ofUnmarked(object, what, pool);
    }
    PoolMarks wanted = pool.claim().marks();
    String remedy =
        "annotate it with %s=%s and %s=%s"
            .formatted(
                PoolMarks.MANAGEMENT_CLUSTER_KEY,
                wanted.managementCluster(),
                PoolMarks.POOL_KEY,
                wanted.pool());
    return Ownership.of(
        new OwnerMarks(
            what, managementCluster, marked, OwnerMarks.Origin.UNKNOWN, Set.of(), remedy),
        pool.claim());
  }

  private static Ownership ofUnmarked(ApiObject object, String what, PoolIdentity pool) {
    return object
        .controller()
        .filter(owner -> !owner.uid().equals(pool.uid()))
        .<Ownership>map(
            owner ->
                new Ownership.Foreign(
                    "%s belongs to %s %s: give this pool another name"
                        .formatted(what, owner.groupKind().kind(), owner.name()),
                    true))
        .orElseGet(() -> ofNobodys(what, pool));
  }

  private static Ownership ofNobodys(String what, PoolIdentity pool) {
    return pool.claim().adoption() instanceof Adoption.NotRequested
        ? new Ownership.Foreign(
            "%s exists and is not this pool's: to take it over, annotate this pool with %s=true; else give this pool another name"
                .formatted(what, Ownership.ADOPT),
            false)
        : new Ownership.Claimable(true, "the pool asks for it");
  }
}
