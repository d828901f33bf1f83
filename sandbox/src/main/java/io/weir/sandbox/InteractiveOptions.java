package io.weir.sandbox;

import java.util.Optional;

/**
 * How a sandbox is made for somebody who stays in it.
 *
 * @param port of the API server; 0 for any that is free
 * @param savedName the name under which its state outlives it; empty when it does not
 * @param gate whether the workload cluster has an address of its own, which can be shut
 */
public record InteractiveOptions(int port, Optional<String> savedName, boolean gate) {
  /** With its state kept under this name. */
  public InteractiveOptions withSavedName(String name) {
    return new InteractiveOptions(port, Optional.of(name), gate);
  }

  /** What suits tests and measurements: nothing between the manager and the API server. */
  public static InteractiveOptions none() {
    return new InteractiveOptions(0, Optional.empty(), false);
  }
}
