package io.weir.cli;

import java.nio.file.Path;

/** The kubeconfig that is read where none is named, as kubectl finds it. */
final class DefaultKubeconfig {

  private DefaultKubeconfig() {}

  /** That of $KUBECONFIG, else ~/.kube/config; nothing says that it exists. */
  static Path path() {
    String named = System.getenv("KUBECONFIG");
    return named == null || named.isBlank()
        ? Path.of(System.getProperty("user.home"), ".kube", "config")
        : Path.of(named);
  }
}
