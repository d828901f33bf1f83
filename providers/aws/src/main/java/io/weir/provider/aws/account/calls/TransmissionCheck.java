package io.weir.provider.aws.account.calls;

import io.weir.provider.ProviderException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * Asks whether a call may still be made when it is signed and about to be transmitted: finding
 * credentials may have taken long.
 */
final class TransmissionCheck implements ExecutionInterceptor {

  /** What is asked; bound by whoever makes the call, on whose thread it is transmitted. */
  static final ScopedValue<Question> QUESTION = ScopedValue.newInstance();

  /** Refuses a call by throwing. */
  @FunctionalInterface
  interface Question {
    void ask() throws ProviderException.Throttled;
  }

  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes executionAttributes) {
    if (!QUESTION.isBound()) {
      return;
    }
    try {
      QUESTION.get().ask();
    } catch (ProviderException.Throttled refused) {
      throw SdkClientException.create(String.valueOf(refused.getMessage()), refused);
    }
  }
}
