package io.weir.cli;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** Sets or removes the annotation that pauses the rollouts of a pool. */
abstract class PauseSwitch implements Callable<Integer> {

  private final boolean pauses;

  @Mixin private PoolOptions options = new PoolOptions();

  PauseSwitch(boolean pauses) {
    this.pauses = pauses;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (PoolOptions.OpenPool pool = options.open()) {
      ApiObject seen = pool.get();
      if (RolloutStatus.isPaused(seen) == pauses) {
        throw new IOException(
            "%s \"%s\" is %s"
                .formatted(
                    PoolOptions.RESOURCE, seen.name(), pauses ? "already paused" : "not paused"));
      }
      Optional<String> value = pauses ? Optional.of(MetadataKeys.ROLLOUT_PAUSED) : Optional.empty();
      ApiObject _ = pool.cluster().client().annotate(seen, Map.of(MetadataKeys.ROLLOUT, value));
      options.out().printf("%s %s%n", PoolOptions.described(seen), pauses ? "paused" : "resumed");
    }
    return 0;
  }
}
