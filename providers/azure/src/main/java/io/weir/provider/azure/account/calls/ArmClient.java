package io.weir.provider.azure.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.CallCredentials;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.ReadRetry;
import io.weir.provider.azure.account.AzureScope;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonApiClient.ApiCall;
import io.weir.provider.http.JsonHttpClient;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Azure Resource Manager in one scope. Reads that fail for a moment are repeated, writes never. No
 * address in an answer leads anywhere else: pages are followed within the subscription of the
 * scope, and operations where its operations are.
 */
public final class ArmClient {

  /** Azure's name of the call that tells how far an operation is. */
  public static final String FOLLOW = "Operations_Get";

  /** Fifty thousand items. */
  private static final int MOST_PAGES = 500;

  private final AzureScope azureScope;
  private final URI resourceManager;
  private final JsonApiClient<BearerToken> api;

  ArmClient(
      JsonHttpClient http,
      CloudScope cloudScope,
      AzureScope azureScope,
      URI resourceManager,
      CallCredentials<BearerToken> credentials) {
    this.azureScope = azureScope;
    this.resourceManager = resourceManager;
    this.api = new JsonApiClient<>(http, cloudScope, credentials, new ArmDialect(resourceManager));
  }

  /** Where its calls are made. */
  public AzureScope scope() {
    return azureScope;
  }

  /**
   * Reads a resource.
   *
   * @throws ProviderException classified; {@code NotFound} if Azure says that there is none
   */
  public JsonNode get(ArmRequest request) throws ProviderException {
    return ReadRetry.run(
            () ->
                api.send(ApiCall.read(request.action(), request.pathAndQuery(), request.counted())))
        .body();
  }

  /**
   * Reads a list to its end.
   *
   * @throws ProviderException classified; {@code Transient} if the list does not end, or leads
   *     elsewhere: nothing of it counts
   */
  public List<JsonNode> list(ArmRequest request) throws ProviderException {
    var items = new ArrayList<JsonNode>();
    Set<String> read = new HashSet<>();
    Optional<String> next = Optional.of(request.pathAndQuery());
    while (next.isPresent()) {
      String page = next.get();
      if (!read.add(page)) {
        throw endless(request, "a page names one as the next that was read before");
      }
      if (read.size() > MOST_PAGES) {
        throw endless(request, "the list has more than %d pages".formatted(MOST_PAGES));
      }
      JsonNode body =
          ReadRetry.run(() -> api.send(ApiCall.read(request.action(), page, request.counted())))
              .body();
      if (!body.path("value").isArray()) {
        throw endless(request, "the response is not a list");
      }
      body.path("value").forEach(items::add);
      next = nextPage(request, body.path("nextLink").asText(""));
    }
    return items;
  }

  private Optional<String> nextPage(ArmRequest request, String link) throws ProviderException {
    if (link.isEmpty() || link.equals("null")) {
      return Optional.empty();
    }
    Optional<String> path =
        ArmOperation.pathAt(resourceManager, link).filter(this::isInSubscription);
    if (path.isEmpty()) {
      throw endless(request, "a page names the next at another place than this Azure");
    }
    return path;
  }

  private static ProviderException endless(ArmRequest request, String why) {
    return new ProviderException.Transient(request.action() + ": " + why, null);
  }

  private boolean isInSubscription(String path) {
    return ArmOperation.isBelow(azureScope.subscriptionPath(), path);
  }

  /** Creates a resource, or sets what the body names of it. */
  public ArmAnswer put(ArmRequest request, JsonNode body) throws ProviderException {
    return write("PUT", request, body);
  }

  /** Creates a resource; {@code Busy} if there is one. */
  public ArmAnswer create(ArmRequest request, JsonNode body) throws ProviderException {
    return write("PUT", request, body, Map.of("If-None-Match", "*"));
  }

  /** Sets what the body names and leaves the rest. */
  public ArmAnswer patch(ArmRequest request, JsonNode body) throws ProviderException {
    return write("PATCH", request, body);
  }

