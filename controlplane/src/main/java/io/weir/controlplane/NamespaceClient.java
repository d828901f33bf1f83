package io.weir.controlplane;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.controlplane.pki.TlsClient;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Namespaces, without a kubectl process for each. */
record NamespaceClient(TlsClient http, URI server) {
  private static final JsonMapper JSON = new JsonMapper();

  String create(String prefix) throws IOException, InterruptedException {
    var namespace =
        Map.of(
            "apiVersion", "v1",
            "kind", "Namespace",
            "metadata", Map.of("generateName", prefix + "-"));
    String answer =
        http.post(server.resolve("/api/v1/namespaces"), JSON.writeValueAsString(namespace));
    return JSON.readTree(answer).path("metadata").path("name").asText();
  }

  void delete(String namespace) throws IOException, InterruptedException {
    http.delete(server.resolve("/api/v1/namespaces/" + namespace));
  }
}
