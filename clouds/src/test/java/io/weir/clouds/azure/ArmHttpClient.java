package io.weir.clouds.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.azure.seed.AzureSeedData;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Calls a simulated Azure without Azure's SDK. */
final class ArmHttpClient implements AutoCloseable {
  private final AzureCloud cloud;
  private final HttpClient http = HttpClient.newHttpClient();
  private final String token;

  ArmHttpClient(AzureCloud cloud) throws Exception {
    this.cloud = cloud;
    HttpRequest login =
        HttpRequest.newBuilder(
                cloud.endpoint().resolve("/" + cloud.seedData().tenant() + "/oauth2/v2.0/token"))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "grant_type=client_credentials&client_id=%s&client_secret=%s&scope=%s"
                        .formatted(
                            AzureSeedData.PRINCIPAL.clientId(),
                            AzureSeedData.PRINCIPAL.secret(),
                            "https://management.azure.com/.default")))
            .build();
    token =
        ScaleSetDocuments.json(http.send(login, HttpResponse.BodyHandlers.ofString()).body())
            .path("access_token")
            .asText();
  }

  /** The body of the answer, which must be a good one. */
  JsonNode send(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(cloud.endpoint() + path + "?api-version=2025-04-01"))
            .header("Authorization", "Bearer " + token)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IOException(answer.statusCode() + " " + answer.body());
    }
    return ScaleSetDocuments.json(answer.body());
  }

  @Override
  public void close() {
    http.close();
  }
}
