package io.weir.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.BuildListener;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlPlaneIT {
  @Test
  void answersInThePinnedVersion(@TempDir Path directory) throws Exception {
    var binaries = Binaries.provide(BuildListener.printingTo(System.out));

    try (var plane = ControlPlane.start(binaries, Options.in(directory))) {
      String version = plane.kubectl("version").orThrow();

      assertThat(version)
          .contains("Client Version: " + Binaries.kubernetesVersion())
          .contains("Server Version: " + Binaries.kubernetesVersion());
    }
  }
}
