package io.weir.provider.gcp.group;

import io.weir.provider.DesiredState;
import io.weir.provider.PoolMarks;
import io.weir.provider.gcp.template.DesiredTemplate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a managed instance group should be.
 *
 * @param name unique in its zone or region
 * @param region its region
 * @param zones where its machines are, sorted; one for a zonal group
 * @param replicas how many machines the MachinePool asks for
 * @param externallySized whether the MachinePool says that somebody else decides how many there are
 * @param autoscaled whether an autoscaler of Google's was seen to decide it
 * @param template what machines are made from
 * @param marks what the group is marked with
 * @param staleUserDataReason that the user data is for another Kubernetes version than the pool,
 *     and who makes it anew; the template waits for that. Empty if it is not
 */
public record DesiredGroup(
    String name,
    String region,
    List<String> zones,
    int replicas,
    boolean externallySized,
    boolean autoscaled,
    DesiredTemplate template,
    PoolMarks marks,
    Optional<String> staleUserDataReason)
    implements DesiredState {

  public DesiredGroup {
    zones = List.copyOf(zones);
  }

  @Override
  public OptionalInt desiredSize() {
    return externallySized || autoscaled ? OptionalInt.empty() : OptionalInt.of(replicas);
  }

  /** Where it is made. */
  public GroupLocation location() {
    return zones.size() == 1
        ? GroupLocation.ofZone(zones.getFirst())
        : GroupLocation.ofRegion(region);
  }
}
