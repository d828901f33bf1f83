package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeConfigsTest {

  @TempDir private Path directory;

  @Test
  void whoIsNotInAPodIsToldWhatToName() {
    assertThatThrownBy(() -> KubeConfigs.inCluster(Map.of(), "test"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not in a Pod")
        .hasMessageEndingWith("name the management cluster with --kubeconfig");
  }

  @Test
  void aFileThatCannotBeReadIsNamedWithoutAWordOfIt() throws Exception {
    Path broken =
        Files.writeString(
            directory.resolve("broken"),
            """
            apiVersion: v1
            kind: Config
            users:
            - name: u
              user: {token: "sesame
            """);
    Path missing = directory.resolve("missing");

    assertThatThrownBy(() -> KubeConfigs.fromFile(broken, "test"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(broken + " is not a kubeconfig")
        .hasNoCause()
        .hasMessageNotContaining("sesame");
    assertThatThrownBy(() -> KubeConfigs.fromFile(broken, "c", "test"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .hasMessageNotContaining("sesame");
    assertThatThrownBy(() -> KubeConfigs.fromFile(missing, "test"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("kubeconfig %s does not exist or cannot be read".formatted(missing));
  }

  @ParameterizedTest
  @CsvSource({
    "https://127.0.0.1:6443, true",
    "https://127.1.2.3/prefix, true",
    "https://localhost:6443, true",
    "https://[::1]:6443, true",
    "https://10.0.0.1:6443, false",
    "https://localhost.example.org, false",
    "https://[fe80::1]:6443, false"
  })
  void tellWhetherAServerIsOnThisMachineByItsNameAlone(String server, boolean loopback) {
    Config config = new ConfigBuilder(Config.empty()).withMasterUrl(server).build();

    assertThat(KubeConfigs.isOnLoopback(config)).isEqualTo(loopback);
  }
}
