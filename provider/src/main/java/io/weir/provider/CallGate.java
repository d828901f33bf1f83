package io.weir.provider;

/**
 * Stands before every single request to a cloud: limits, counts and metrics, outside of providers.
 */
public interface CallGate {

  /**
   * Asks to send one request; may wait a short while.
   *
   * @param api the cloud's name of the action, for example {@code DescribeAutoScalingGroups}
   * @throws ProviderException.Throttled if the scope's own budget is used up for now
   */
  void enter(Scope scope, String api) throws ProviderException.Throttled;

  /** Tells how the request ended. */
  void left(Scope scope, String api, Outcome outcome);

  /** How a request ended. */
  enum Outcome {
    OK,
    THROTTLED,
    FAILED
  }
}
