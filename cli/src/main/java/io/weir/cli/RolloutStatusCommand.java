package io.weir.cli;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.cache.Change;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir rollout status}. */
@Command(
    name = "status",
    header = "Shows how far the rollout of a pool is, until it is done.",
    footer = {
      "",
      "Examples:",
      "  weir rollout status workers",
      "  weir rollout status workers -n team-a --timeout 30m",
      "  weir rollout status workers --watch=false   how far it is now"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class RolloutStatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private PoolOptions options = new PoolOptions();

  @Option(
      names = {"-w", "--watch"},
      paramLabel = "BOOLEAN",
      arity = "0..1",
      defaultValue = "true",
      fallbackValue = "true",
      description = "Wait until it is done (default: true).")
  private boolean watch;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "0s",
      description = "How long to wait, such as 30m (default: until it is done).")
  private Duration timeout = Duration.ZERO;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (PoolOptions.OpenPool pool = options.open()) {
      BlockingQueue<Change> changes = new LinkedBlockingQueue<>();
      long end = System.nanoTime() + timeout.toNanos();
      InfrastructureView infrastructure = InfrastructureView.of(pool);
      try (var _ = pool.cache().subscribe(changes::add);
          var _ = infrastructure.subscribe(changes::add)) {
        RolloutStatus status = tell(pool.get(), infrastructure, null, out);
        while (watch && !status.done()) {
          await(changes, end);
          status = tell(pool.get(), infrastructure, status, out);
        }
      }
    }
    return 0;
  }

  /** Says what is new. */
  private static RolloutStatus tell(
      ApiObject pool,
      InfrastructureView infrastructure,
      @Nullable RolloutStatus before,
      PrintWriter out) {
    RolloutStatus status = RolloutStatus.of(pool, infrastructure.get(), infrastructure.fields());
    if (!status.equals(before)) {
      out.println(status.line());
      out.flush();
    }
    return status;
  }

  private void await(BlockingQueue<Change> changes, long end)
      throws IOException, InterruptedException {
    Change change =
        timeout.isZero()
            ? changes.take()
            : changes.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    if (change == null) {
      throw new IOException("timed out waiting for the rollout to finish");
    }
    if (change instanceof Change.Deleted(ApiObject gone)
        && gone.groupKind().equals(GroupKind.MACHINE_POOL)) {
      throw new IOException("the machinepool has been deleted");
    }
  }
}
