package io.weir.sandbox.cloud.aks;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.sandbox.cloud.CloudSimulation;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.Set;

/** AKS, simulated as far as node pools need it that Azure Service Operator makes. */
public final class AksSimulation implements CloudSimulation {
  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.AKS;
  }

  @Override
  public CloudWorld world() {
    return new AksWorld();
  }

  @Override
  public CloudWorld savedWorld(JsonNode saved) {
    return new AksWorld();
  }

  @Override
  public Set<String> controlPlaneKinds() {
    return Set.of("AzureASOManagedControlPlane", GeneratedAksCluster.CONTROL_PLANE);
  }
}
