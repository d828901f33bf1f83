package io.weir.sandbox.live;

import io.weir.sandbox.objects.Cloud;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions in a sandbox of Kapsule, where nobody runs Scaleway's own provider. */
class KapsuleUpgradeIT {
  @TempDir private Path directory;
  private RunningSession session;

  @BeforeEach
  void start() {
    session = RunningSession.start(Cloud.SCALEWAY, directory);
  }

  @AfterEach
  void stop() throws Exception {
    session.stop();
  }

  @Test
  void aClusterIsRaisedAsItsControlPlaneAsksAndItsPoolsFollowWhenTheyAreAsked() throws Exception {
    String cluster = "ScalewayManagedControlPlane default/demo";
    session.await("MachinePool workers: Running, 3 wanted, 3 there, 3 Ready, 3 up to date");

    session.patch("scalewaymanagedcontrolplane", "demo", "{\"spec\": {\"version\": \"v1.39.0\"}}");
    session.await("Kapsule offers 1.35.5, 1.36.0; that was asked by " + cluster);
    session.forget();
    String version = "{\"spec\": {\"template\": {\"spec\": {\"version\": \"v1.36.0\"}}}}";
    session.patch("machinepool", "workers", version);
    session.await("MachinePool workers: Running, 3 wanted, 3 there, 3 Ready, 0 up to date");
    session.patch("scalewaymanagedcontrolplane", "demo", "{\"spec\": {\"version\": \"v1.36.0\"}}");
    session.await("is upgraded from 1.35.4 to 1.36.0 as asked by " + cluster);
    session.await("Kapsule UpgradePool workers: done");

    session.await("3 there, 3 Ready, 3 up to date");
  }
}
