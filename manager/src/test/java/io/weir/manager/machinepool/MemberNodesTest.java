package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.workload.Cause;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberNodesTest {

  @Test
  void areOnlyWaitedForInSilenceWhileTheFirstAnswerIsOnItsWay() {
    var connecting = unreachable(Cause.CONNECTING, "");
    var silent = unreachable(Cause.SILENT, "no answer");

    assertThat(connecting.connecting()).isTrue();
    assertThat(silent.connecting()).isFalse();
    assertThat(new MemberNodes.None().connecting()).isFalse();
  }

  private static MemberNodes unreachable(Cause cause, String because) {
    return new MemberNodes.Unreachable(cause, because, Instant.EPOCH, Instant.EPOCH, List.of());
  }
}
