package io.weir.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where a kubeconfig leads that a cloud has made for a cluster of its own. The user in it, who is
 * often a program, is not read.
 *
 * @param url of the API server
 * @param caPem certificates that the server's must be signed by
 */
public record KubeconfigServer(String url, String caPem) {

  private static final YAMLMapper YAML = new YAMLMapper();

  /**
   * The first server of a kubeconfig.
   *
   * @param action the cloud's name of the call that was answered with it, for people
   * @throws ProviderException.Transient if it names none, or no certificates: whatever the system
   *     trusts would do then
   */
  public static KubeconfigServer of(String action, String kubeconfig) throws ProviderException {
    JsonNode cluster = cluster(action, kubeconfig);
    String url = cluster.path("server").asText("");
    if (url.isEmpty()) {
      throw unreadable(action, "names no server");
    }
    String ca = cluster.path("certificate-authority-data").asText("");
    return new KubeconfigServer(url, caPem(action, ca));
  }

  private static JsonNode cluster(String action, String kubeconfig) throws ProviderException {
    try {
      return YAML.readTree(kubeconfig).at("/clusters/0/cluster");
    } catch (JsonProcessingException _) {
      throw unreadable(action, "is not YAML"); // the cause quotes it
    }
  }

  private static String caPem(String action, String encoded) throws ProviderException {
    try {
      byte[] pem = Base64.getMimeDecoder().decode(encoded);
      if (pem.length > 0) {
        return new String(pem, StandardCharsets.US_ASCII);
      }
    } catch (IllegalArgumentException _) {
      // Like none.
    }
    throw unreadable(action, "has no certificate");
  }

  private static ProviderException unreadable(String action, String how) {
    return new ProviderException.Transient(action + ": the kubeconfig " + how, null);
  }
}
