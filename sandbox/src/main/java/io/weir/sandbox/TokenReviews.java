package io.weir.sandbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.weir.api.Json;
import io.weir.clouds.LoopbackServer;
import io.weir.controlplane.ControlPlaneOptions;
import io.weir.sandbox.cloud.TokenAuthenticator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells the API server whose the tokens are that clouds have given out, as the webhook does that
 * EKS puts beside its API servers. Until clouds run, none is known. Safe for concurrent use.
 */
final class TokenReviews implements AutoCloseable {
  private final LoopbackServer server;
  private volatile List<TokenAuthenticator> authenticators = List.of();

  private TokenReviews() {
    server = LoopbackServer.start("token-reviews", 0, Map.of("/", this::review));
  }

  static TokenReviews open() {
    return new TokenReviews();
  }

  /** Who is asked from now on. */
  void askFrom(List<TokenAuthenticator> clouds) {
    authenticators = List.copyOf(clouds);
  }

  /** The same, with an API server that asks here. */
  ControlPlaneOptions addTo(ControlPlaneOptions options, Path directory) throws IOException {
    Path file = directory.resolve("token-reviews.yaml");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: clouds, cluster: {server: "%s"}}]
        users: [{name: apiserver, user: {}}]
        contexts: [{name: clouds, context: {cluster: clouds, user: apiserver}}]
        current-context: clouds
        """
            .formatted(server.address()));
    return options
        .withApiServerFlag("--authentication-token-webhook-config-file=" + file)
        .withApiServerFlag("--authentication-token-webhook-version=v1");
  }

  private Optional<LoopbackServer.Response> review(HttpExchange request, byte[] body) {
    String token;
    try {
      JsonNode asked = Json.MAPPER.readTree(new String(body, StandardCharsets.UTF_8));
      token = asked.at("/spec/token").asText("");
    } catch (JsonProcessingException malformed) {
      return Optional.of(LoopbackServer.Response.json(400, "{}"));
    }
    ObjectNode answer = Json.MAPPER.createObjectNode();
    answer.put("apiVersion", "authentication.k8s.io/v1").put("kind", "TokenReview");
    ObjectNode status = answer.putObject("status");
    Optional<TokenAuthenticator.User> user =
        authenticators.stream().flatMap(each -> each.authenticate(token).stream()).findFirst();
    status.put("authenticated", user.isPresent());
    user.ifPresent(
        found -> {
          ObjectNode told = status.putObject("user").put("username", found.username());
          found.groups().forEach(told.withArray("groups")::add);
        });
    return Optional.of(LoopbackServer.Response.json(200, answer.toString()));
  }

  @Override
  public void close() {
    server.close();
  }
}
