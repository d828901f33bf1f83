package io.weir.manager;

import io.weir.bootstrap.token.TokenPolicy;
import io.weir.kernel.work.Controller;
import io.weir.manager.kubeadm.KubeadmConfigControllerSetup;
import io.weir.manager.workload.WorkloadConnections;
import java.util.List;

/** The role of the kubeadm bootstrap provider. */
final class KubeadmModule {

  private KubeadmModule() {}

  /** The controllers, not started. */
  static List<Controller> controllers(
      ControllerDependencies shared, WorkloadConnections workloads) {
    ManagerOptions options = shared.options();
    return KubeadmConfigControllerSetup.controllers(
        new KubeadmConfigControllerSetup.SharedDependencies(
            shared.management(),
            shared.secrets(),
            options.watchFilter(),
            workloads,
            shared.events(),
            options.servingPolicy(),
            new TokenPolicy(options.tokenTtl(), options.tokenMaxAge()),
            shared.clock(),
            options.workers()));
  }
}
