package io.weir.cli;

import io.weir.api.GroupKind;
import io.weir.sandbox.InteractiveOptions;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.cloud.CloudSimulations;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.live.SandboxSession;
import io.weir.sandbox.live.screen.Terminal;
import io.weir.sandbox.objects.ManifestReader;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.once.SandboxRun;
import io.weir.sandbox.once.Transcript;
import io.weir.sandbox.prepare.ManifestPreparer;
import io.weir.sandbox.prepare.PreparedManifests;
import io.weir.sandbox.saved.SavedSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir sandbox}. */
@Command(
    name = "sandbox",
    header = "Runs pools on this machine, without a cloud account and without a cluster.",
    description = {
      "",
      "Starts a real Kubernetes API server, a simulated cloud whose instances join as Nodes, and"
          + " the manager; applies a pool; and shows what happens until Ctrl-C. Then it deletes"
          + " everything except the programs in the cache (~/.cache/weir).",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  weir sandbox                          the example pool, until Ctrl-C",
      "  weir sandbox -f my-pool.yaml          your manifests; what they name in the cloud exists",
      "  weir sandbox --keep                   keep it, and continue another day",
      "  weir sandbox --cloud aks              a pool of an AKS cluster",
      "  weir sandbox --cloud azure            a pool of a virtual machine scale set",
      "  weir sandbox --cloud eks              a node group of an EKS cluster",
      "  weir sandbox --cloud gcp              a pool of a managed instance group",
      "  weir sandbox --cloud gke              a pool of a GKE cluster",
      "  weir sandbox --cloud oci              a pool of an instance pool",
      "  weir sandbox --cloud oke              a pool of an OKE cluster",
      "  weir sandbox --cloud scaleway         a pool of a Kapsule cluster",
      "  weir sandbox --pods                   machines run Pods: see what a drain does to them",
      "  weir sandbox --once                   follow the pool until it runs; show the cost",
      "  weir sandbox fault throttle --for 1m  in another terminal: inject a fault",
      "",
      "Exit code: 0 success, 1 failure, 2 usage error, 130 stopped by Ctrl-C."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true,
    subcommands = FaultCommand.class)
final class SandboxCommand implements Callable<Integer> {
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description =
          "Apply these manifests instead of the example: a file, a directory, or - for standard"
              + " input; may be repeated. $${NAME} is replaced from the environment.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--cloud",
      paramLabel = "CLOUD",
      description =
          "Whose example pool: ${COMPLETION-CANDIDATES} (default: aws). With -f, the cloud of the"
              + " pools in the files.")
  private @Nullable SandboxCloud sandboxCloud;

  @Option(
      names = "--once",
      description = "Follow the pools until they are Running, show what it cost, and stop.")
  private boolean once;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "5m",
      description =
          "With --once: how long the pools may take to run, such as 90s (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration timeout = Duration.ofMinutes(5);

  @Option(
      names = "--keep",
      paramLabel = "NAME",
      arity = "0..1",
      fallbackValue = "default",
      description =
          "Keep everything when it stops, and continue the next time: objects, instances, Nodes"
              + " (default name: default). Without -f, nothing is applied then.")
  private @Nullable String keep;

  @Option(
      names = "--pods",
      description =
          "Schedule Pods and let the machines run them, with the controllers of Deployments,"
              + " Services and budgets; the processes of that take more memory and processor.")
  private boolean pods;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port of the API server on 127.0.0.1 (default: any free port).")
  private int port;

  @Option(
      names = "--plain",
      description = "Print what happens line by line, as without a terminal or with NO_COLOR set.")
  private boolean plain;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (port < 0 || port > 65535) {
      throw new ParameterException(spec.commandLine(), "invalid port " + port + ": use 0 to 65535");
    }
    checkKeep();
    Optional<SavedSettings> before =
        keep == null
            ? Optional.empty()
            : SavedSettings.read(SandboxOptions.defaults().savedDirectory(keep));
    Manifests manifests = manifests(before.isPresent());
    SandboxCloud shown = shown(manifests, before.map(SavedSettings::cloud));
    PreparedManifests preparedManifests = ManifestPreparer.prepare(manifests, worlds(before));
    var transcript = new Transcript(System.out, System::nanoTime);
    SandboxOptions defaults = SandboxOptions.defaults();
    SandboxOptions options =
        (pods ? defaults.withWorkloads() : defaults)
            .with(shown)
            .withPoolsOf(manifests)
            .withFitted(preparedManifests.worlds())
            .withCdsArchive()
            .with(new InteractiveOptions(port, Optional.ofNullable(keep), !once));
    if (once) {
      return once(preparedManifests, options, transcript);
    }
    Optional<Terminal> terminal = plain ? Optional.empty() : Terminal.find(System.getenv());
    new SandboxSession(
            preparedManifests, transcript, terminal, System.getProperty("weir.command", "weir"))
        .run(options);
    return 0;
  }

  private int once(
      PreparedManifests preparedManifests, SandboxOptions options, Transcript transcript)
      throws IOException, InterruptedException {
    if (preparedManifests.manifests().of(GroupKind.MACHINE_POOL).isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          preparedManifests.manifests().name() + " has no MachinePool to follow.");
    }
    preparedManifests.additions().forEach(transcript::step);
    return switch (new SandboxRun(preparedManifests.manifests(), timeout, transcript)
        .run(options)) {
      case RUNNING -> 0;
      case NOT_RUNNING, STOPPED -> 1;
    };
  }

  private void checkKeep() {
    if (keep != null && once) {
      throw new ParameterException(
          spec.commandLine(), "--once stops by itself and keeps nothing; omit --keep");
    }
    if (keep != null && !NAME.matcher(keep).matches()) {
      throw new ParameterException(
          spec.commandLine(),
          "'%s' is not a name for a sandbox: use lowercase letters, digits and dashes"
              .formatted(keep));
    }
  }

  /** Those of a sandbox that was kept, and of the clouds that did not run in it those of any. */
  private static List<CloudWorld> worlds(Optional<SavedSettings> before) {
    List<CloudWorld> saved = before.map(SavedSettings::readWorlds).orElse(List.of());
    return CloudSimulations.worlds().stream()
        .map(
            world ->
                saved.stream()
                    .filter(kept -> kept.cloud().simulated() == world.cloud().simulated())
                    .findFirst()
                    .orElse(world))
        .toList();
  }

  private SandboxCloud shown(Manifests manifests, Optional<SandboxCloud> before) {
    if (before.isEmpty()) {
      return sandboxCloud == null ? SandboxCloud.of(manifests) : sandboxCloud;
    }
    if (sandboxCloud != null && sandboxCloud != before.get()) {
      throw new ParameterException(
          spec.commandLine(),
          "sandbox %1$s is for %2$s: omit --cloud, or keep one for %3$s under another name with --keep=NAME"
              .formatted(keep, before.get(), sandboxCloud));
    }
    SandboxCloud named = SandboxCloud.of(manifests);
    return named == SandboxCloud.DEFAULT ? before.get() : named;
  }

  private Manifests manifests(boolean goesOn) throws IOException {
    try {
      if (files.isEmpty()) {
        return goesOn
            ? Manifests.none()
            : Manifests.example(sandboxCloud == null ? SandboxCloud.DEFAULT : sandboxCloud);
      }
      var given = new ManifestReader(System.getenv(), System.in);
      // One that was kept may have got further kinds meanwhile.
      return goesOn ? given.read(files) : given.readServed(files);
    } catch (IllegalArgumentException unusable) {
      throw new ParameterException(
          spec.commandLine(), String.valueOf(unusable.getMessage()), unusable);
    }
  }
}
