package io.weir.manager.eks;

import io.weir.api.GroupKind;
import io.weir.bootstrap.eks.EksClusterInfo;
import io.weir.bootstrap.eks.EksDataRenderer;
import io.weir.bootstrap.eks.KubeconfigAuthority;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.work.Controller;
import io.weir.manager.bootstrap.BootstrapKind;
import io.weir.manager.bootstrap.TokenlessConfigSetup;
import io.weir.manager.objects.ChangePredicates;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Puts the controllers of EKSConfigs and NodeadmConfigs together with what they watch. */
public final class EksConfigControllerSetup {

  private EksConfigControllerSetup() {}

  /** The controllers, not started: one a kind. */
  public static List<Controller> controllers(TokenlessConfigSetup.SharedDependencies shared) {
    return Stream.of(GroupKind.EKS_CONFIG, GroupKind.NODEADM_CONFIG)
        .map(kind -> controller(shared, kind))
        .toList();
  }

  private static Controller controller(
      TokenlessConfigSetup.SharedDependencies shared, GroupKind kind) {
    var setup =
        new TokenlessConfigSetup(
            shared,
            new BootstrapKind(kind, clusterSecrets(kind), EksDataRenderer::requiredSecretKeys),
            "the EKS bootstrap provider of Cluster API's AWS provider");
    ObjectCache controlPlanes = shared.management().cache(EksClusterInfo.CONTROL_PLANE);
    setup.watchNamedByClusters(
        controlPlanes,
        (cluster, controlPlane) ->
            EksInputsReader.controlPlane(cluster).filter(controlPlane.key()::equals).isPresent(),
        change ->
            ChangePredicates.hasChanged(change, "/spec")
                || ChangePredicates.hasChanged(change, "/metadata/annotations"));
    return setup.controller(
        contents -> {
          var inputs = new EksInputsReader(contents, controlPlanes);
          return (config, ready) -> EksDataRenderer.render(inputs.read(config, ready));
        });
  }

  private static Set<String> clusterSecrets(GroupKind kind) {
    return EksClusterInfo.hasAuthority(kind)
        ? Set.of(KubeconfigAuthority.name(""), CaSecret.name(""))
        : Set.of();
  }
}
