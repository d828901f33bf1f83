package io.weir.sandbox.external;

import io.weir.provider.kit.CloudUnderTest;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A cloud whose machines come and go by themselves, a moment after they are asked for. */
final class SelfAdvancingCloud implements AutoCloseable {
  private static final long MOMENT_MILLIS = 200;

  private final CloudUnderTest<?, ?> cloud;
  private final ScheduledExecutorService time = Executors.newSingleThreadScheduledExecutor();

  SelfAdvancingCloud(CloudUnderTest<?, ?> cloud) {
    this.cloud = cloud;
    ScheduledFuture<?> _ =
        time.scheduleWithFixedDelay(
            cloud::completePendingWork, MOMENT_MILLIS, MOMENT_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** The options of a manager that lead to it. */
  String[] managerArguments() {
    return cloud.settings().entrySet().stream()
        .map(setting -> "--set=toy.%s=%s".formatted(setting.getKey(), setting.getValue()))
        .toArray(String[]::new);
  }

  /** How many sets of machines of this name there are. */
  int countSets(String name) {
    return cloud.countScaleSets(name);
  }

  @Override
  public void close() {
    time.close();
    cloud.close();
  }
}
