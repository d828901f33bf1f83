package io.weir.manager;

import io.weir.kernel.work.Controller;
import io.weir.manager.cluster.AttachedClusterControllerSetup;
import io.weir.manager.machinepool.MachinePoolControllerSetup;
import java.util.ArrayList;
import java.util.List;

/** The role of Cluster API's core: Clusters, MachinePools, and the way to workload clusters. */
final class CoreModule {

  private CoreModule() {}

  /** The controllers, not started. */
  static List<Controller> controllers(ControllerDependencies shared) {
    var controllers = new ArrayList<Controller>();
    controllers.add(shared.workloads().controller());
    controllers.add(
        AttachedClusterControllerSetup.controller(
            shared.management(),
            shared.secrets(),
            shared.options().watchFilter(),
            shared.workloads(),
            shared.events(),
            shared.clock()));
    var pools =
        new MachinePoolControllerSetup(
            shared.management(),
            shared.options().watchFilter(),
            shared.workloads(),
            shared.events(),
            shared.clock(),
            shared.options().workers());
    controllers.addAll(pools.controllers());
    return controllers;
  }
}
