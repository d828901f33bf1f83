package io.weir.provider;

import java.util.Set;

/**
 * The marks on one cloud object that say whose it is, as the cloud shows them.
 *
 * @param object for people, such as {@code Auto Scaling group workers}
 * @param managementCluster {@link PoolMarks#managementCluster} of its pool; empty without that mark
 * @param pool {@link PoolMarks#pool} of its pool; empty without that mark
 * @param origin what else is known of it
 * @param instances provider IDs of the instances that it has
 * @param areIdsGuessable whether whoever knows its name can guess them, so that to know them proves
 *     nothing
 * @param remedy how its marks are set by hand, for people: {@code tag it with a=b and c=d}
 */
public record OwnerMarks(
    String object,
    String managementCluster,
    String pool,
    Origin origin,
    Set<String> instances,
    boolean areIdsGuessable,
    String remedy) {

  public OwnerMarks {
    instances = Set.copyOf(instances);
  }

  /** Those of an object whose instances have IDs that nobody can guess. */
  public OwnerMarks(
      String object,
      String managementCluster,
      String pool,
      Origin origin,
      Set<String> instances,
      String remedy) {
    this(object, managementCluster, pool, origin, instances, false, remedy);
  }

  /** What tells an object that lacks the marks from any other. */
  public enum Origin {
    /** Nothing does. */
    UNKNOWN,
    /** It carries what Cluster API's own provider marks objects of this pool's Cluster with. */
    UPSTREAM,
    /** It carries what {@link #UPSTREAM} does, and an object that is this pool's uses it. */
    USED_BY_OURS
  }
}
