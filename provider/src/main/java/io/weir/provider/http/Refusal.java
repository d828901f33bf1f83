package io.weir.provider.http;

import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonHttp.Answer;
import io.weir.provider.http.JsonHttp.Call;
import java.time.Duration;

/**
 * An answer that is not a success, to be sorted by what the caller can do. A cloud's table names
 * the words that it knows; what is left is sorted {@link #byStatus}.
 *
 * @param reason why, in the cloud's words and without secrets
 */
public record Refusal(Call call, Answer answer, String reason) {
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final long LONGEST_PAUSE = 3600;

  /**
   * By its status alone. A 404 proves no absence, for a proxy or a wrong address answers so too:
   * where the cloud means it, its table says so with {@link #notFound}.
   *
   * @param rights what to give to whom, if the identity is refused; a cloud whose table tells a
   *     wrong key from a missing right has {@link #denied} for the former
   */
  public ProviderException byStatus(String rights) {
    int status = answer.status();
    return switch (status) {
      case 429 -> throttled("Retry-After");
      case 401, 403 -> denied(rights);
      case 408, 425 -> ProviderException.afterSending(call.writes(), message(), null);
      case 409, 412 -> busy();
      default ->
          status >= 500 || status < 400
              ? ProviderException.afterSending(call.writes(), message(), null)
              : new ProviderException.Rejected(message(), null);
    };
  }

  /** The identity is not known, or may not do this, and what people can do about it. */
  public ProviderException denied(String remedy) {
    return new ProviderException.Denied(message() + "; " + remedy, null);
  }

  /** Too many calls; the header tells the seconds to wait, up to an hour; else five. */
  public ProviderException throttled(String header) {
    // Some send a date, which is not worth reading: clocks differ.
    String told = answer.headers().firstValue(header).orElse("");
    long seconds = told.matches("\\d{1,4}") ? Long.parseLong(told) : 0;
    return throttled(seconds > 0 && seconds <= LONGEST_PAUSE ? Duration.ofSeconds(seconds) : PAUSE);
  }

  /** Too many calls. */
  public ProviderException throttled(Duration after) {
    return new ProviderException.Throttled(message(), after, null);
  }

  /** It is not there, and this proves it. */
  public ProviderException notFound() {
    return new ProviderException.NotFound(message(), null);
  }

  /** Something else is under way with it. */
  public ProviderException busy() {
    return new ProviderException.Busy(message(), null);
  }

  /** It exists, perhaps made by us: a look decides. */
  public ProviderException taken() {
    return new ProviderException.Ambiguous(message(), null);
  }

  /** People must act, and how. */
  public ProviderException rejected(String remedy) {
    return new ProviderException.Rejected(message() + "; " + remedy, null);
  }

  private String message() {
    return call.action() + ": " + reason;
  }
}
