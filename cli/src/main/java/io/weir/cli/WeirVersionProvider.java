package io.weir.cli;

import io.weir.controlplane.binaries.Binaries;
import picocli.CommandLine.IVersionProvider;

/** What runs here. */
final class WeirVersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String own = WeirVersionProvider.class.getPackage().getImplementationVersion();
    return new String[] {
      "weir " + (own == null ? "dev" : own),
      "Kubernetes " + Binaries.kubernetesVersion() + " (in the sandbox)",
      "Java " + Runtime.version()
    };
  }
}
