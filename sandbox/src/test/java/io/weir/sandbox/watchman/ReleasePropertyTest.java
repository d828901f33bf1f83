package io.weir.sandbox.watchman;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ReleasePropertyTest {

  private final History history =
      new History(new ReleaseProperty())
          .cloudCall("CreateAutoScalingGroup", Map.of("DesiredCapacity", "3"))
          .seen(History.AWS_POOL);

  @Test
  void whatIsLeftOfAPoolThatWeirReleasedIsFound() {
    history.releases(History.MANAGER).gone(History.AWS_POOL).left("a group");

    assertThat(history.violations())
        .singleElement()
        .asString()
        .contains("AWSMachinePool here/workers left [a group]");
  }

  @Test
  void nothingMayBeLeft() {
    history.releases(History.MANAGER).gone(History.AWS_POOL).left();

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void whatPeopleReleasedIsTheirs() {
    history.releases(History.MANAGER).releases("").gone(History.AWS_POOL).left("a group");

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void aPoolThatWasMadeAgainMayHaveAGroup() {
    history.releases(History.MANAGER).gone(History.AWS_POOL).seen(History.AWS_POOL).left("a group");

    assertThat(history.violations()).isEmpty();
  }
}
