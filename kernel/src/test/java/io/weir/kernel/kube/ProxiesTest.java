package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.weir.api.ObjectKey;
import io.weir.api.harness.ProxyTrap;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Every request would go to a proxy if the settings of the process were heeded. */
@Isolated("settings of the whole process")
class ProxiesTest {

  private ProxyTrap trap;

  @BeforeEach
  void start() throws Exception {
    trap = new ProxyTrap("API server", "{}");
    trap.set("https.proxy", trap.proxy());
    trap.set("http.proxy", trap.proxy());
  }

  @AfterEach
  void stop() {
    trap.close();
  }

  private void ask(String more) {
    String kubeconfig =
        """
        apiVersion: v1
        kind: Config
        clusters:
        - name: c
          cluster: {server: "%s"%s}
        users:
        - name: u
          user: {token: hush-hush}
        contexts:
        - name: x
          context: {cluster: c, user: u}
        current-context: x
        """
            .formatted(trap.server(), more);
    Config config = KubeConfigs.fromText(kubeconfig, "test");
    try (KubeHttp http = KubeHttp.connect(config, RequestListener.NONE)) {
      byte[] _ =
          http.send(
              new RequestInfo("get", BuiltInKinds.NODE, new ObjectKey("", "n")),
              "GET",
              "/api/v1/nodes/n",
              null,
              null,
              Duration.ofSeconds(30));
    }
  }

  @Test
  void noRequestToAnApiServerGoesThroughAProxyOfTheProcess() {
    ask("");

    assertThat(trap.arrivals()).containsExactly("API server");
  }

  @Test
  void aKubeconfigOfOnesOwnMayNameOne() {
    ask(", proxy-url: \"%s\"".formatted(trap.proxy()));

    assertThat(trap.arrivals()).containsExactly("proxy");
  }
}
