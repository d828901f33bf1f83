package io.weir.provider.oci.account.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.http.ErrorResponse;
import io.weir.provider.http.JsonApiClient;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * How Oracle Cloud is called, and what it means when it refuses.
 *
 * @param base the address of the service that serves a path
 * @param identity who calls, for those who must correct it
 * @see <a href="https://docs.oracle.com/en-us/iaas/Content/API/References/apierrors.htm">Errors</a>
 */
record OciDialect(UnaryOperator<String> base, String identity)
    implements JsonApiClient.Dialect<OciSigner> {

  /** Oracle asks for growing pauses and names none. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  @Override
  public URI uri(OciSigner signer, String path) {
    return URI.create(base.apply(path) + path);
  }

  @Override
  public Map<String, String> headers(OciSigner signer, JsonRequest jsonRequest)
      throws ProviderException {
    return signer.sign(jsonRequest);
  }

  @Override
  public ProviderException toException(JsonRequest jsonRequest, JsonResponse jsonResponse) {
    String code = jsonResponse.body().path("code").asText("");
    String message =
        jsonResponse.body().path("message").asText("HTTP status " + jsonResponse.status());
    var error =
        new ErrorResponse(
            jsonRequest, jsonResponse, message + (code.isEmpty() ? "" : " (" + code + ")"));
    if (jsonResponse.status() == 429) {
      return error.throttled(PAUSE);
    }
    return switch (code) {
      case "NotAuthenticated" ->
          error.denied(
              "correct the credentials of %s; the clock may be off by five minutes at most"
                  .formatted(identity));
      // The same answer is given for what is missing and for what is forbidden.
      case "NotAuthorizedOrNotFound", "RelatedResourceNotAuthorizedOrNotFound" ->
          error.denied(
              "correct the OCIDs in the objects of the cluster and the pool, or give %s the policies that `weir permissions oci` prints"
                  .formatted(identity));
      case "NotAuthorizedOrResourceAlreadyExists", "ResourceAlreadyExists" -> error.alreadyExists();
      case "IncorrectState", "Conflict", "InvalidatedRetryToken", "NoEtagMatch" -> error.busy();
      case "LimitExceeded", "QuotaExceeded" ->
          error.rejected("ask Oracle for a higher service limit, or raise the compartment's quota");
      case "InvalidParameter", "MissingParameter", "CannotParseRequest" ->
          error.rejected("correct the field that is named");
      default ->
          error.classifyByStatus(
              "give %s the policies that `weir permissions oci` prints".formatted(identity));
    };
  }
}
