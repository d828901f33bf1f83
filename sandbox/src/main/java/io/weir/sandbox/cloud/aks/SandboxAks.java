package io.weir.sandbox.cloud.aks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.kernel.KubeCluster;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.List;
import java.util.Map;

/** A simulated AKS, and beside it what stands for Azure Service Operator. */
class SandboxAks implements RunningCloud {
  private final AksCloud aks;
  private final String kubernetes;

  /**
   * What runs.
   *
   * @param kubernetes version of pools that name none, such as {@code v1.35.4}
   */
  SandboxAks(AksCloud aks, String kubernetes) {
    this.aks = aks;
    this.kubernetes = kubernetes;
  }

  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.AKS;
  }

  @Override
  public SimulatedCloud simulator() {
    return aks;
  }

  @Override
  public CloudInventory inventory() {
    return aks;
  }

  @Override
  public boolean owns(String providerId) {
    return providerId.startsWith("azure://" + AksCloud.NODE_RESOURCE_GROUP);
  }

  @Override
  public String description() {
    return "a simulated AKS runs behind a stand-in for Azure Service Operator";
  }

  /** The manager asks nothing of Azure. */
  @Override
  public Map<String, String> managerSettings() {
    return Map.of();
  }

  @Override
  public List<Controller> startOperators(KubeCluster kube) {
    return List.of(SimulatedAso.start(kube, aks, kubernetes));
  }

  /** The kind of Azure Service Operator that pools are made of. */
  @Override
  public List<ObjectNode> provide(Manifests manifests) {
    return AsoDefinitions.neededBy(manifests);
  }

  @Override
  public void close() {
    aks.close();
  }
}
