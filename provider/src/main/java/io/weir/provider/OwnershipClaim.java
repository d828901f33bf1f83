package io.weir.provider;

import java.util.Optional;
import java.util.Set;

/**
 * What a pool can show for its claim to cloud objects, apart from the marks on them.
 *
 * @param marks what its cloud objects are marked with
 * @param namespace of the pool
 * @param formerPools marks of the pools that administrators say this one was before
 * @param formerManagementClusters UIDs of those whose pools of this namespace administrators have
 *     handed to this management cluster
 * @param adoption whether it may take over what Cluster API's own provider made
 * @param unreadDecisions why it is not known what administrators have decided; empty if it is
 * @param takenOverFrom UIDs of the management clusters that it was taken over from before
 */
public record OwnershipClaim(
    PoolMarks marks,
    String namespace,
    Set<String> formerPools,
    Set<String> formerManagementClusters,
    Adoption adoption,
    Optional<String> unreadDecisions,
    Set<String> takenOverFrom) {

  public OwnershipClaim {
    formerPools = Set.copyOf(formerPools);
    formerManagementClusters = Set.copyOf(formerManagementClusters);
    takenOverFrom = Set.copyOf(takenOverFrom);
  }

  /** One of which it is known what administrators have decided. */
  public OwnershipClaim(
      PoolMarks marks,
      String namespace,
      Set<String> formerPools,
      Set<String> formerManagementClusters,
      Adoption adoption) {
    this(
        marks,
        namespace,
        formerPools,
        formerManagementClusters,
        adoption,
        Optional.empty(),
        Set.of());
  }

  /** A pool that claims only what carries its marks. */
  public static OwnershipClaim byMarks(PoolMarks marks, String namespace) {
    return new OwnershipClaim(marks, namespace, Set.of(), Set.of(), new Adoption.NotRequested());
  }

  /** Whether this is the mark of the pool, or of what administrators say that it was before. */
  public boolean covers(String pool) {
    return pool.equals(marks.pool()) || formerPools.contains(pool);
  }

  /** Whether a pool may take over what Cluster API's own provider made for its Cluster. */
  public sealed interface Adoption {

    /** Nobody asked for it. */
    record NotRequested() implements Adoption {}

    /**
     * The pool asks for it. It gets what has exactly these members, as only the pool of the object
     * should know them.
     *
     * @param members provider IDs in its spec
     * @param decision the line by which administrators grant it
     */
    record Requested(Set<String> members, String decision) implements Adoption {
      public Requested {
        members = Set.copyOf(members);
      }
    }

    /**
     * The pool asks for it, and another one has the same name and a Cluster of the same name, which
     * the mark of Cluster API's provider cannot tell apart; or there may be one that is not seen.
     *
     * @param other for people, such as {@code pool other/workers}
     * @param decision the line by which administrators grant it
     */
    record Contested(String other, String decision) implements Adoption {}

    /** Administrators have decided it. */
    record Granted() implements Adoption {}
  }
}
