package io.weir.sandbox.cloud.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.sandbox.cloud.CloudSimulation;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.Set;

/** Google Cloud, simulated as far as managed instance groups and node pools of GKE need it. */
public final class GcpSimulation implements CloudSimulation {
  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.GCP;
  }

  @Override
  public CloudWorld world() {
    return GcpWorld.ofExample();
  }

  @Override
  public CloudWorld savedWorld(JsonNode saved) {
    return GcpWorld.fromJson(saved);
  }

  @Override
  public Set<String> controlPlaneKinds() {
    return Set.of(GkeClusters.CONTROL_PLANE.kind());
  }
}
