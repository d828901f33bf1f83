package io.weir.sandbox.cloud.oci;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.sandbox.cloud.CloudSimulation;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.Set;

/** OKE, simulated as far as node pools of its clusters need it. */
public final class OkeSimulation implements CloudSimulation {
  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.OCI;
  }

  @Override
  public CloudWorld world() {
    return new OkeWorld();
  }

  @Override
  public CloudWorld savedWorld(JsonNode saved) {
    return new OkeWorld();
  }

  @Override
  public Set<String> controlPlaneKinds() {
    return Set.of(SandboxOke.CONTROL_PLANE.kind());
  }
}
