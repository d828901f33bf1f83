package io.weir.manager;

import io.weir.kernel.work.Controller;
import io.weir.manager.bootstrap.TokenlessConfigSetup;
import io.weir.manager.eks.EksConfigControllerSetup;
import io.weir.manager.gke.GkeConfigControllerSetup;
import io.weir.manager.roles.Roles;
import java.util.ArrayList;
import java.util.List;

/** The roles of the bootstrap providers that hand out no join tokens: for EKS and for GKE. */
final class TokenlessModule {

  private TokenlessModule() {}

  /** The controllers of those that are on, not started. */
  static List<Controller> controllers(ControllerDependencies shared) {
    ManagerOptions options = shared.options();
    Roles roles = options.roles();
    var dependencies =
        new TokenlessConfigSetup.SharedDependencies(
            shared.management(),
            shared.secrets(),
            options.watchFilter(),
            shared.events(),
            options.servingPolicy(),
            shared.clock(),
            options.workers());
    var controllers = new ArrayList<Controller>();
    if (roles.hasEks()) {
      controllers.addAll(EksConfigControllerSetup.controllers(dependencies));
    }
    if (roles.hasGke()) {
      controllers.addAll(GkeConfigControllerSetup.controllers(dependencies));
    }
    return List.copyOf(controllers);
  }
}
