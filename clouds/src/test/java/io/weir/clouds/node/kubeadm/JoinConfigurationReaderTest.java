package io.weir.clouds.node.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.node.cloudinit.CloudInit;
import io.weir.clouds.node.cloudinit.InstanceData;
import io.weir.clouds.node.cloudinit.UserData;
import io.weir.clouds.node.host.FileSystem;
import io.weir.clouds.node.kubeadm.JoinConfiguration.FileSource;
import io.weir.clouds.node.kubeadm.JoinConfiguration.Taint;
import io.weir.clouds.node.kubeadm.JoinConfiguration.TokenSource;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinConfigurationReaderTest {
  private static final String HEAD =
      """
      apiVersion: kubeadm.k8s.io/v1beta4
      kind: JoinConfiguration
      """;
  private static final String BODY =
      """
      discovery:
        bootstrapToken:
          token: abcdef.0123456789abcdef
          apiServerEndpoint: 127.0.0.1:6443
          unsafeSkipCAVerification: true
      """;

  @ParameterizedTest
  @ValueSource(strings = {"plain-125", "plain-131"})
  void bothApiVersionsSayTheSame(String name) throws Exception {
    JoinConfiguration configuration = read(golden(name));

    assertThat(configuration.source())
        .isEqualTo(
            new TokenSource(
                BootstrapToken.parse("abcdef.0123456789abcdef"),
                "127.0.0.1:6443",
                java.util.List.of("sha256:" + "0".repeat(64)),
                false));
    assertThat(configuration.node().name()).isEqualTo("node-1.internal");
    assertThat(configuration.node().kubeletArgs())
        .isEqualTo(Map.of("cloud-provider", "aws", "node-labels", "a=b"));
    assertThat(configuration.node().taints())
        .containsExactly(new Taint("node.cluster.x-k8s.io/uninitialized", "", "NoSchedule"));
  }

  @Test
  void writesTheNameOfANodeSmall() throws Exception {
    JoinConfiguration configuration =
        read(HEAD + BODY + "nodeRegistration: {name: workers00000A}\n");

    assertThat(configuration.node().name()).isEqualTo("workers00000a");
  }

  @Test
  void readsTheRestOfTheRegistration() throws Exception {
    JoinConfiguration configuration = read(golden("files"));

    assertThat(configuration.node().criSocket())
        .isEqualTo("unix:///run/containerd/containerd.sock");
    assertThat(configuration.node().ignorePreflightErrors()).containsExactly("Swap", "NumCPU");
    assertThat(configuration.node().taints()).contains(new Taint("k", "v", "NoSchedule"));
    assertThat(configuration.node().name()).isEmpty();
  }

  @Test
  void readsTimesInGoNotation() throws Exception {
    var configuration = read(HEAD + BODY + "timeouts: {discovery: 1m30s, tlsBootstrap: 1h0m0s}\n");

    assertThat(configuration.discoveryTimeout()).hasValue(Duration.ofSeconds(90));
    assertThat(configuration.bootstrapTimeout()).hasValue(Duration.ofHours(1));
  }

  @Test
  void readsFileDiscoveryWithItsOwnLogin() throws Exception {
    var configuration =
        read(
            HEAD
                + """
                discovery:
                  file: {kubeConfigPath: /etc/discovery.conf}
                  tlsBootstrapToken: abcdef.0123456789abcdef
                """);

    assertThat(configuration.source()).isEqualTo(new FileSource("/etc/discovery.conf"));
    assertThat(configuration.tlsBootstrapToken()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nodeRegistration: {name: CI_MISSING_JINJA_VAR/local_hostname}",
        "nodeRegistration: {name: 12}",
        "nodeRegistration: {kubeletExtraArgs: [{name: v, value: 4}]}",
        "nodeRegistration: {kubeletExtraArgs: [{name: x, value: on}]}",
        "nodeRegistration: {kubeletExtraArgs: {v: '4'}}",
        "nodeRegistration: {taints: {}}",
        "controlPlane: {localAPIEndpoint: {}}",
        "timeouts: {discovery: 5}",
      })
  void refusesWhatKubeadmRefuses(String line) {
    assertThatThrownBy(() -> read(HEAD + BODY + line + "\n"))
        .isInstanceOfSatisfying(
            JoinException.class, e -> assertThat(e.failure()).isEqualTo(JoinFailure.CONFIGURATION));
  }

  @Test
  void refusesAnApiVersionThatTheMachineDoesNotKnow() {
    assertThatThrownBy(() -> JoinConfigurationReader.read(HEAD + BODY, "v1.30.2"))
        .hasMessageContaining("v1.30.2 does not know");
  }

  @Test
  void neverTellsTheToken() {
    String broken = HEAD + BODY.replace("0123456789abcdef", "TOO-SECRET");

    assertThatThrownBy(() -> read(broken)).hasMessageNotContaining("SECRET");
    assertThat(new BootstrapToken("abcdef", "TOO-SECRET").toString()).doesNotContain("SECRET");
  }

  private static JoinConfiguration read(String text) throws JoinException {
    return JoinConfigurationReader.read(text, "v1.35.4");
  }

  private static String golden(String name) throws Exception {
    try (InputStream in =
        JoinConfigurationReaderTest.class.getResourceAsStream(
            "/userdata/" + name + ".cloud-config.txt")) {
      var data = UserData.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      var files = new FileSystem();
      CloudInit.process(
          data, InstanceData.forEc2(Map.of("local-hostname", "node-1.internal")), files);
      return files.read("/run/kubeadm/kubeadm-join-config.yaml").orElseThrow().text();
    }
  }
}
