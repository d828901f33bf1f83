package io.weir.manager;

import io.weir.kernel.work.Controller;
import io.weir.manager.bootstrap.TokenlessConfigSetup;
import io.weir.manager.eks.EksConfigControllerSetup;
import java.util.List;

/** The role of the bootstrap provider for EKS. */
final class EksModule {

  private EksModule() {}

  /** The controllers, not started. */
  static List<Controller> controllers(ControllerDependencies shared) {
    ManagerOptions options = shared.options();
    return EksConfigControllerSetup.controllers(
        new TokenlessConfigSetup.SharedDependencies(
            shared.management(),
            shared.secrets(),
            options.watchFilter(),
            shared.events(),
            options.servingPolicy(),
            shared.clock(),
            options.workers()));
  }
}
