package io.weir.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir generate cluster}. */
@Command(
    name = "cluster",
    header = "Prints the manifests of a cluster with a pool.",
    description = {
      "",
      "For a management cluster with the providers of Cluster API that make control planes and"
          + " networks. Values of variables come from options and from the environment, as with"
          + " clusterctl generate cluster.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  weir generate cluster demo --flavor eks-managedmachinepool --list-variables",
      "  weir generate cluster demo --flavor eks-managedmachinepool \\",
      "    --kubernetes-version v1.35.4 --worker-machine-count 3 > demo.yaml"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class GenerateClusterCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "Name of the cluster.")
  private String name = "";

  @Mixin private GenerateOptions options = new GenerateOptions();

  @Option(
      names = "--control-plane-machine-count",
      paramLabel = "N",
      description =
          "Machines of the control plane (default: $$CONTROL_PLANE_MACHINE_COUNT, else 1).")
  private @Nullable String controlPlanes;

  @Option(
      names = "--worker-machine-count",
      paramLabel = "N",
      description =
          "Machines of the pool (default: $$WORKER_MACHINE_COUNT, else 0, as with clusterctl).")
  private @Nullable String workers;

  @Override
  public Integer call() {
    options.print(
        options.template(),
        Map.of(
            GenerateOptions.CLUSTER_NAME,
            options.requireName("cluster", name),
            GenerateOptions.CONTROL_PLANE_MACHINE_COUNT,
            options.count(GenerateOptions.CONTROL_PLANE_MACHINE_COUNT, controlPlanes, 1, 1),
            GenerateOptions.WORKER_MACHINE_COUNT,
            options.count(GenerateOptions.WORKER_MACHINE_COUNT, workers, 0, 0)));
    return 0;
  }
}
