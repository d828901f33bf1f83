package io.weir.clouds.aws;

import io.weir.clouds.Instance;
import io.weir.clouds.InstanceListener;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps the events of instances until a test takes them. */
final class Started implements InstanceListener {
  private static final long PATIENCE_SECONDS = 60;

  private final BlockingQueue<Instance> starts = new LinkedBlockingQueue<>();
  private final BlockingQueue<Instance> ends = new LinkedBlockingQueue<>();

  @Override
  public void started(Instance instance) {
    starts.add(instance);
  }

  @Override
  public void terminated(Instance instance) {
    ends.add(instance);
  }

  Instance take() {
    return take(starts);
  }

  Instance takeEnd() {
    return take(ends);
  }

  private static Instance take(BlockingQueue<Instance> from) {
    try {
      Instance instance = from.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (instance == null) {
        throw new AssertionError("no event of an instance");
      }
      return instance;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stopped);
    }
  }
}
