package io.weir.clouds.site;

/** Thrown by the effect of an operation that cannot be done after all. */
public final class OperationFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient LongOperation.Failure failure;

  /** One with its reason. */
  public OperationFailedException(LongOperation.Failure failure) {
    super(failure.message(), null, false, false);
    this.failure = failure;
  }

  LongOperation.Failure failure() {
    return failure;
  }
}
