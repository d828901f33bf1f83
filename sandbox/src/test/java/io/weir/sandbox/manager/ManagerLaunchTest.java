package io.weir.sandbox.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManagerLaunchTest {
  private static final ManagerLaunch LAUNCH =
      new ManagerLaunch(
          Path.of("/jdk/bin/java"),
          List.of("-Xmx160m"),
          "a.jar:b.jar",
          List.of("--kubeconfig=x"),
          Map.of("AWS_ACCESS_KEY_ID", "simulated"),
          Path.of("/tmp"));

  @Test
  void accountsOfThisMachineAreTakenAway() {
    var ours = Map.of("AWS_SESSION_TOKEN", "x", "AWS_PROFILE", "y", "AWS_ACCESS_KEY_ID", "z");

    assertThat(LAUNCH.command(ours))
        .startsWith("env", "-u", "AWS_PROFILE", "-u", "AWS_SESSION_TOKEN", "/jdk/bin/java");
    assertThat(LAUNCH.command(Map.of("AZURE_FEDERATED_TOKEN_FILE", "/x")))
        .startsWith("env", "-u", "AZURE_FEDERATED_TOKEN_FILE", "/jdk/bin/java");
  }

  @Test
  void otherVariablesStay() {
    assertThat(LAUNCH.command(Map.of("PATH", "/bin", "LAWS_", "x")))
        .containsExactly(
            "env",
            "/jdk/bin/java",
            "-Xmx160m",
            "-cp",
            "a.jar:b.jar",
            "io.weir.manager.Main",
            "--kubeconfig=x");
  }

  @Test
  void anotherManagerIsRunByAShellThatKnowsTheArguments() {
    var other =
        new ManagerLaunch(
            new ManagerProgram.Other("exec other-manager"),
            List.of("--webhook-port=1", "--set", "aws.endpoint=http://127.0.0.1:2"),
            Map.of("KUBECONFIG", "/tmp/k"),
            Path.of("/tmp"));

    assertThat(other.command(Map.of()))
        .containsExactly(
            "env",
            "WEIR_MANAGER_ARGUMENTS=--webhook-port=1 --set aws.endpoint=http://127.0.0.1:2",
            "/bin/sh",
            "-c",
            "exec other-manager");
  }

  @Test
  void theManagerDoesNotLoadWhatItIsTestedWith() {
    String whole =
        String.join(
            ":",
            "/w/sandbox/target/test-classes",
            "/w/sandbox/target/classes",
            "/w/manager/target/classes",
            "/r/weir-clouds-0.1.0.jar",
            "/r/weir-manager-0.1.0.jar",
            "/r/controlplane/target/classes",
            "/r/jackson-core.jar");

    assertThat(ManagerClassPath.reduced(whole))
        .isEqualTo("/w/manager/target/classes:/r/weir-manager-0.1.0.jar:/r/jackson-core.jar");
  }
}
