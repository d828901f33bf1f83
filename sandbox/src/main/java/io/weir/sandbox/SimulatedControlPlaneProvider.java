package io.weir.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.sandbox.cloud.CloudSimulations;
import java.net.URI;
import java.util.Optional;

/**
 * Says of Clusters that name a control plane object what Cluster API and that object's controller,
 * which no sandbox has, say once the control plane answers.
 */
public final class SimulatedControlPlaneProvider {

  private static final int TRIES = 20;

  private final KubeClient client;
  private final URI server;

  /**
   * For the Clusters of one sandbox.
   *
   * @param server where their control plane is
   */
  public SimulatedControlPlaneProvider(KubeClient client, URI server) {
    this.client = client;
    this.server = server;
  }

  /**
   * Whether a Cluster has a control plane of a kind that is no simulated cloud's, such as
   * KubeadmControlPlane, whose Secrets nobody makes here.
   *
   * @param cluster in any version
   */
  static boolean isNeededBy(ApiObject cluster) {
    JsonNode reference = cluster.at("/spec/controlPlaneRef");
    return reference.isObject()
        && CloudSimulations.all().stream()
            .noneMatch(
                cloud -> cloud.controlPlaneKinds().contains(reference.path("kind").asText()));
  }

  /**
   * Sets in a Cluster's status, if it exists, that its control plane answers; and where it is, if
   * the Cluster does not say it and there is nobody else to.
   */
  public void initialize(ObjectKey cluster) {
    for (int i = 1; ; i++) {
      try {
        Optional<ApiObject> _ =
            client
                .get(GroupKind.CLUSTER, cluster)
                .map(found -> isNeededBy(found) ? reached(found) : found)
                .map(found -> client.editStatus(found, SimulatedControlPlaneProvider::initialized));
        return;
      } catch (KubeException.Conflict conflict) {
        // The manager has written to it in between.
        if (i == TRIES) {
          throw conflict;
        }
      }
    }
  }

  private ApiObject reached(ApiObject cluster) {
    return client.edit(
        cluster,
        tree -> {
          ObjectNode endpoint = tree.withObject("/spec/controlPlaneEndpoint");
          if (!endpoint.has("host")) {
            endpoint.put("host", server.getHost()).put("port", server.getPort());
          }
        });
  }

  private static void initialized(ObjectNode status) {
    status
        .withObject("/initialization")
        .put("infrastructureProvisioned", true)
        .put("controlPlaneInitialized", true);
  }
}
