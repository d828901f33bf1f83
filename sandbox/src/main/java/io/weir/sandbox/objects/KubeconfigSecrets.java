package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;

/** The Secret that attaches a Cluster to a control plane. */
public final class KubeconfigSecrets {
  private KubeconfigSecrets() {}

  /**
   * The Secret.
   *
   * @param cluster the Cluster
   * @param kubeconfig how its API server is reached
   */
  public static ObjectNode of(ObjectKey cluster, String kubeconfig) {
    ObjectNode secret = Json.MAPPER.createObjectNode();
    secret.put("apiVersion", "v1").put("kind", "Secret").put("type", Keys.CLUSTER_SECRET_TYPE);
    ObjectNode metadata = secret.putObject("metadata");
    metadata.put("namespace", cluster.namespace()).put("name", cluster.name() + "-kubeconfig");
    metadata.putObject("labels").put(Keys.CLUSTER_NAME, cluster.name());
    secret.putObject("stringData").put("value", kubeconfig);
    return secret;
  }
}
