package io.weir.sandbox.cloud.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.sandbox.cloud.CloudSimulation;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.objects.SandboxCloud;

/** Azure, simulated as far as scale sets need it. */
public final class AzureSimulation implements CloudSimulation {
  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.AZURE;
  }

  @Override
  public CloudWorld world() {
    return AzureWorld.ofExample();
  }

  @Override
  public CloudWorld savedWorld(JsonNode saved) {
    return AzureWorld.fromJson(saved);
  }
}
