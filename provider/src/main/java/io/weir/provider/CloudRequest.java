package io.weir.provider;

/**
 * A request to a cloud, as far as the cloud's limits know it.
 *
 * @param scope where it is sent; identities of one account share its limits, where the scope names
 *     the account
 * @param api the cloud's name of the action, for example {@code DescribeAutoScalingGroups}
 * @param object the object by which the cloud counts such requests as well; empty if it counts them
 *     by account alone
 */
public record CloudRequest(CloudScope scope, String api, String object) {

  /** One that the cloud counts by account alone. */
  public CloudRequest(CloudScope scope, String api) {
    this(scope, api, "");
  }

  /** For people: {@code ListInstances of workers}. */
  public String description() {
    return object.isEmpty() ? api : api + " of " + object;
  }
}
