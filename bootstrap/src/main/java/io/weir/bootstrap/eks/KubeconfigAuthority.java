package io.weir.bootstrap.eks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ObjectKey;
import java.util.Optional;

/** The CA certificates in the kubeconfig of a Cluster. */
public final class KubeconfigAuthority {

  /** The key in the Secret's data that holds the kubeconfig. */
  public static final String KUBECONFIG = "value";

  private static final YAMLMapper YAML = new YAMLMapper();

  private KubeconfigAuthority() {}

  /** The name of a Cluster's Secret. */
  public static String name(String cluster) {
    return cluster + "-kubeconfig";
  }

  /** The Secret of a Cluster. */
  public static ObjectKey secret(ObjectKey cluster) {
    return new ObjectKey(cluster.namespace(), name(cluster.name()));
  }

  /**
   * Finds them.
   *
   * @param kubeconfig YAML
   * @return in PEM and then base64, of the cluster that the current context names, or of the first;
   *     empty if there are none there or it is no kubeconfig
   */
  public static Optional<String> find(String kubeconfig) {
    JsonNode tree;
    try {
      tree = YAML.readTree(kubeconfig);
    } catch (JsonProcessingException unreadable) {
      return Optional.empty();
    }
    String cluster =
        named(tree, "contexts", tree.path("current-context").asText(""))
            .at("/context/cluster")
            .asText("");
    return Optional.of(
            named(tree, "clusters", cluster).at("/cluster/certificate-authority-data").asText(""))
        .filter(found -> !found.isEmpty());
  }

  private static JsonNode named(JsonNode tree, String list, String name) {
    return tree.path(list)
        .valueStream()
        .filter(entry -> entry.path("name").asText().equals(name))
        .findFirst()
        .orElseGet(() -> tree.path(list).path(0));
  }
}
