package io.weir.provider.azure.account.calls;

import io.weir.provider.ProviderException;
import java.time.Duration;

/** How far a write is that Azure has accepted. */
public sealed interface OperationProgress {

  /**
   * It is under way.
   *
   * @param retryAfter how long Azure wants not to be asked
   */
  record InProgress(Duration retryAfter) implements OperationProgress {}

  /** All is done. */
  record Succeeded() implements OperationProgress {}

  /**
   * It has failed, perhaps in part.
   *
   * @param error why, as Azure says
   * @param exception the same, sorted by what the caller can do
   */
  record Failed(ArmError error, ProviderException exception) implements OperationProgress {}

  /**
   * It was given up: people have cancelled it, or another write has taken its place.
   *
   * @param error why, as far as Azure says
   */
  record Canceled(ArmError error) implements OperationProgress {}

  /** Azure does not know it any more, or never did: the resource itself shows what became of it. */
  record Gone() implements OperationProgress {}
}
