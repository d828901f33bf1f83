package io.weir.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionFailureTest {

  @ParameterizedTest
  @ValueSource(strings = {"nodes is forbidden", "Read timed out"})
  void ofAWatchTellsWhatCameOfItAndWhatToDoIfItIsRefusedAndIfItIsSilent(String trouble) {
    var failure =
        ConnectionFailure.ofWatchFailure(
            new ObjectKey("team", "c1"),
            new VettedKubeconfig(URI.create("https://c1:6443"), "", ""),
            trouble);

    assertThat(failure.cause()).isEqualTo(ConnectionFailureCause.WATCH_FAILS);
    assertThat(failure.message())
        .isEqualTo(
            ("Secret team/c1-kubeconfig, key value: the API server https://c1:6443 answers"
                    + " requests, but a watch fails (%s); if it is refused, grant the kubeconfig's"
                    + " account the rights, and if it is not answered or breaks off, check the load"
                    + " of the server and what is between it and Weir")
                .formatted(trouble));
  }
}
