package io.weir.manager;

import io.weir.api.ObjectKey;
import io.weir.bootstrap.FeatureGates;
import io.weir.bootstrap.config.Serving;
import io.weir.engine.pace.Pace;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.ManagerRun.Hooks;
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
    description = "Keeps Cluster API MachinePools at their level.")
public final class Main implements Callable<Integer> {

  private static final int LEADERSHIP_LOST = 2;

  @Option(
      names = "--kubeconfig",
      description = "How the management cluster is reached; without it, the Pod's own account.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--namespace",
      defaultValue = "",
      description = "The only namespace whose objects are looked at; empty for all.")
  private String namespace = "";

  @Option(
      names = "--watch-filter",
      defaultValue = "",
      description =
          "The only value of the label cluster.x-k8s.io/watch-filter whose objects are worked on;"
              + " empty for all objects.")
  private String watchFilter = "";

  @Option(
      names = "--lease-namespace",
      defaultValue = "weir-system",
      description = "Where the Lease of the leader lies.")
  private String leaseNamespace = "";

  @Option(
      names = "--lease-name",
      defaultValue = "weir-manager",
      description = "Its name; managers of different namespaces or filters need one each.")
  private String leaseName = "";

  @Option(
      names = "--concurrency",
      defaultValue = "20",
      description = "Objects that each controller works on at once.")
  private int concurrency;

  @Option(
      names = "--feature-gates",
      defaultValue = "",
      description =
          "What to do without, in the form of Cluster API; KubeadmBootstrapFormatIgnition=false"
              + " refuses first-boot data in Ignition's format.")
  private String featureGates = "";

  @Option(
      names = "--serve-machines",
      defaultValue = "attached",
      description =
          "Whose single worker Machines get first-boot data: attached, those of Clusters without a"
              + " controlPlaneRef; always, those of all Clusters, where no other kubeadm bootstrap"
              + " provider runs.")
  private String serveMachines = "";

  @Option(
      names = "--bootstrap-token-ttl",
      defaultValue = "15m",
      converter = GoDuration.class,
      description = "How long a join token lives when nobody extends it.")
  private Duration tokenTtl = Duration.ofMinutes(15);

  @Option(
      names = "--bootstrap-token-max-age",
      defaultValue = "1h",
      converter = GoDuration.class,
      description = "How old a join token may grow before another takes its place.")
  private Duration tokenMaxAge = Duration.ofHours(1);

  @Option(
      names = "--observe-soon",
      defaultValue = "2s",
      converter = GoDuration.class,
      description = "When a cloud is looked at after a write; pauses grow from there.")
  private Duration soon = Pace.DEFAULT.soon();

  @Option(
      names = "--observe-busy",
      defaultValue = "20s",
      converter = GoDuration.class,
      description = "The longest pause between looks at a pool that moves.")
  private Duration busy = Pace.DEFAULT.busy();

  @Option(
      names = "--observe-idle",
      defaultValue = "60s",
      converter = GoDuration.class,
      description = "The pause between looks at everything while all is still.")
  private Duration idle = Pace.DEFAULT.idle();

  @Option(
      names = "--webhooks",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Whether conversions and reviews are answered; else another manager must.")
  private boolean webhooks;

  @Option(
      names = "--webhook-host",
      defaultValue = "",
      description =
          "The address that webhooks are answered at; empty for all in a Pod, else the loopback.")
  private String webhookHost = "";

  @Option(
      names = "--webhook-port",
      defaultValue = "9443",
      description = "The port that webhooks are answered at; 0 for a free one.")
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
      description = "Where /healthz and /readyz are answered, as host:port; port 0 for a free one.")
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
          line.getErr().println(failure.getMessage() + "; --help tells the options");
          return line.getCommandSpec().exitCodeOnInvalidInput();
        });
    System.exit(command.execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    // The lease belongs to another: whatever is under way here must end now, so nothing is awaited.
    Runnable lost = () -> Runtime.getRuntime().halt(LEADERSHIP_LOST);
    var hooks = new Hooks(RequestListener.NONE, UnaryOperator.identity(), lost);
    var manager = new Manager(options(), hooks);
    Runtime.getRuntime().addShutdownHook(new Thread(manager::close, "stop"));
    manager.start();
    new CountDownLatch(1).await();
    return 0;
  }

  /** The options that these arguments stand for. */
  static ManagerOptions options(List<String> arguments) {
    var main = new Main();
    try {
      new CommandLine(main).parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
    return main.options();
  }

  private ManagerOptions options() {
    return new ManagerOptions(
        kubeconfig,
        namespace,
        new WatchFilter(watchFilter),
        new ObjectKey(leaseNamespace, leaseName),
        concurrency,
        new Serving(FeatureGates.of(featureGates), Serving.Machines.of(serveMachines)),
        tokenTtl,
        tokenMaxAge,
        new Pace(soon, busy, idle),
        new WebhookOptions(webhooks, webhookHost, webhookPort, webhookUrl, healthAddress),
        settings);
  }

  /** Reads {@code 500ms}, and whole hours, minutes and seconds such as {@code 1h30m}. */
  static final class GoDuration implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      boolean millis = text.endsWith("ms");
      String iso = millis ? text.substring(0, text.length() - 2) : "PT" + text;
      return millis ? Duration.ofMillis(Long.parseLong(iso)) : Duration.parse(iso);
    }
  }
}
