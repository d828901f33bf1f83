package io.weir.sandbox.cloud.scaleway;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.sandbox.cloud.CloudSimulation;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.Set;

/** Kapsule, simulated as far as pools of its clusters need it. */
public final class KapsuleSimulation implements CloudSimulation {
  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.SCALEWAY;
  }

  @Override
  public CloudWorld world() {
    return new KapsuleWorld();
  }

  @Override
  public CloudWorld savedWorld(JsonNode saved) {
    return new KapsuleWorld();
  }

  @Override
  public Set<String> controlPlaneKinds() {
    return Set.of(SandboxKapsule.CONTROL_PLANE.kind());
  }
}
