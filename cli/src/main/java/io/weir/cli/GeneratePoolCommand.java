package io.weir.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir generate pool}. */
@Command(
    name = "pool",
    header = "Prints the manifests of another pool of a cluster.",
    description = {
      "",
      "What the flavor has for its pool: the MachinePool, the infrastructure pool, and the config"
          + " if it has one.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  weir generate pool more --cluster demo --flavor eks-managedmachinepool | kubectl apply -f"
          + " -"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class GeneratePoolCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "Name of the pool.")
  private String name = "";

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      required = true,
      description = "Name of its cluster.")
  private String cluster = "";

  @Mixin private GenerateOptions options = new GenerateOptions();

  @Option(
      names = "--worker-machine-count",
      paramLabel = "N",
      description = "Machines of the pool (default: $$WORKER_MACHINE_COUNT, else 1).")
  private @Nullable String workers;

  @Override
  public Integer call() {
    options.print(
        options.template().ofPool(options.requireName("pool", name)),
        Map.of(
            GenerateOptions.CLUSTER_NAME,
            options.requireName("cluster", cluster),
            GenerateOptions.WORKER_MACHINE_COUNT,
            options.count(GenerateOptions.WORKER_MACHINE_COUNT, workers, 0, 1)));
    return 0;
  }
}
