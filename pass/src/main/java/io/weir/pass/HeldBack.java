package io.weir.pass;

import static io.weir.api.ConditionMessages.HELD_BACK;

import io.weir.provider.ProviderException;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Duration;

/**
 * What is not even begun, since nothing may be ended now.
 *
 * @param failure what people are told
 * @param retryIn when to ask the brake again
 */
record HeldBack(CallFailure failure, Duration retryIn) {

  /** That machines are to leave a pool. */
  static HeldBack leaving(int machines, String pool, TerminationBrake.Hold hold) {
    return new HeldBack(
        new CallFailure(
            "let %d %s of %s leave"
                .formatted(machines, machines == 1 ? "machine" : "machines", pool),
            error(hold)),
        hold.retryIn());
  }

  /** That of a call which waits for people. */
  static ProviderException error(TerminationBrake.Hold hold) {
    return new ProviderException.Rejected(HELD_BACK + hold.why(), null);
  }
}
