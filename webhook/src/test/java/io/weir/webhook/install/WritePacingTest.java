package io.weir.webhook.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.harness.TestObjects;
import io.weir.webhook.install.InstalledWebhooks.PendingWrite;
import java.util.List;
import org.junit.jupiter.api.Test;

class WritePacingTest {

  private static PendingWrite write(String name) {
    var tree = TestObjects.pool("default", "demo", name);
    return new PendingWrite(new ApiObject(tree), tree);
  }

  @Test
  void anObjectThatIsDisputedHoldsUpNoOther() {
    var pacing = new WritePacing();
    for (int turn = 0; turn < 20; turn++) {
      boolean _ = pacing.recordWrite(write("disputed"), 0);
    }

    assertThat(pacing.isDue(write("disputed"), 0)).isFalse();
    assertThat(pacing.isDue(write("other"), 0)).isTrue();
    assertThat(pacing.pauses(List.of(write("other"), write("disputed")), 0)).hasSize(1);
  }
}
