package io.weir.sandbox.watchman;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.InstanceState.Phase;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestedSizePropertyTest {

  private final History history = new History(new RequestedSizeProperty());

  @Test
  void aSizeThatNoSpecAskedForIsFound() {
    history.pool(3, false);

    resize(5);

    assertThat(history.violations())
        .singleElement()
        .asString()
        .contains("size 5 of workers, asked for were [3]");
  }

  @Test
  void aSizeOfBeforeTheSettledStateIsFound() {
    history.pool(5, true).pool(2, false).pool(2, true);

    resize(5);

    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void anEarlierSizeIsRightUntilThePoolIsSettled() {
    history.pool(5, true).pool(2, false);

    resize(5);
    resize(2);

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void aSpecThatTheWatchShowsLaterMakesItRight() {
    history.pool(3, true);
    resize(5);
    boolean atFirst = history.violationsSoFar().isEmpty();

    history.pool(5, false);

    assertThat(atFirst).isTrue();
    assertThat(history.violations()).isEmpty();
  }

  @Test
  void aSizeIsHeldBetweenTheBoundsOfTheGroup() {
    history.seen(History.AWS_POOL).pool(20, false);

    resize(10);

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void aSizeOnTheWayFromOneToAnotherIsRight() {
    history.pool(5, true).pool(2, false);

    resize(3);
    boolean right = history.violationsSoFar().isEmpty();
    resize(6);

    assertThat(right).isTrue();
    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void aSurgeIsRightWhereWeirReplacesMachinesAndNoMoreThanIsAllowed() {
    history.poolRolledByWeir(3, 2);

    resize(5);
    boolean right = history.violationsSoFar().isEmpty();
    resize(6);

    assertThat(right).isTrue();
    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void aMachineMayBeEndedForAnother() {
    running(3);
    history.pool(3, true);

    history.replaces("2").instance("a/2", Phase.TERMINATING).instance("a/1", Phase.TERMINATING);

    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void aMachineThatIsEndedBelowTheSizeIsFound() {
    running(3);
    history.pool(3, true);

    history.instance("a/2", Phase.TERMINATING);

    assertThat(history.violations())
        .singleElement()
        .asString()
        .contains("workers had 3 machines, and one was ended; asked for were [3]");
  }

  @Test
  void machinesMayBeEndedUntilTheSmallestSizeThatWasAskedForIsLeft() {
    running(3);
    history.pool(3, true).pool(2, false);

    history.instance("a/2", Phase.TERMINATING).instance("a/2", Phase.TERMINATED);
    boolean right = history.violationsSoFar().isEmpty();
    history.instance("a/1", Phase.TERMINATING);

    assertThat(right).isTrue();
    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void aMachineThatFailsWasEndedByNobody() {
    running(3);
    history.pool(3, true);

    history.instance("a/2", Phase.TERMINATED);

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void aRolloutEndsEachMachineOnce() {
    running(2);
    history.pool(2, true).cloudCall("StartInstanceRefresh", Map.of());

    history.instance("a/0", Phase.TERMINATING).instance("a/3", Phase.RUNNING);
    history.instance("a/1", Phase.TERMINATING).instance("a/4", Phase.RUNNING);
    boolean right = history.violationsSoFar().isEmpty();
    history.instance("a/3", Phase.TERMINATING);

    assertThat(right).isTrue();
    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void theDeletionOfAGroupWhosePoolStaysIsFound() {
    history.pool(3, true);

    history.cloudCall("DeleteAutoScalingGroup", Map.of("ForceDelete", "true"));

    assertThat(history.violations()).singleElement().asString().contains("is not to be deleted");
  }

  @Test
  void aPoolThatGoesTakesAllWithIt() {
    running(2);
    history.pool(2, true).deletedPool();

    history.cloudCall("DeleteAutoScalingGroup", Map.of("ForceDelete", "true"));
    history.instance("a/0", Phase.TERMINATING).instance("a/1", Phase.TERMINATING);

    assertThat(history.violations()).isEmpty();
  }

  private void resize(int size) {
    history.cloudCall("UpdateAutoScalingGroup", Map.of("DesiredCapacity", Integer.toString(size)));
  }

  private void running(int count) {
    for (int i = 0; i < count; i++) {
      history.instance("a/" + i, Phase.RUNNING);
    }
  }
}
