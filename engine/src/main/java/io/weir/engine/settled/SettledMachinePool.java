package io.weir.engine.settled;

import io.weir.api.ApiObject;
import io.weir.api.core.MachinePool;
import io.weir.api.core.MachinePoolStatus;
import java.util.Objects;

/** Whether a MachinePool says that its settings have proven themselves. */
public final class SettledMachinePool {

  private SettledMachinePool() {}

  /**
   * Whether it has as many machines as it is to have, one at least, and all of them are up to date
   * and available. Without machines, settings have shown nothing.
   */
  public static boolean isSettled(ApiObject machinePool) {
    MachinePool read = machinePool.as(MachinePool.class);
    MachinePoolStatus status = read.status();
    Integer wanted = Objects.requireNonNullElse(read.spec().replicas(), 1);
    return wanted > 0
        && Objects.requireNonNullElse(status.observedGeneration(), 0L) >= machinePool.generation()
        && wanted.equals(status.replicas())
        && wanted.equals(status.upToDateReplicas())
        && wanted.equals(status.availableReplicas());
  }
}
