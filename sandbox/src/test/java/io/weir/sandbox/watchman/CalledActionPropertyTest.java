package io.weir.sandbox.watchman;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.sandbox.watchman.HistoryEvent.CloudCall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalledActionPropertyTest {

  private final History history = new History(CalledActionProperty.ofProviders());

  @Test
  void aCallThatNoPermissionIsMadeFromIsFoundOnce() {
    history
        .cloudCall("SetDesiredCapacity", Map.of())
        .cloudCall("SetDesiredCapacity", Map.of(), "AccessDenied", false);

    assertThat(history.violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.place()).isEqualTo(History.PLACE);
              assertThat(violation.subject()).isEqualTo("autoscaling:SetDesiredCapacity");
            });
  }

  @Test
  void aLoginNeedsNoPermission() {
    var violations = new ArrayList<Violation>();

    CalledActionProperty.ofProviders()
        .take(
            new CloudCall(
                Instant.EPOCH, "azure", "login", "GetToken", "", Map.of(), "invalid_client", false),
            violations::add);

    assertThat(violations).isEmpty();
  }

  @Test
  void theCallsOfTheGoldenFileAreKnown() {
    history.cloudCall("UpdateAutoScalingGroup", Map.of());

    assertThat(history.violations()).isEmpty();
  }
}
