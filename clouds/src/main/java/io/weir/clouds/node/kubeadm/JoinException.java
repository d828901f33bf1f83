package io.weir.clouds.node.kubeadm;

/** The machine does not join. The message holds no secret. */
public final class JoinException extends Exception {
  private static final long serialVersionUID = 1L;

  private final JoinFailure failure;
  private final String message;

  /** A failure, told to a person by the message. */
  public JoinException(JoinFailure failure, String message) {
    super(message);
    this.failure = failure;
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }

  /** The kind of failure. */
  public JoinFailure failure() {
    return failure;
  }
}
