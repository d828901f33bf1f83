package io.weir.webhook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** How an API server reaches the webhooks. */
public sealed interface WebhookAddress {

  /** Name of the Service of all replicas; CRDs that Weir ships name it for their conversion. */
  String SERVICE = "weir-webhook";

  /**
   * What objects say about it.
   *
   * @param path of one webhook
   * @param bundle the authorities to trust, as PEM
   */
  default ObjectNode clientConfig(String path, String bundle) {
    ObjectNode client = Json.MAPPER.createObjectNode();
    byte[] text = bundle.getBytes(StandardCharsets.US_ASCII);
    client.put("caBundle", Base64.getEncoder().encodeToString(text));
    switch (this) {
      case Service(var namespace, var name) ->
          client
              .putObject("service")
              .put("namespace", namespace)
              .put("name", name)
              .put("path", path)
              .put("port", 443);
      case Url(var base) -> client.put("url", base + path);
    }
    return client;
  }

  /** Whether an object names this address for the path, whomever it trusts there. */
  default boolean matches(JsonNode client, String path) {
    ObjectNode own = clientConfig(path, "");
    return client instanceof ObjectNode other
        && own.remove(List.of("caBundle")).equals(other.deepCopy().remove(List.of("caBundle")));
  }

  /** Whether an object names this address, for whichever path. */
  default boolean isHost(JsonNode client) {
    return switch (this) {
      case Service(var namespace, var name) ->
          client.at("/service/namespace").asText().equals(namespace)
              && client.at("/service/name").asText().equals(name);
      case Url(var base) -> client.path("url").asText().startsWith(base + "/");
    };
  }

  /** A Service in front of all replicas. */
  record Service(String namespace, String name) implements WebhookAddress {}

  /**
   * A URL of one replica, or of whatever stands before several.
   *
   * @param base https, without a path
   */
  record Url(URI base) implements WebhookAddress {}
}
