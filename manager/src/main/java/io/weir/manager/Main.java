package io.weir.manager;

import io.weir.api.FeatureGates;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.engine.watch.WatchFilter;
import io.weir.engine.workload.AddressPolicy;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.EmbeddedManager.Hooks;
import io.weir.manager.brake.ManagerBrake;
import io.weir.manager.roles.Roles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The manager process: runs until it is told to stop, or loses its lease. */
@Command(
    name = "weir-manager",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Reconciles Cluster API MachinePools.")
public final class Main implements Callable<Integer> {

  private static final int LEADERSHIP_LOST = 2;

  @Option(
      names = "--kubeconfig",
      description =
          "Kubeconfig of the management cluster; without it, the Pod's service account is used.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--namespace",
      defaultValue = "",
      description = "The only namespace to watch; empty for all.")
  private String namespace = "";

  @Option(
      names = "--watch-filter",
      defaultValue = "",
      description =
          "Reconcile only objects whose label cluster.x-k8s.io/watch-filter has this value; empty"
              + " for all objects.")
  private String watchFilter = "";

  @Option(
      names = "--workload-cidr-allow",
      split = ",",
      description =
          "Addresses at which API servers of workload clusters may be although they are refused by"
              + " default, as link-local, loopback, unspecified and multicast ones are; for"
              + " example 127.0.0.0/8.")
  private List<String> workloadCidrAllow = List.of();

  @Option(
      names = "--workload-cidr-deny",
      split = ",",
      description =
          "Addresses at which API servers of workload clusters may not be, whatever is allowed.")
  private List<String> workloadCidrDeny = List.of();

  @Option(
      names = "--lease-namespace",
      defaultValue = "weir-system",
      description = "Namespace of the leader election Lease.")
  private String leaseNamespace = "";

  @Option(
      names = "--lease-name",
      defaultValue = "weir-manager",
      description =
          "Name of the leader election Lease; managers of different namespaces, filters or"
              + " controllers need one each.")
  private String leaseName = "";

  @Option(
      names = "--controllers",
      defaultValue = Roles.ALL,
      description =
          "What this manager does, as a list: core (Clusters, MachinePools), kubeadm (bootstrap"
              + " data), and the clouds of its providers, such as aws and azure. * is all of"
              + " them, -NAME leaves one out. A controller comes with its webhooks; install its"
              + " CRDs and rights with the same option of weir install.")
  private String controllers = "";

  @Option(
      names = "--concurrency",
      defaultValue = "20",
      description =
          "How many objects each controller reconciles at once. Those of one Cluster get a quarter"
              + " of it, or three while no others wait, and those that wait long for a cluster or a"
              + " cloud half of it together, so use at least 4.")
  private int concurrency;

  @Option(
      names = "--feature-gates",
      defaultValue = "",
      description =
          "Feature gates, in the form that Cluster API uses. MachinePool=false switches pools off"
              + " (default: $EXP_MACHINE_POOL, else true); KubeadmBootstrapFormatIgnition=false"
              + " refuses bootstrap data in Ignition's format (default:"
              + " $EXP_KUBEADM_BOOTSTRAP_FORMAT_IGNITION, else true);"
              + " SkipMachinePoolModelReconciliation=true leaves machines of older models of"
              + " Azure's scale sets as they are (default:"
              + " $EXP_SKIP_MACHINE_POOL_MODEL_RECONCILIATION, else false).")
  private String featureGates = "";

  @Option(
      names = "--serve-machines",
      defaultValue = "attached",
      description =
          "Which single worker Machines get bootstrap data: attached for those of Clusters without"
              + " a controlPlaneRef; always for those of all Clusters, if no other kubeadm"
              + " bootstrap provider runs.")
  private String serveMachines = "";

  @Option(
      names = "--bootstrap-token-ttl",
      defaultValue = "15m",
      converter = GoDurationConverter.class,
      description = "How long a join token is valid unless it is extended.")
  private Duration tokenTtl = Duration.ofMinutes(15);

  @Option(
      names = "--bootstrap-token-max-age",
      defaultValue = "1h",
      converter = GoDurationConverter.class,
      description = "How old a join token may become before it is replaced.")
  private Duration tokenMaxAge = Duration.ofHours(1);

  @Option(
      names = "--observe-soon",
      defaultValue = "2s",
      converter = GoDurationConverter.class,
      description = "How soon a cloud is observed after a write; pauses grow from there.")
  private Duration soon = ObservationIntervals.DEFAULT.soon();

  @Option(
      names = "--observe-busy",
      defaultValue = "20s",
      converter = GoDurationConverter.class,
      description = "The longest pause between observations of a pool that is changing.")
  private Duration busy = ObservationIntervals.DEFAULT.busy();

  @Option(
      names = "--observe-idle",
      defaultValue = "60s",
      converter = GoDurationConverter.class,
      description = "The pause between observations while nothing is changing.")
  private Duration idle = ObservationIntervals.DEFAULT.idle();

  @Option(
      names = "--no-terminations",
      description =
          "End no instance and delete no pool in any cloud; everything else goes on. ConfigMap"
              + " weir-brakes in the namespace of the Lease does the same without a restart.")
  private boolean noTerminations;

  @Option(
      names = "--terminations-per-hour",
      defaultValue = "" + ManagerBrake.Limits.USUAL_PER_HOUR,
      description =
          "How many instances may be ended within an hour with one identity in one region; 0 for"
              + " any number.")
  private int terminationsPerHour = ManagerBrake.Limits.USUAL_PER_HOUR;

  @Option(
      names = "--webhooks",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Whether to serve conversion and admission webhooks; if not, another manager must.")
  private boolean webhooks;

  @Option(
      names = "--webhook-host",
      defaultValue = "",
      description =
          "Address to serve webhooks at; empty for all addresses in a Pod, else the loopback.")
  private String webhookHost = "";

  @Option(
      names = "--webhook-port",
      defaultValue = "9443",
      description = "Port to serve webhooks at; 0 for any free port.")
  private int webhookPort;

  @Option(
      names = "--webhook-url",
      defaultValue = "",
      description =
          "How the API server reaches the webhooks, as https://host:port; empty for the Service"
              + " weir-webhook in a Pod, else the address and port above.")
  private String webhookUrl = "";

  @Option(
      names = "--health-addr",
      defaultValue = ":9440",
      description = "Where to serve /healthz and /readyz, as host:port; port 0 for any free port.")
  private String healthAddress = "";

  @Option(
      names = "--set",
      description = "A setting of a cloud, for example aws.endpoint=http://localhost:4566.")
  private Map<String, String> settings = Map.of();

  /** Starts the process; ends it with 0 when told to stop, 2 when the lease was lost. */
  public static void main(String[] args) {
    CommandLine command = new CommandLine(new Main());
    // What is wrong with an option is one sentence, not a stack.
    command.setExecutionExceptionHandler(
        (failure, line, _) -> {
          if (failure instanceof IllegalArgumentException) {
            line.getErr().println(failure.getMessage());
            return line.getCommandSpec().exitCodeOnInvalidInput();
          }
          throw failure;
        });
    command.setParameterExceptionHandler(
        (failure, _) -> {
          CommandLine line = failure.getCommandLine();
          line.getErr().println(failure.getMessage() + "; see --help for the options");
          return line.getCommandSpec().exitCodeOnInvalidInput();
        });
    System.exit(command.execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    // The lease belongs to another: whatever is under way here must end now, so nothing is awaited.
    Runnable lost = () -> Runtime.getRuntime().halt(LEADERSHIP_LOST);
    var hooks = new Hooks(RequestListener.NONE, UnaryOperator.identity(), lost);
    var manager = new Manager(options(System.getenv()), hooks);
    Runtime.getRuntime().addShutdownHook(new Thread(manager::close, "stop"));
    manager.start();
    new CountDownLatch(1).await();
    return 0;
  }

  /**
   * Reads the arguments of a manager that starts elsewhere.
   *
   * @throws IllegalArgumentException with one sentence for people, if one is wrong
   */
  public static void check(List<String> arguments) {
    ManagerOptions _ = options(arguments, Map.of());
  }

  /** The options that these arguments stand for, in the environment of this process. */
  static ManagerOptions options(List<String> arguments) {
    return options(arguments, System.getenv());
  }

  static ManagerOptions options(List<String> arguments, Map<String, String> environment) {
    var main = new Main();
    try {
      new CommandLine(main).parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
    return main.options(environment);
  }

  private ManagerOptions options(Map<String, String> environment) {
    return new ManagerOptions(
        Roles.parse(controllers),
        kubeconfig,
        namespace,
        new WatchFilter(watchFilter),
        AddressPolicy.of(workloadCidrAllow, workloadCidrDeny),
        new ObjectKey(leaseNamespace, leaseName),
        concurrency,
        new ServingPolicy(
            FeatureGates.parse(featureGates, environment),
            ServingPolicy.ServedMachines.parse(serveMachines)),
        tokenTtl,
        tokenMaxAge,
        new ObservationIntervals(soon, busy, idle),
        new ManagerBrake.Limits(noTerminations, terminationsPerHour),
        new WebhookOptions(webhooks, webhookHost, webhookPort, webhookUrl, healthAddress),
        settings);
  }

  /** Reads {@code 500ms}, and whole hours, minutes and seconds such as {@code 1h30m}. */
  static final class GoDurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      boolean millis = text.endsWith("ms");
      String iso = millis ? text.substring(0, text.length() - 2) : "PT" + text;
      return millis ? Duration.ofMillis(Long.parseLong(iso)) : Duration.parse(iso);
    }
  }
}
