package io.weir.sandbox.watchman;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnchangedInputPropertyTest {

  private final History history = new History(new UnchangedInputProperty());

  @Test
  void aWriteWithoutAnythingThatHappenedIsFound() {
    history.pool(3, true).after(Duration.ofSeconds(30));
    readCloud(3);

    history.patchesPool(History.MANAGER);

    assertThat(history.violations())
        .singleElement()
        .asString()
        .contains("nothing had changed for 34 s", "DescribeAutoScalingGroups");
  }

  @Test
  void aChangeBringsWrites() {
    history.pool(3, true).after(Duration.ofSeconds(30));
    readCloud(3);

    history.pool(5, false).patchesPool(History.MANAGER);

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void aManagerThatHasNotReadTheCloudIsOnlySlow() {
    history.pool(3, true).after(Duration.ofSeconds(30));
    readCloud(2);

    history.patchesPool(History.MANAGER);

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void whatFailedIsTriedAgainWhenItsPauseIsOver() {
    history
        .cloudCall("UpdateAutoScalingGroup", Map.of(), "AccessDenied", false)
        .after(Duration.ofMinutes(2));
    readCloud(3);

    history.patchesPool(History.MANAGER);

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void tokensAreMadeByTimeAlone() {
    history.pool(3, true).after(Duration.ofMinutes(10));
    readCloud(3);

    history.write(History.MANAGER, "update", "secrets", History.POOL, "");

    assertThat(history.violations()).isEmpty();
  }

  private void readCloud(int times) {
    for (int i = 0; i < times; i++) {
      history.cloudCall("DescribeAutoScalingGroups", Map.of(), "OK", false);
    }
  }
}
