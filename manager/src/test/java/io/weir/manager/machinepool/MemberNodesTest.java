package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.workload.ConnectionFailureCause;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberNodesTest {

  @Test
  void areOnlyWaitedForInSilenceWhileTheFirstAnswerIsOnItsWay() {
    var connecting = unreachable(ConnectionFailureCause.CONNECTING, "");
    var silent = unreachable(ConnectionFailureCause.SILENT, "no answer");

    assertThat(connecting.isConnecting()).isTrue();
    assertThat(silent.isConnecting()).isFalse();
    assertThat(new MemberNodes.None().isConnecting()).isFalse();
  }

  private static MemberNodes unreachable(
      ConnectionFailureCause connectionFailureCause, String because) {
    return new MemberNodes.Unreachable(
        connectionFailureCause, because, Instant.EPOCH, Instant.EPOCH, List.of());
  }
}
