package io.weir.cli;

import io.fabric8.kubernetes.client.Config;
import io.weir.manager.runtime.KubeCluster;
import io.weir.manager.runtime.cache.WatchSettings;
import io.weir.manager.runtime.kube.KubeConfigs;
import io.weir.manager.runtime.kube.RequestListener;
import io.weir.sandbox.objects.Definitions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir install}. */
@Command(
    name = "install",
    description = {
      "Installs the kinds that Weir works on in a cluster.",
      "Kinds that are there and were not installed by Weir are left as they are."
    },
    mixinStandardHelpOptions = true)
final class InstallCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "How the cluster is reached (default: $KUBECONFIG, else ~/.kube/config).")
  private @Nullable Path kubeconfig;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (var cluster =
        KubeCluster.connect(config(), WatchSettings.defaults(), RequestListener.NONE)) {
      Definitions.Installed installed = Definitions.install(cluster, PATIENCE);
      out.printf("%d kinds are installed%n", installed.kinds());
      installed
          .left()
          .forEach(name -> out.printf("%s was there already and is left as it is%n", name));
    }
    out.flush();
    return 0;
  }

  private Config config() {
    Path file = kubeconfig == null ? usual() : kubeconfig;
    if (!Files.isReadable(file)) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no kubeconfig %s that can be read; name one with --kubeconfig".formatted(file));
    }
    return KubeConfigs.fromFile(file, "install");
  }

  private static Path usual() {
    String named = System.getenv("KUBECONFIG");
    return named == null || named.isBlank()
        ? Path.of(System.getProperty("user.home"), ".kube", "config")
        : Path.of(named);
  }
}
