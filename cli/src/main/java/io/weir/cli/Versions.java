package io.weir.cli;

import io.weir.controlplane.binaries.Binaries;
import picocli.CommandLine.IVersionProvider;

/** What runs here. */
final class Versions implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String own = Versions.class.getPackage().getImplementationVersion();
    return new String[] {
      "weir " + (own == null ? "dev" : own),
      "Kubernetes " + Binaries.kubernetesVersion() + " (in the sandbox)",
      "Java " + Runtime.version()
    };
  }
}
