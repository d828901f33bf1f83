package io.weir.manager.gke;

import io.weir.api.GroupKind;
import io.weir.bootstrap.gke.GkeDataRenderer;
import io.weir.kernel.work.Controller;
import io.weir.manager.bootstrap.BootstrapKind;
import io.weir.manager.bootstrap.TokenlessConfigSetup;
import java.util.List;
import java.util.Set;

/** Puts the controller of GKEConfigs together with what it watches. */
public final class GkeConfigControllerSetup {

  private GkeConfigControllerSetup() {}

  /** The controller, not started. */
  public static List<Controller> controllers(TokenlessConfigSetup.SharedDependencies shared) {
    var setup =
        new TokenlessConfigSetup(
            shared,
            new BootstrapKind(GroupKind.GKE_CONFIG, Set.of(), _ -> Set.of()),
            "the GKE bootstrap provider of Cluster API's Google Cloud provider");
    return List.of(
        setup.controller(_ -> (config, ready) -> GkeDataRenderer.render(config, ready.owner())));
  }
}
