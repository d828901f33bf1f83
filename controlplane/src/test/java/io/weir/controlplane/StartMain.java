package io.weir.controlplane;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.BuildListener;
import java.nio.file.Path;

/**
 * A process of its own that starts a control plane in the directory it is given, prints the
 * processes that run for it, and does no more.
 */
final class StartMain {
  private StartMain() {}

  public static void main(String[] args) throws Exception {
    var planes =
        ControlPlanes.start(Binaries.provide(BuildListener.silent()), Options.in(Path.of(args[0])));
    planes.start("lonely");
    planes.processes().forEach(process -> System.out.println(process.pid()));
    System.out.println("started");
    if (System.in.read() < 0) {
      System.exit(0);
    }
  }
}
