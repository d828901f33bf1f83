package io.weir.clouds.node.cloudcontroller;

import java.time.Duration;

/**
 * How a cloud controller behaves.
 *
 * @param delay from a Node's appearance to its initialisation
 * @param retry the pause before what failed is tried again
 * @param deletesNodesOfGoneInstances whether Nodes are deleted once their instance is gone
 * @param goneInterval how often it looks for gone instances
 * @param requestTimeout how long a connection attempt, or a silent server, is waited for
 */
public record CloudControllerOptions(
    Duration delay,
    Duration retry,
    boolean deletesNodesOfGoneInstances,
    Duration goneInterval,
    Duration requestTimeout) {

  /** Initialises at once, and leaves Nodes of gone instances alone. */
  public static CloudControllerOptions defaults() {
    return new CloudControllerOptions(
        Duration.ZERO, Duration.ofSeconds(1), false, Duration.ofSeconds(5), Duration.ofSeconds(30));
  }

  /** These options with another delay. */
  public CloudControllerOptions withDelay(Duration delay) {
    return new CloudControllerOptions(
        delay, retry, deletesNodesOfGoneInstances, goneInterval, requestTimeout);
  }

  /** These options with Nodes of gone instances being deleted. */
  public CloudControllerOptions deletingNodesOfGoneInstances(Duration every) {
    return new CloudControllerOptions(delay, retry, true, every, requestTimeout);
  }
}
