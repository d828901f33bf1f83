package io.weir.sandbox;

import java.util.Optional;

/**
 * How a sandbox is made for somebody who stays in it.
 *
 * @param port of the API server; 0 for any that is free
 * @param keptAs the name under which its state outlives it; empty when it does not
 * @param door whether the workload cluster has an address of its own, which can be shut
 */
public record Staying(int port, Optional<String> keptAs, boolean door) {
  /** With its state kept under this name. */
  public Staying keptAs(String name) {
    return new Staying(port, Optional.of(name), door);
  }

  /** What suits tests and measurements: nothing between the manager and the API server. */
  public static Staying not() {
    return new Staying(0, Optional.empty(), false);
  }
}
