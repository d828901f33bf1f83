package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.manager.workload.WorkloadView.Cause;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MemberNodesTest {

  @Test
  void areOnlyWaitedForInSilenceWhileTheFirstAnswerIsOnItsWay() {
    var connecting = new MemberNodes.Unreachable(Cause.CONNECTING, "", Instant.EPOCH);
    var silent = new MemberNodes.Unreachable(Cause.SILENT, "no answer", Instant.EPOCH);

    assertThat(connecting.connecting()).isTrue();
    assertThat(silent.connecting()).isFalse();
    assertThat(new MemberNodes.None().connecting()).isFalse();
  }
}
