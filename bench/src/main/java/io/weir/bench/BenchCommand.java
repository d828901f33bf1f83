package io.weir.bench;

import io.weir.sandbox.Sandbox;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.manager.ManagerJvm;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.once.Transcript;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir bench}. */
@Command(
    name = "bench",
    description =
        "Measures what pools cost on this machine against the budget: requests, cloud calls, CPU,"
            + " memory. Prints Markdown to standard output and progress to standard error.",
    mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--pools",
      defaultValue = "100",
      description = "Pools to create at once (default: ${DEFAULT-VALUE}).")
  private int pools;

  @Option(
      names = "--replicas",
      defaultValue = "3",
      description = "Machines in each pool, 1 to 10 (default: ${DEFAULT-VALUE}).")
  private int replicas;

  @Option(
      names = "--clusters",
      defaultValue = "1",
      description =
          "Workload clusters to spread the pools over, each with a kubeconfig and an address of its"
              + " own; more than one with --cloud aws only (default: ${DEFAULT-VALUE}).")
  private int clusters;

  @Option(names = "--more", description = "Further pools to create at once after those.")
  private int more;

  @Option(
      names = "--idle",
      description = "Seconds for which to measure the cost of unchanged pools.")
  private int idle;

  @Option(names = "--restart", description = "Also measure what a restart of the manager costs.")
  private boolean restart;

  @Option(
      names = "--floor",
      description =
          "Also measure how fast the API server takes such objects when nobody is asked about"
              + " them.")
  private boolean floor;

  @Option(
      names = "--outage",
      description =
          "Also measure what it costs when the API server is killed and started again, which breaks"
              + " all watches at once.")
  private boolean outage;

  @Option(
      names = "--no-capacity",
      paramLabel = "SECONDS",
      description =
          "Also measure what it costs when one instance of each pool ends and the cloud has no"
              + " capacity for another, for so long.")
  private int noCapacity;

  @Option(
      names = "--memory",
      description =
          "Also tell what the manager's heap holds at the end of each round, after a full"
              + " collection.")
  private boolean memory;

  @Option(
      names = "--max-heap",
      paramLabel = "SIZE",
      description = "The -Xmx of the manager, such as 400m, in the place of the one it ships with.")
  private @Nullable String maxHeap;

  @Option(names = "--delete", description = "Also measure the deletion of all pools.")
  private boolean deletion;

  @Option(
      names = "--contract",
      paramLabel = "VERSION",
      defaultValue = "v1beta2",
      description =
          "The version of Cluster API's kinds to write: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}).")
  private PoolContract contract = PoolContract.V1BETA2;

  @Option(
      names = "--manager",
      paramLabel = "COMMAND",
      description =
          "A shell command that runs another manager in the place of Weir's, with KUBECONFIG, the"
              + " cloud's credentials and WEIR_AWS_ENDPOINT or the like in its environment.")
  private @Nullable String manager;

  @Option(
      names = "--patience",
      defaultValue = "600",
      description = "Seconds to wait until the pools are Running (default: ${DEFAULT-VALUE}).")
  private int patience;

  @Option(
      names = "--cloud",
      paramLabel = "CLOUD",
      defaultValue = "aws",
      description = "Whose pools: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private SandboxCloud sandboxCloud = SandboxCloud.AWS;

  /** For picocli. */
  public BenchCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var progress = new Transcript(System.err, System::nanoTime);
    BenchPlan plan = plan();
    SandboxOptions options =
        BenchPlan.sandboxOptions().with(sandboxCloud).withJvmOptions(jvmOptions());
    try (var sandbox =
        Sandbox.start(
            manager == null ? options : options.withOtherManager(manager), progress::step)) {
      new BenchReport(sandboxCloud, plan, new Bench(sandbox, plan, progress).run())
          .lines()
          .forEach(spec.commandLine().getOut()::println);
      return 0;
    }
  }

  private List<String> jvmOptions() {
    var options = new ArrayList<>(ManagerJvm.OPTIONS);
    if (maxHeap != null) {
      options.add("-Xmx" + maxHeap); // the last one counts
    }
    if (memory) {
      options.add(HeapUse.jvmOption());
    }
    return options;
  }

  private BenchPlan plan() {
    if (clusters > 1 && sandboxCloud != SandboxCloud.AWS) {
      throw new ParameterException(
          spec.commandLine(), "--clusters above 1 works with --cloud aws only");
    }
    try {
      return new BenchPlan(
          pools,
          replicas,
          clusters,
          more,
          Duration.ofSeconds(idle),
          restart,
          floor,
          outage,
          Duration.ofSeconds(noCapacity),
          deletion,
          memory,
          contract,
          Duration.ofSeconds(patience));
    } catch (IllegalArgumentException impossible) {
      throw new ParameterException(
          spec.commandLine(), String.valueOf(impossible.getMessage()), impossible);
    }
  }
}
