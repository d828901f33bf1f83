package io.weir.sandbox.cloud;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.net.URI;

/**
 * Where the API server is that stands for all managed clusters.
 *
 * @param server its address
 * @param certificateAuthority by which it is known, PEM in base64
 */
public record WorkloadEndpoint(String server, String certificateAuthority) {

  /**
   * The one that a kubeconfig leads to.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static WorkloadEndpoint of(String kubeconfig) {
    try {
      JsonNode cluster = new YAMLMapper().readTree(kubeconfig).at("/clusters/0/cluster");
      return new WorkloadEndpoint(
          cluster.path("server").asText(), cluster.path("certificate-authority-data").asText());
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException("this is not a kubeconfig", malformed);
    }
  }

  /** Writes host and port into a field of a spec that names no host. */
  public void writeInto(ObjectNode spec, String field) {
    if (spec.path(field).path("host").asText("").isEmpty()) {
      URI address = URI.create(server);
      spec.putObject(field).put("host", address.getHost()).put("port", address.getPort());
    }
  }
}
