package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeConfigsTest {

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
