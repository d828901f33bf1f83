package io.weir.provider.azure.account.calls;

import io.weir.provider.ProviderException;
import java.util.Optional;

/** What Azure has said, behind the exception that it was sorted into. */
final class ArmErrorException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient ArmError error;

  ArmErrorException(int status, ArmError error) {
    super(error.decisiveCode());
    this.status = status;
    this.error = error;
  }

  /** What Azure said when it answered a call so; empty if it was not Azure's answer. */
  static Optional<ArmErrorException> of(ProviderException failure) {
    return failure.getCause() instanceof ArmErrorException said
        ? Optional.of(said)
        : Optional.empty();
  }

  /** The status of the answer; 0 for what stands in the status of an operation. */
  int status() {
    return status;
  }

  ArmError error() {
    return error;
  }
}
