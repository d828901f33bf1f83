package io.weir.api.conversion;

import io.weir.api.GroupKind;
import java.util.List;

/** The conversions of all kinds that Weir serves in more than one version. */
public final class Conversions {

  private static final String POOLS = "/io/weir/crds/cluster.x-k8s.io_machinepools.yaml";

  private static final List<Conversion> ALL =
      List.of(
          new HubSpokeConversion(
              GroupKind.CLUSTER,
              new ClusterSpoke(),
              "/io/weir/crds/cluster.x-k8s.io_clusters.yaml"),
          new HubSpokeConversion(GroupKind.MACHINE_POOL, new MachinePoolSpoke(), POOLS),
          new HubSpokeConversion(
              new GroupKind(GroupKind.MACHINE_POOL.group(), "Machine"),
              new MachineSpoke(),
              StoredSchema.ofMachine(POOLS, "v1beta2")),
          new HubSpokeConversion(
              GroupKind.KUBEADM_CONFIG,
              new KubeadmConfigSpoke(),
              "/io/weir/crds/bootstrap.cluster.x-k8s.io_kubeadmconfigs.yaml"),
          new HubSpokeConversion(
              new GroupKind(GroupKind.KUBEADM_CONFIG.group(), "KubeadmConfigTemplate"),
              new KubeadmConfigTemplateSpoke(),
              "/io/weir/crds/bootstrap.cluster.x-k8s.io_kubeadmconfigtemplates.yaml"));

  private Conversions() {}

  /** One for each kind, for the webhook; kinds whose versions have the same fields need none. */
  public static List<Conversion> all() {
    return ALL;
  }
}
