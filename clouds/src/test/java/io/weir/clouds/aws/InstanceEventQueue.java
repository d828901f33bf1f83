package io.weir.clouds.aws;

import io.weir.clouds.InstanceListener;
import io.weir.clouds.SimulatedInstance;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps the events of instances until a test takes them. */
final class InstanceEventQueue implements InstanceListener {
  private static final long PATIENCE_SECONDS = 60;

  private final BlockingQueue<SimulatedInstance> starts = new LinkedBlockingQueue<>();
  private final BlockingQueue<SimulatedInstance> ends = new LinkedBlockingQueue<>();

  @Override
  public void started(SimulatedInstance simulatedInstance) {
    starts.add(simulatedInstance);
  }

  @Override
  public void terminated(SimulatedInstance simulatedInstance) {
    ends.add(simulatedInstance);
  }

  SimulatedInstance takeStarted() {
    return takeStarted(starts);
  }

  SimulatedInstance takeTerminated() {
    return takeStarted(ends);
  }

  private static SimulatedInstance takeStarted(BlockingQueue<SimulatedInstance> from) {
    try {
      SimulatedInstance simulatedInstance = from.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (simulatedInstance == null) {
        throw new AssertionError("no event of an instance");
      }
      return simulatedInstance;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stopped);
    }
  }
}
