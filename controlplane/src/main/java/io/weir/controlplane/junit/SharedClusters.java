package io.weir.controlplane.junit;

import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.ControlPlaneOptions;
import io.weir.controlplane.SharedEtcdControlPlanes;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.BuildListener;
import io.weir.controlplane.files.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The clusters that all tests of this JVM share, in a directory that goes with them. */
final class SharedClusters implements AutoCloseable {
  private final Path directory;
  private final SharedEtcdControlPlanes planes;
  private final Map<String, ControlPlane> byName = new HashMap<>();

  private SharedClusters(Path directory, SharedEtcdControlPlanes planes) {
    this.directory = directory;
    this.planes = planes;
  }

  static SharedClusters start() throws IOException, InterruptedException {
    // A build takes minutes; whoever runs tests should see why they do not begin.
    Binaries binaries = Binaries.findOrBuild(BuildListener.printingTo(System.err));
    Path directory = Files.createTempDirectory("control-plane-");
    var planes =
        SharedEtcdControlPlanes.start(
            binaries,
            ControlPlaneOptions.inDirectory(directory)
                .withApiServerFlag(ServiceNetwork.apiServerFlag(directory)));
    ServiceNetwork.writeConfiguration(directory); // only now: it was to be empty before
    return new SharedClusters(directory, planes);
  }

  synchronized ControlPlane get(String name) throws IOException, InterruptedException {
    ControlPlane running = byName.get(name);
    if (running == null) {
      running = planes.start(name);
      byName.put(name, running);
    }
    return running;
  }

  @Override
  public void close() throws IOException {
    planes.close();
    FileTree.delete(directory);
  }
}