  /** Does something with a resource. */
  public ArmAnswer post(ArmRequest request, @Nullable JsonNode body) throws ProviderException {
    return write("POST", request, body);
  }

  /** Deletes a resource; success if there is none. */
  public ArmAnswer delete(ArmRequest request) throws ProviderException {
    return ProviderException.NotFound.asEmpty(() -> write("DELETE", request, null))
        .orElseGet(() -> new ArmAnswer(Json.MAPPER.missingNode(), Optional.empty()));
  }

  private ArmAnswer write(String method, ArmRequest request, @Nullable JsonNode body)
      throws ProviderException {
    String etag = request.ifMatch();
    return write(method, request, body, etag == null ? Map.of() : Map.of("If-Match", etag));
  }

  private ArmAnswer write(
      String method, ArmRequest request, @Nullable JsonNode body, Map<String, String> headers)
      throws ProviderException {
    JsonResponse response =
        api.send(
            new ApiCall(
                request.action(),
                method,
                request.pathAndQuery(),
                headers,
                body,
                request.counted()));
    return new ArmAnswer(
        response.body(),
        ArmOperation.of(request.action(), request.path(), response, resourceManager)
            .filter(operation -> operation.isIn(azureScope.subscriptionPath()))
            .map(operation -> operation.with(RequestSecrets.of(body))));
  }

  /**
   * Asks once how far a write is.
   *
   * @throws ProviderException if that could not be read, classified
   */
  public OperationProgress follow(ArmOperation operation) throws ProviderException {
    if (!operation.isIn(azureScope.subscriptionPath())) {
      return new OperationProgress.Gone();
    }
    JsonResponse response;
    try {
      response =
          ReadRetry.run(
              () ->
                  api.send(
                      ApiCall.read(
                          FOLLOW, operation.path(), ArmRequest.counted(operation.resource()))));
    } catch (ProviderException failure) {
      return ended(operation, failure);
    }
    return switch (operation.form()) {
      case STATUS -> byStatus(operation, response);
      case MONITOR ->
          response.status() == 202
              ? inProgress(operation, response)
              : new OperationProgress.Succeeded();
    };
  }

  /** Where it is monitored, the operation's own failure is the answer to whoever asks for it. */
  private static OperationProgress ended(ArmOperation operation, ProviderException failure)
      throws ProviderException {
    Optional<ArmErrorException> said = ArmErrorException.of(failure);
    int status = said.map(ArmErrorException::status).orElse(0);
    if (status == 404 || status == 410) {
      return new OperationProgress.Gone();
    }
    boolean ofOperation =
        operation.form() == ArmOperation.Form.MONITOR && (status == 400 || status == 409);
    if (said.isEmpty() || !ofOperation) {
      throw failure;
    }
    return failed(operation, said.get().error());
  }

  private static OperationProgress byStatus(ArmOperation operation, JsonResponse response)
      throws ProviderException {
    JsonNode body = response.body();
    String status = body.path("status").asText("").toLowerCase(Locale.ROOT);
    return switch (status) {
      case "succeeded" -> new OperationProgress.Succeeded();
      case "failed" -> failed(operation, ArmError.of(body.path("error")));
      case "canceled", "cancelled" ->
          new OperationProgress.Canceled(operation.secrets().mask(ArmError.of(body.path("error"))));
      case "" ->
          throw new ProviderException.Transient(
              FOLLOW + ": the response is not the status of an operation", null);
      default -> inProgress(operation, response);
    };
  }

  private static OperationProgress failed(ArmOperation operation, ArmError said) {
    ArmError error = operation.secrets().mask(said);
    return AzureErrors.isPreempted(error)
        ? new OperationProgress.Canceled(error)
        : new OperationProgress.Failed(error, AzureErrors.ofOperation(operation.action(), error));
  }

  private static OperationProgress inProgress(ArmOperation operation, JsonResponse response) {
    return new OperationProgress.InProgress(
        response.retryAfter("Retry-After").orElse(operation.retryAfter()));
  }
}
