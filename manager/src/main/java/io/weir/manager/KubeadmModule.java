package io.weir.manager;

import io.weir.bootstrap.token.TokenPolicy;
import io.weir.kernel.work.Controller;
import io.weir.manager.kubeadm.KubeadmConfigs;
import java.util.List;

/** The role of the kubeadm bootstrap provider. */
final class KubeadmModule {

  private KubeadmModule() {}

  /** The controllers, not started. */
  static List<Controller> controllers(SharedParts shared) {
    ManagerOptions options = shared.options();
    return KubeadmConfigs.controllers(
        new KubeadmConfigs.Shared(
            shared.management(),
            shared.secrets(),
            options.filter(),
            shared.workloads(),
            shared.events(),
            options.serving(),
            new TokenPolicy(options.tokenTtl(), options.tokenMaxAge()),
            shared.clock(),
            options.workers()));
  }
}
