package io.weir.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.BuildListener;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlPlaneLifecycleIT {
  @TempDir private Path directory;

  @Test
  @WithControlPlane
  void theApiServerComesBackWithItsDataAndItsAddress(
      @NamedCluster("restarted") ControlPlane controlPlane,
      @FreshNamespace(cluster = "restarted") String kept)
      throws Exception {
    URI address = controlPlane.server();

    controlPlane.stopApiServer();
    int whileStopped = controlPlane.kubectl("version").exitCode();
    controlPlane.startApiServer();
    int afterAStop = controlPlane.kubectl("get", "namespace", kept).exitCode();
    controlPlane.killApiServer();
    controlPlane.startApiServer();
    int afterACrash = controlPlane.kubectl("get", "namespace", kept).exitCode();

    assertThat(whileStopped).isNotZero();
    assertThat(afterAStop).isZero();
    assertThat(afterACrash).isZero();
    assertThat(controlPlane.server()).isEqualTo(address);
  }

  @Test
  void nothingRunsAfterItIsClosed() throws Exception {
    var planes =
        SharedEtcdControlPlanes.start(
            binaries(), ControlPlaneOptions.inDirectory(directory).withWorkloads());
    planes.start("one");
    planes.start("two");
    List<ProcessHandle> processes = planes.processes();

    planes.close();

    // A scheduler is not waited for: of each, its supervisor may be alone yet.
    assertThat(processes).hasSizeGreaterThanOrEqualTo(12).noneMatch(ProcessHandle::isAlive);
    assertThat(planes.processes()).isEmpty();
  }

  @Test
  void aWrongFlagIsShownWithTheLogAndLeavesNothing() throws Exception {
    var controlPlaneOptions =
        ControlPlaneOptions.inDirectory(directory).withApiServerFlag("--no-such-flag");

    assertThatThrownBy(() -> ControlPlane.start(binaries(), controlPlaneOptions))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("kube-apiserver ended with code 1")
        .hasMessageContaining("kube-apiserver.log")
        .hasMessageContaining("unknown flag: --no-such-flag");

    assertThat(ProcessHandle.current().descendants()).noneMatch(this::worksHere);
  }

  @Test
  void aDirectoryWithSomethingInItIsRefused() throws Exception {
    Files.createFile(directory.resolve("something"));

    assertThatThrownBy(
            () -> ControlPlane.start(binaries(), ControlPlaneOptions.inDirectory(directory)))
        .hasMessageContaining("must be empty");
  }

  @Nested
  class WhenTheJvmEnds {
    @Test
    void ofAKillNothingIsLeft() throws Exception {
      Process jvm = start("one");
      List<ProcessHandle> processes = startedBy(jvm);

      jvm.destroyForcibly().waitFor();

      awaitEnd(processes);
      assertThat(processes).hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void ofAnExitWithoutClosingNothingIsLeft() throws Exception {
      // Its etcd is enough: what ends it ends all that nothingRunsAfterItIsClosed starts.
      Process jvm = start();
      List<ProcessHandle> processes = startedBy(jvm);

      jvm.getOutputStream().close();

      assertThat(jvm.waitFor()).isZero();
      awaitEnd(processes);
      assertThat(processes).isNotEmpty();
    }

    private Process start(String... planes) throws Exception {
      var command =
          Stream.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:+UseSerialGC",
              "-D" + StartRecorder.PROPERTY + "=" + System.getProperty(StartRecorder.PROPERTY, ""),
              "-cp",
              System.getProperty("java.class.path"),
              StartControlPlaneMain.class.getName(),
              directory.toString());
      return new ProcessBuilder(Stream.concat(command, Stream.of(planes)).toList())
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
    }

    private static List<ProcessHandle> startedBy(Process jvm) {
      return jvm.inputReader()
          .lines()
          .takeWhile(line -> !line.equals("started"))
          .map(line -> ProcessHandle.of(Long.parseLong(line)))
          .flatMap(Optional::stream)
          .toList();
    }

    private static void awaitEnd(List<ProcessHandle> processes) throws Exception {
      for (ProcessHandle process : processes) {
        process.onExit().get(90, TimeUnit.SECONDS);
      }
    }
  }

  private boolean worksHere(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains(directory.toString());
  }

  private static Binaries binaries() throws Exception {
    return Binaries.findOrBuild(BuildListener.printingTo(System.err));
  }
}
