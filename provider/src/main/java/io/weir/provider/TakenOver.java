package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * From which management clusters a pool has been taken over, as the pool itself notes it. A pool is
 * taken over from each of them once: if its mark is there again, somebody still works there, and
 * the two would take the pool from each other in turn.
 */
public final class TakenOver {

  private TakenOver() {}

  /**
   * UIDs of those from which this management cluster has taken the pool. What another one noted,
   * and a move brought along, says nothing.
   *
   * @param managementCluster UID of this one
   */
  public static Set<String> from(ApiObject pool, String managementCluster) {
    String[] noted = pool.annotation(MetadataKeys.TAKEN_OVER).orElse("").split(" ", 2);
    return noted.length == 2 && noted[0].equals(managementCluster)
        ? Set.copyOf(new TreeSet<>(Arrays.asList(noted[1].split(",", -1))))
        : Set.of();
  }

  /**
   * The annotation to set once a pool has all that administrators let it take over; none while
   * there is nothing to note.
   */
  public static Map<String, Optional<String>> annotations(ReportContext<?, ?> reportContext) {
    OwnershipClaim claim = reportContext.pool().claim();
    var from = new TreeSet<>(claim.takenOverFrom());
    boolean noted = !from.addAll(claim.formerManagementClusters());
    boolean all =
        reportContext.observation().observedState().stream()
            .flatMap(
                seen -> seen.ownerships(reportContext.pool(), reportContext.annotations()).stream())
            .map(Ownership.Ours.class::isInstance)
            .reduce(Boolean::logicalAnd)
            .orElse(false);
    return noted || !all
        ? Map.of()
        : Map.of(
            MetadataKeys.TAKEN_OVER,
            Optional.of(claim.marks().managementCluster() + " " + String.join(",", from)));
  }
}
