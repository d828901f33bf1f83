package io.weir.provider.http;

import io.weir.api.Excerpt;
import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import io.weir.provider.http.JsonHttpClient.JsonResponse;
import java.time.Duration;

/**
 * An unsuccessful response, to be classified by what the caller can do. A cloud's table lists the
 * error codes that it knows; the rest is classified {@link #classifyByStatus}.
 *
 * @param reason why, in the cloud's words and without secrets
 */
public record ErrorResponse(JsonRequest request, JsonResponse response, String reason) {
  private static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(5);

  /**
   * By its HTTP status alone. A 404 proves no absence, since a proxy or a wrong address returns it
   * too: where the cloud means it, its table says so with {@link #notFound}.
   *
   * @param rights the remedy if the identity is refused; a cloud whose table tells a wrong key from
   *     a missing permission uses {@link #denied} for the former
   */
  public ProviderException classifyByStatus(String rights) {
    int status = response.status();
    return switch (status) {
      case 429 -> throttled("Retry-After");
      case 401, 403 -> denied(rights);
      case 408, 425 -> ProviderException.ofUnknownOutcome(request.isWrite(), message(), null);
      case 409, 412 -> busy();
      default ->
          status >= 500 || status < 400
              ? ProviderException.ofUnknownOutcome(request.isWrite(), message(), null)
              : new ProviderException.Rejected(message(), null);
    };
  }

  /** The identity is unknown or not allowed to do this, with the remedy. */
  public ProviderException denied(String remedy) {
    return new ProviderException.Denied(message() + "; " + remedy, null);
  }

  /** Too many calls; the header gives the seconds to wait, up to an hour; five by default. */
  public ProviderException throttled(String header) {
    return throttled(response.retryAfter(header).orElse(DEFAULT_RETRY_AFTER));
  }

  /** Too many calls. */
  public ProviderException throttled(Duration after) {
    return new ProviderException.Throttled(message(), after, null);
  }

  /** It does not exist, and this proves it. */
  public ProviderException notFound() {
    return new ProviderException.NotFound(message(), null);
  }

  /** Another operation is in progress on it. */
  public ProviderException busy() {
    return new ProviderException.Busy(message(), null);
  }

  /** It exists, perhaps created by us: the next observation decides. */
  public ProviderException alreadyExists() {
    return new ProviderException.Ambiguous(message(), null);
  }

  /** People must act; with the remedy. */
  public ProviderException rejected(String remedy) {
    return new ProviderException.Rejected(message() + "; " + remedy, null);
  }

  private String message() {
    return request.action() + ": " + Excerpt.ofSentence(reason);
  }
}
