package io.weir.cli;

import io.weir.api.GroupKind;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.once.Once;
import io.weir.sandbox.once.Transcript;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir sandbox}. */
@Command(
    name = "sandbox",
    description =
        "Runs a pool on this machine: a real Kubernetes API server, a simulated cloud, and the"
            + " manager.",
    mixinStandardHelpOptions = true)
final class SandboxCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--once",
      description = "Start it, apply a pool, follow it until it is Running, and stop it again.")
  private boolean once;

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "The manifests to apply instead of the example, a pool of three machines.")
  private @Nullable Path file;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "5m",
      description = "How long the pools may take to run, such as 90s (default: ${DEFAULT-VALUE}).")
  private Duration timeout = Duration.ofMinutes(5);

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!once) {
      throw new ParameterException(
          spec.commandLine(), "so far a sandbox can only be run once: weir sandbox --once");
    }
    Manifests manifests = manifests();
    var transcript = new Transcript(System.out, System::nanoTime);
    return switch (new Once(manifests, timeout, transcript).run(SandboxOptions.defaults())) {
      case RUNNING -> 0;
      case NOT_RUNNING, STOPPED -> 1;
    };
  }

  private Manifests manifests() throws IOException {
    try {
      Manifests manifests = file == null ? Manifests.example() : Manifests.read(file);
      if (manifests.of(GroupKind.MACHINE_POOL).isEmpty()) {
        throw new ParameterException(
            spec.commandLine(), manifests.name() + " has no MachinePool to follow.");
      }
      return manifests;
    } catch (NoSuchFileException missing) {
      throw new ParameterException(spec.commandLine(), "there is no file " + missing.getFile());
    } catch (IllegalArgumentException malformed) {
      throw new ParameterException(
          spec.commandLine(), String.valueOf(malformed.getMessage()), malformed);
    }
  }
}
