package io.weir.clouds;

/**
 * Told of instances that start and end. Each call comes on a thread of its own and may block; for
 * one instance {@link #terminated} comes after {@link #started} has returned.
 */
public interface InstanceListener {
  /** The instance runs and would boot its operating system now. */
  void started(SimulatedInstance simulatedInstance);

  /** The instance is gone; only told of one that had started. */
  void terminated(SimulatedInstance simulatedInstance);
}
