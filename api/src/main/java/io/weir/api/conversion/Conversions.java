package io.weir.api.conversion;

import io.weir.api.GroupKind;
import java.util.List;

/** The conversions of all kinds that Weir serves in more than one version. */
public final class Conversions {

  private static final String CRDS = "/io/weir/crds/";

  private static final List<Conversion> ALL =
      List.of(
          of(GroupKind.CLUSTER, new ClusterSpoke(), "cluster.x-k8s.io_clusters"),
          of(GroupKind.MACHINE_POOL, new MachinePoolSpoke(), "cluster.x-k8s.io_machinepools"),
          of(GroupKind.MACHINE, new MachineSpoke(), "cluster.x-k8s.io_machines"),
          of(
              GroupKind.KUBEADM_CONFIG,
              new KubeadmConfigSpoke(),
              "bootstrap.cluster.x-k8s.io_kubeadmconfigs"),
          of(
              new GroupKind(GroupKind.KUBEADM_CONFIG.group(), "KubeadmConfigTemplate"),
              new KubeadmConfigTemplateSpoke(),
              "bootstrap.cluster.x-k8s.io_kubeadmconfigtemplates"),
          of(GroupKind.MACHINE_SET, new MachineSetSpoke(), "cluster.x-k8s.io_machinesets"),
          of(
              GroupKind.MACHINE_DEPLOYMENT,
              new MachineDeploymentSpoke(),
              "cluster.x-k8s.io_machinedeployments"),
          of(
              GroupKind.MACHINE_HEALTH_CHECK,
              new MachineHealthCheckSpoke(),
              "cluster.x-k8s.io_machinehealthchecks"));

  private Conversions() {}

  private static Conversion of(GroupKind kind, Spoke spoke, String crd) {
    return new HubSpokeConversion(kind, spoke, CRDS + crd + ".yaml");
  }

  /** One for each kind, for the webhook; kinds whose versions have the same fields need none. */
  public static List<Conversion> all() {
    return ALL;
  }
}
