package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir render bootstrap}. */
class RenderBootstrapTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private static final String POOL =
      """
      apiVersion: cluster.x-k8s.io/%1$s
      kind: MachinePool
      metadata: {name: workers}
      spec:
        clusterName: c
        template: {spec: {clusterName: c, version: v1.30.2, bootstrap: {configRef: %2$s}}}
      ---
      apiVersion: bootstrap.cluster.x-k8s.io/%1$s
      kind: KubeadmConfig
      metadata: {name: workers}
      spec:
        files:
        - {path: /etc/x, contentFrom: {secret: {name: s, key: k}}}
        joinConfiguration: {nodeRegistration: {kubeletExtraArgs: %3$s}%4$s}
      """;
  private static final String NEW =
      POOL.formatted(
          "v1beta2",
          "{apiGroup: bootstrap.cluster.x-k8s.io, kind: KubeadmConfig, name: workers}",
          "[{name: v, value: '4'}]",
          "");
  private static final String GIVEN =
      NEW.replace("}]}}", "}]}, discovery: {bootstrapToken: {token: abcdef.0123456789abcdef}}}");

  @TempDir private Path directory;

  private String file(String yaml) throws Exception {
    return Files.writeString(directory.resolve("pool.yaml"), yaml).toString();
  }

  @Test
  void printsWhatAMachineGetsWithPlaceholdersForTheCluster() throws Exception {
    int code = run("render", "bootstrap", "-f", file(NEW));

    assertThat(code).isZero();
    assertThat(out.toString())
        .startsWith("## template: jinja\n#cloud-config\n")
        .contains("apiVersion: kubeadm.k8s.io/v1beta3")
        .contains("token: <a join token>")
        .contains("- sha256:<of the cluster's CA>")
        .contains("apiServerEndpoint: <the cluster's endpoint>")
        .contains("content: '<key k of Secret s>'");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void printsTheSameForTheOlderVersion() throws Exception {
    run("render", "bootstrap", "-f", file(NEW));
    String expected = out.toString();
    out.getBuffer().setLength(0);
    String old =
        POOL.formatted(
            "v1beta1",
            "{apiVersion: bootstrap.cluster.x-k8s.io/v1beta1, kind: KubeadmConfig, name:"
                + " workers}",
            "{v: '4'}",
            "");

    int code = run("render", "bootstrap", "-f", file(old));

    assertThat(code).isZero();
    assertThat(out.toString()).isEqualTo(expected);
  }

  @Test
  void masksATokenOfTheManifestsUnlessItIsAskedFor() throws Exception {
    run("render", "bootstrap", "-f", file(GIVEN));
    String masked = out.toString();
    out.getBuffer().setLength(0);
    run("render", "bootstrap", "--show-token", "-f", file(GIVEN));

    assertThat(masked).contains("token: abcdef.****\n").doesNotContain("0123456789abcdef");
    assertThat(out.toString()).contains("token: abcdef.0123456789abcdef\n");
  }

  @Test
  void saysWhatCannotBeRenderedAndWhatHasNoEffect() throws Exception {
    int refused =
        run(
            "render",
            "bootstrap",
            "-f",
            file(
                NEW.replace(
                    "spec:\n  files:",
                    "spec:\n  format: ignition\n  bootCommands: [x]\n  files:")));
    int odd =
        run(
            "render",
            "bootstrap",
            "-f",
            file(
                NEW.replace(
                    "spec:\n  files:", "spec:\n  initConfiguration: {skipPhases: [x]}\n  files:")));

    assertThat(refused).isEqualTo(1);
    assertThat(odd).isZero();
    assertThat(err.toString())
        .contains("weir: spec.bootCommands: Ignition cannot run commands at boot")
        .contains("no effect: spec.initConfiguration: only control planes read it");
  }

  @Test
  void asksWhatItCannotTell() throws Exception {
    int nothing =
        run(
            "render",
            "bootstrap",
            "-f",
            file("{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}"));
    int two =
        run(
            "render",
            "bootstrap",
            "-f",
            file(NEW + "---\n" + NEW.replace("name: workers", "name: others")));

    assertThat(List.of(nothing, two)).containsExactly(1, 1);
    assertThat(err.toString())
        .contains("the manifests have no KubeadmConfig")
        .contains("several KubeadmConfigs (workers, others); choose one with --name");
  }

  private int run(String... arguments) {
    return Weir.command()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
