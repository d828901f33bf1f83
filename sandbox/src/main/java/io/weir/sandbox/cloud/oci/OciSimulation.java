package io.weir.sandbox.cloud.oci;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.sandbox.cloud.CloudSimulation;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.Set;

/** Oracle Cloud, simulated as far as instance pools and node pools of OKE need it. */
public final class OciSimulation implements CloudSimulation {
  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.OCI;
  }

  @Override
  public CloudWorld world() {
    return OciWorld.ofExample();
  }

  @Override
  public CloudWorld savedWorld(JsonNode saved) {
    return OciWorld.fromJson(saved);
  }

  @Override
  public Set<String> controlPlaneKinds() {
    return Set.of(SandboxOci.CONTROL_PLANE.kind());
  }
}
