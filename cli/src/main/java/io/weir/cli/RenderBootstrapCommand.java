package io.weir.cli;

import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.render.RenderedBootstrapData;
import io.weir.sandbox.objects.ManifestReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir render bootstrap}. */
@Command(
    name = "bootstrap",
    description =
        "Prints the bootstrap data of a machine. Values that only a cluster has are placeholders"
            + " in angle brackets.",
    mixinStandardHelpOptions = true)
final class RenderBootstrapCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      required = true,
      description =
          "Manifests of either API version: a file, a directory, or - for standard input. May be"
              + " repeated; shell variables are expanded.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The KubeadmConfig to render; required if the manifests have several.")
  private @Nullable String name;

  @Option(
      names = "--kubernetes-version",
      paramLabel = "VERSION",
      description = "Kubernetes version of the machines (default: that of the MachinePool).")
  private @Nullable String version;

  @Option(
      names = "--control-plane-version",
      paramLabel = "VERSION",
      description = "The value of .controlPlane.version in files that are templates.")
  private @Nullable String controlPlaneVersion;

  @Option(names = "--show-token", description = "Show a join token that is in the manifests.")
  private boolean showToken;

  @Override
  public Integer call() throws IOException {
    BootstrapManifests manifests = manifests();
    var requestedVersions =
        new BootstrapManifests.RequestedVersions(
            Optional.ofNullable(version), Optional.ofNullable(controlPlaneVersion));
    try {
      RenderedBootstrapData data =
          manifests.preview(Optional.ofNullable(name), requestedVersions).render(showToken);
      spec.commandLine().getOut().print(data.value());
      spec.commandLine().getOut().flush();
      data.warnings().forEach(field -> spec.commandLine().getErr().println("no effect: " + field));
      return 0;
    } catch (BootstrapDataException | IllegalArgumentException refused) {
      spec.commandLine().getErr().println("weir: " + refused.getMessage());
      return 1;
    }
  }

  private BootstrapManifests manifests() throws IOException {
    try {
      return BootstrapManifests.of(
          new ManifestReader(System.getenv(), System.in).read(files).objects());
    } catch (IllegalArgumentException unusable) {
      throw new ParameterException(
          spec.commandLine(), String.valueOf(unusable.getMessage()), unusable);
    }
  }
}
