package io.weir.sandbox.cloud;

import io.weir.sandbox.cloud.aks.AksSimulation;
import io.weir.sandbox.cloud.aws.AwsSimulation;
import io.weir.sandbox.cloud.azure.AzureSimulation;
import io.weir.sandbox.cloud.gcp.GcpSimulation;
import io.weir.sandbox.cloud.oci.OciSimulation;
import io.weir.sandbox.cloud.scaleway.KapsuleSimulation;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.List;

/** All clouds that can be simulated in a sandbox. */
public final class CloudSimulations {
  private static final List<CloudSimulation> ALL =
      List.of(
          new AwsSimulation(),
          new AzureSimulation(),
          new AksSimulation(),
          new GcpSimulation(),
          new OciSimulation(),
          new KapsuleSimulation());

  private CloudSimulations() {}

  /** All of them; first the one whose are clusters that name no cloud. */
  public static List<CloudSimulation> all() {
    return ALL;
  }

  /** The one that shows a cloud. */
  public static CloudSimulation of(SandboxCloud cloud) {
    return ALL.stream().filter(each -> each.cloud() == cloud.simulated()).findFirst().orElseThrow();
  }

  /** The worlds of all clouds, as every sandbox has them. */
  public static List<CloudWorld> worlds() {
    return ALL.stream().map(CloudSimulation::world).toList();
  }
}
