package io.weir.clouds.node.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.node.kubeadm.JoinCommand.Sentinel;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinCommandTest {
  @Test
  void findsFileAndSentinel() {
    var join =
        JoinCommand.find("kubeadm join --config /run/k.yaml  && echo success > /run/done.complete");

    assertThat(join)
        .hasValue(
            new JoinCommand(
                "/run/k.yaml", 0, Optional.of(new Sentinel("/run/done.complete", "success"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kubeadm join --config /k --v 5",
        "kubeadm join --v=5 --config=/k",
        "sudo /usr/bin/kubeadm join -v 5 --config /k || true",
      })
  void findsTheLogLevel(String command) {
    assertThat(JoinCommand.find(command)).hasValue(new JoinCommand("/k", 5, Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"echo kubeadm joins", "kubeadm init --config /k", "mykubeadm join"})
  void leavesOtherCommandsAlone(String command) {
    assertThat(JoinCommand.find(command)).isEmpty();
  }
}
