package io.weir.clouds.gcp.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.clouds.gcp.GcpCloud;
import io.weir.clouds.gcp.seed.ServiceAccount;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.Base64;

/**
 * Calls Kubernetes Engine and Compute Engine as any client would, and holds what Kubernetes Engine
 * answers to Google's models.
 */
final class ContainerHttpClient implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** An answer. */
  record Response(int status, JsonNode body) {
    /** The code of an error. */
    String code() {
      return body.at("/error/status").asText();
    }

    String message() {
      return body.at("/error/message").asText();
    }
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final ContainerModels models = new ContainerModels();
  private final URI endpoint;
  private final String project;
  private final String token;

  ContainerHttpClient(GcpCloud cloud) {
    this.endpoint = cloud.endpoint();
    this.project = cloud.seedData().projects().getFirst();
    this.token = token(cloud.seedData().caller());
  }

  private static String token(ServiceAccount account) {
    String claims =
        "{\"iss\": \"%s\", \"scope\": \"https://www.googleapis.com/auth/cloud-platform\", \"iat\": 0, \"exp\": 3600}"
            .formatted(account.email());
    String signed = encode("{\"alg\": \"RS256\"}".getBytes(StandardCharsets.UTF_8));
    signed += "." + encode(claims.getBytes(StandardCharsets.UTF_8));
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(account.key().getPrivate());
      signature.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + "." + encode(signature.sign());
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Reads, below the project. */
  JsonNode get(String path) throws Exception {
    return succeeded(send("GET", path, ""));
  }

  /** Makes a write that is accepted; the name of its operation. */
  String write(String method, String path, String body) throws Exception {
    return succeeded(send(method, path, body)).path("name").asText();
  }

  private static JsonNode succeeded(Response response) {
    assertThat(response.status()).as("%s", response.body()).isEqualTo(200);
    return response.body();
  }

  Response send(String method, String path, String body) throws Exception {
    Response response = call("/v1/projects/" + project + path, method, body);
    if (response.status() == 200) {
      assertThat(models.problems(model(method, path), response.body()))
          .as("%s %s", method, path)
          .isEmpty();
    }
    return response;
  }

  /** The groups of Compute Engine in a zone. */
  JsonNode groups(String zone) throws Exception {
    return succeeded(
            call(
                "/compute/v1/projects/" + project + "/aggregated/instanceGroupManagers", "GET", ""))
        .path("items")
        .path("zones/" + zone)
        .path("instanceGroupManagers");
  }

  private Response call(String path, String method, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint.resolve(path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .header("Authorization", "Bearer " + token)
            .build();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    return new Response(response.statusCode(), JSON.readTree(response.body()));
  }

  private static String model(String method, String path) {
    if (!method.equals("GET") || path.contains("/operations/")) {
      return "Operation";
    }
    if (path.endsWith("/operations")) {
      return "ListOperationsResponse";
    }
    if (path.contains("/nodePools")) {
      return path.endsWith("/nodePools") ? "ListNodePoolsResponse" : "NodePool";
    }
    return path.endsWith("/clusters") ? "ListClustersResponse" : "Cluster";
  }

  @Override
  public void close() {
    http.close();
  }
}
