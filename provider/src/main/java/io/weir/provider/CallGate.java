package io.weir.provider;

/** Limits, counts and measures every request to a cloud, so that providers need not. */
public interface CallGate {

  /**
   * Asks for leave to send one request; may block briefly.
   *
   * @param api the cloud's name of the action, for example {@code DescribeAutoScalingGroups}
   * @throws ProviderException.Throttled if the scope's budget is used up for now
   */
  void enter(Scope scope, String api) throws ProviderException.Throttled;

  /** Records how the request ended. */
  void left(Scope scope, String api, Outcome outcome);

  /** How a request ended. */
  enum Outcome {
    OK,
    THROTTLED,
    FAILED
  }
}
