package io.weir.provider;

/** Limits, counts and measures every request to a cloud, so that providers need not. */
public interface CallGate {

  /**
   * Asks for leave to send one request; may block briefly.
   *
   * @param api the cloud's name of the action, for example {@code DescribeAutoScalingGroups}
   * @throws ProviderException.Throttled if the scope's budget is used up for now
   */
  void beforeCall(CloudScope cloudScope, String api) throws ProviderException.Throttled;

  /** Records how the request ended. */
  void afterCall(CloudScope cloudScope, String api, CallOutcome callOutcome);

  /** How a request ended. */
  enum CallOutcome {
    OK,
    THROTTLED,
    FAILED
  }
}
