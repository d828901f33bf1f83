package io.weir.sandbox.objects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;

/** The Secrets beside a Cluster that say where its control plane is, and whom to trust there. */
public final class KubeconfigSecrets {
  private KubeconfigSecrets() {}

  /**
   * The Secret.
   *
   * @param cluster the Cluster
   * @param kubeconfig how its API server is reached
   */
  public static ObjectNode of(ObjectKey cluster, String kubeconfig) {
    ObjectNode secret = secret(cluster, "-kubeconfig");
    secret.putObject("stringData").put("value", kubeconfig);
    return secret;
  }

  /**
   * What the owner of a control plane, such as a KubeadmControlPlane, makes beside the other.
   *
   * @param kubeconfig with the certificate of the control plane's CA
   */
  public static ObjectNode caSecret(ObjectKey cluster, String kubeconfig) {
    ObjectNode secret = secret(cluster, "-ca");
    secret.putObject("data").put("tls.crt", certificate(kubeconfig));
    return secret;
  }

  private static String certificate(String kubeconfig) {
    try {
      return new YAMLMapper()
          .readTree(kubeconfig)
          .at("/clusters/0/cluster/certificate-authority-data")
          .asText();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("this is not a kubeconfig", e);
    }
  }

  private static ObjectNode secret(ObjectKey cluster, String suffix) {
    ObjectNode secret = Json.MAPPER.createObjectNode();
    secret
        .put("apiVersion", "v1")
        .put("kind", "Secret")
        .put("type", MetadataKeys.CLUSTER_SECRET_TYPE);
    ObjectNode metadata = secret.putObject("metadata");
    metadata.put("namespace", cluster.namespace()).put("name", cluster.name() + suffix);
    metadata.putObject("labels").put(MetadataKeys.CLUSTER_NAME, cluster.name());
    return secret;
  }
}
