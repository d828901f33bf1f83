package io.weir.provider.gcp.account.calls;

import io.weir.provider.CallGate;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import java.io.IOException;

/**
 * Has Google's library ask for tokens, each time through the gate.
 *
 * @param scope whose tokens they are
 */
record TokenRequests(CallGate gate, CloudScope scope) {

  /** What the request for a token is called in counts and messages. */
  static final String ACTION = "GetToken";

  /** What the library does. */
  @FunctionalInterface
  interface Exchange<T> {

    /** Asks once. */
    T run() throws IOException;
  }

  /**
   * Asks once.
   *
   * @throws IOException if there is no token, as the library says it
   * @throws ProviderException.Throttled if the gate is closed
   */
  <T> T send(Exchange<T> exchange) throws IOException, ProviderException.Throttled {
    var request = new CloudRequest(scope, ACTION);
    gate.beforeCall(request);
    CallOutcome outcome = CallOutcome.FAILED;
    try {
      gate.beforeTransmission(request, false);
      T answer = exchange.run();
      outcome = CallOutcome.OK;
      return answer;
    } finally {
      gate.afterCall(request, outcome);
    }
  }
}
