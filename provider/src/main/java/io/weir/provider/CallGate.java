package io.weir.provider;

import java.time.Duration;

/** Limits, counts and measures every request to a cloud, so that providers need not. */
public interface CallGate {

  /**
   * Asks for leave to send one request; may block briefly.
   *
   * @throws ProviderException.Throttled if the budget for it is used up for now
   */
  void beforeCall(CloudRequest cloudRequest) throws ProviderException.Throttled;

  /** Records how the request ended. */
  void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome);

  /** How a request ended. */
  sealed interface CallOutcome {

    /** It was answered. */
    record Ok() implements CallOutcome {}

    /** It failed, or was not answered. */
    record Failed() implements CallOutcome {}

    /**
     * The cloud refused it as one too many: of its object, if the cloud counts such requests by
     * object, else of its account.
     *
     * @param retryAfter the pause that the cloud asks for; zero if it names none
     */
    record Throttled(Duration retryAfter) implements CallOutcome {}

    /** It was answered. */
    CallOutcome OK = new Ok();

    /** It failed, or was not answered. */
    CallOutcome FAILED = new Failed();
  }
}
