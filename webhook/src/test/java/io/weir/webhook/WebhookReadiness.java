package io.weir.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.process.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Waits until the API server calls the webhooks. It hears of its own configuration by watches, as
 * everybody else does, and nothing tells when it has.
 */
final class WebhookReadiness {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private WebhookReadiness() {}

  /** Pools of the namespace are converted, filled in and judged from now on. */
  static void await(ControlPlane controlPlane, String namespace) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Command.Result good = tried(controlPlane, pool(namespace, "demo"));
      Command.Result wrong = tried(controlPlane, pool(namespace, "other"));
      if (good.out().contains("\"replicas\": 1") && wrong.err().contains("spec.clusterName")) {
        return;
      }
      assertThat(System.nanoTime()).as("%s%n%s", good, wrong).isLessThan(end);
    }
  }

  private static Command.Result tried(ControlPlane controlPlane, String pool) throws Exception {
    Path file = Files.createTempFile("pool", ".json");
    try {
      Files.writeString(file, pool);
      return controlPlane.kubectl(
          "create", "--dry-run=server", "-o", "json", "-f", file.toString());
    } finally {
      Files.delete(file);
    }
  }

  private static String pool(String namespace, String clusterOfTemplate) {
    return """
    {"apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "MachinePool",
     "metadata": {"namespace": "%s", "name": "tried"},
     "spec": {"clusterName": "demo", "template": {"spec": {"clusterName": "%s",
       "bootstrap": {"dataSecretName": "given"},
       "infrastructureRef": {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
                             "kind": "AWSMachinePool", "name": "p"}}}}}
    """
        .formatted(namespace, clusterOfTemplate);
  }
}
