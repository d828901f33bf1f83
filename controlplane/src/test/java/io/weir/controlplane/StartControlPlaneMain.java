package io.weir.controlplane;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.BuildListener;
import java.nio.file.Path;

/**
 * A process of its own that starts etcd in the directory it is given and the control planes that it
 * is told by name, prints the processes that run for them, and does no more.
 */
final class StartControlPlaneMain {
  private StartControlPlaneMain() {}

  public static void main(String[] args) throws Exception {
    var planes =
        SharedEtcdControlPlanes.start(
            Binaries.findOrBuild(BuildListener.silent()),
            ControlPlaneOptions.inDirectory(Path.of(args[0])));
    for (int i = 1; i < args.length; i++) {
      planes.start(args[i]);
    }
    planes.processes().forEach(process -> System.out.println(process.pid()));
    System.out.println("started");
    if (System.in.read() < 0) {
      System.exit(0);
    }
  }
}
