package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class WeirTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(strings = {"-1", "65536"})
  void aPortThatCannotBeIsRefused(String port) {
    int code = run("sandbox", "--port", port);

    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            """
            weir: invalid port %s: use 0 to 65535
            See weir sandbox --help for usage.
            """
                .formatted(port));
  }

  @ParameterizedTest
  @CsvSource({"'', sandbox", "render, bootstrap"})
  void aCommandWithoutItsSubcommandTellsWhichThereAre(String command, String one) {
    int code = command.isEmpty() ? run() : run(command);

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).startsWith("Usage: weir").contains(one);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sandbox", "bench"})
  void aCloudThatDoesNotExistIsAnsweredWithThoseThatDo(String command) {
    int code = run(command, "--cloud", "ibm");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "unknown cloud 'ibm'; use one of aks, aws, azure, eks, gcp, gke, oci, oke, scaleway");
  }

  @Test
  void whatWouldBeInstalledIsPrintedWithoutACluster() {
    int code = run("install", "-o", "yaml", "--kubeconfig", "/nowhere");

    assertThat(code).isZero();
    assertThat(out.toString())
        .contains("machinepools.cluster.x-k8s.io", "awsmachinepools.infrastructure.cluster")
        .contains("weir.io/installed", "name: weir-provider-aws", "kind: ServiceAccount");
  }

  @Test
  void theManagerOfAnImageGetsWhatTheInstallationIsGiven() {
    int code =
        run(
            "install",
            "-o=yaml",
            "--image=registry.example.com/weir:1",
            "--namespace=team-a",
            "--controllers=aws",
            "--manager-option=--concurrency=40");

    assertThat(code).isZero();
    assertThat(out.toString())
        .contains("image: registry.example.com/weir:1")
        .containsPattern(
            "args:\\s+- --controllers=aws\\s+- --namespace=team-a\\s+- --concurrency=40\\s");
  }

  @ParameterizedTest
  @CsvSource({
    "--image=, --image names no image",
    "--image=weir:1 --manager-option=--watch-filtr=x, Unknown option: '--watch-filtr=x'",
    "--image=weir:1 --manager-option=--concurrency=many, Invalid value for option '--concurrency'",
    "--manager-option=--concurrency=40, give its --image as well"
  })
  void aManagerThatCouldNotStartIsNotInstalled(String options, String told) {
    String[] line = ("install -o=yaml " + options).split(" ");

    assertThat(run(line)).isEqualTo(2);
    assertThat(err.toString()).contains(told);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void whatACloudMustAllowIsPrintedAsThatCloudTakesIt() throws Exception {
    assertThat(run("permissions", "aws", "--management-cluster", "3f0c")).isZero();
    assertThat(Json.MAPPER.readTree(out.toString()).at("/Statement/0/Sid").asText())
        .isEqualTo("Read");
    assertThat(out.toString())
        .contains("\"aws:ResourceTag/weir.io/management-cluster\": \"3f0c\"")
        .doesNotContain("management-cluster\": \"*\"");
  }

  @Test
  void aCloudWithoutPermissionsIsAnsweredWithThoseThatHaveThem() {
    assertThat(run("permissions", "toy")).isEqualTo(2);
    assertThat(err.toString())
        .contains("unknown cloud 'toy'; use one of aws, azure, gcp, oci, scaleway");
  }

  @Test
  void anotherFormatThanYamlIsRefused() {
    assertThat(run("install", "-o", "json")).isEqualTo(2);
    assertThat(err.toString()).contains("unknown format json; use yaml");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    int code = run("sandbox", "--once", "-f", "no-such.yaml");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("no such file: no-such.yaml");
  }

  @Test
  void aFileWithoutAPoolIsRefused(@TempDir Path directory) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("x.yaml"), "{kind: ConfigMap, apiVersion: v1, metadata: {name: a}}");

    int code = run("sandbox", "--once", "-f", file.toString());

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("has no MachinePool to follow");
  }

  @Test
  void aBenchWithoutPoolsIsRefused() {
    int code = run("bench", "--pools", "0");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("there must be 1 pool or more");
  }

  @Test
  void theVersionNamesKubernetesAndJava() {
    int code = run("version");

    assertThat(code).isZero();
    assertThat(out.toString()).contains("weir ", "Kubernetes v1.", "Java 25");
  }

  @ParameterizedTest
  @CsvSource({"90s, 90", "5m, 300", "1h30m, 5400", "2m5s, 125"})
  void durationsAreReadAsKubernetesWritesThem(String text, long seconds) {
    assertThat(new DurationConverter().convert(text)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "5s3m", "-1s"})
  void otherDurationsAreRefused(String text) {
    assertThatThrownBy(() -> new DurationConverter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }

  private int run(String... arguments) {
    return Weir.command()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
