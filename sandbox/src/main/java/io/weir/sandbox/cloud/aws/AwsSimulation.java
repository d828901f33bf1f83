package io.weir.sandbox.cloud.aws;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.sandbox.cloud.CloudSimulation;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.objects.SandboxCloud;

/** AWS, simulated as far as Auto Scaling groups need it. */
public final class AwsSimulation implements CloudSimulation {
  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.AWS;
  }

  @Override
  public CloudWorld world() {
    return AwsWorld.ofExample();
  }

  @Override
  public CloudWorld savedWorld(JsonNode saved) {
    return AwsWorld.fromJson(saved);
  }
}
