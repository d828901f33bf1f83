package io.weir.manager;

import io.weir.api.FeatureGates.Gate;
import io.weir.api.GroupKind;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.work.Controller;
import io.weir.manager.cluster.AttachedClusterControllerSetup;
import io.weir.manager.machinepool.MachinePoolControllerSetup;
import io.weir.manager.workload.WorkloadConnections;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The role of Cluster API's core: Clusters and MachinePools. */
final class CoreModule {

  private CoreModule() {}

  /** The controllers, not started. */
  static List<Controller> controllers(
      ControllerDependencies shared, WorkloadConnections workloads) {
    boolean pools = shared.options().gates().isEnabled(Gate.MACHINE_POOL);
    Optional<ObjectCache> machinePools =
        pools ? Optional.of(shared.management().cache(GroupKind.MACHINE_POOL)) : Optional.empty();
    var controllers = new ArrayList<Controller>();
    controllers.add(
        AttachedClusterControllerSetup.controller(
            shared.management(),
            shared.secrets(),
            machinePools,
            shared.options().watchFilter(),
            workloads,
            shared.events(),
            shared.clock()));
    if (pools) {
      controllers.addAll(machinePoolControllers(shared, workloads));
    }
    return controllers;
  }

  private static List<Controller> machinePoolControllers(
      ControllerDependencies shared, WorkloadConnections workloads) {
    return new MachinePoolControllerSetup(
            shared.management(),
            shared.options().watchFilter(),
            workloads,
            shared.events(),
            shared.clock(),
            shared.options().workers())
        .controllers();
  }
}
