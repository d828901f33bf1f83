package io.weir.provider.aws.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.Freshness;
import io.weir.provider.PoolIntent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whole rollouts, to be read as the specification of how they go. */
class RolloutTranscriptTest {

  @Test
  void aChangeReplacesOneInstanceAfterTheOther() {
    var rolloutScenario =
        new RolloutScenario().runTurns(1).changeInstanceType("m5.large").runTurns(5);

    assertThat(rolloutScenario.transcript())
        .isEqualTo(
            """
             1  v1 v1 v1
             2  v1 v1 v1         add version 2, start r1            instance refresh 0 %: 0 of 3 instances on version 2
             3  v2 v1 v1 r1                                         instance refresh 33 %: 1 of 3 instances on version 2
             4  v2 v2 v1 r1                                         instance refresh 66 %: 2 of 3 instances on version 2
             5  v2 v2 v2
             6  v2 v2 v2
            """);
  }

  @Test
  void instancesAreOutdatedUntilTheyAreReplaced() {
    var rolloutScenario = new RolloutScenario();

    assertThat(rolloutScenario.runTurns(1).freshness()).containsOnly(Freshness.CURRENT);
    assertThat(rolloutScenario.changeInstanceType("m5.large").runTurns(2).freshness())
        .containsOnly(Freshness.CURRENT, Freshness.OUTDATED);
    assertThat(rolloutScenario.runTurns(3).freshness()).containsOnly(Freshness.CURRENT);
  }

  @Test
  void aSecondChangeOvertakesTheFirst() {
    var rolloutScenario =
        new RolloutScenario()
            .changeInstanceType("m5.large")
            .runTurns(2)
            .changeInstanceType("m5.xlarge")
            .runTurns(5);

    assertThat(rolloutScenario.transcript())
        .isEqualTo(
            """
             1  v1 v1 v1         add version 2, start r1            instance refresh 0 %: 0 of 3 instances on version 2
             2  v2 v1 v1 r1                                         instance refresh 33 %: 1 of 3 instances on version 2
             3  v2 v2 v1 r1      add version 3, cancel r1, start r2 instance refresh 0 %: 0 of 3 instances on version 3
             4  v3 v2 v1 r2                                         instance refresh 33 %: 1 of 3 instances on version 3
             5  v3 v3 v1 r2                                         instance refresh 66 %: 2 of 3 instances on version 3
             6  v3 v3 v3
             7  v3 v3 v3
            """);
  }

  @Test
  void whatPeopleCancelledIsNotStartedWhenAwsHasForgottenIt() {
    var rolloutScenario =
        new RolloutScenario()
            .changeInstanceType("m5.large")
            .runTurns(1)
            .refreshEnds("Cancelled", "by request")
            .runTurns(1)
            .awsForgets()
            .runTurns(1)
            .changeInstanceType("m5.xlarge")
            .runTurns(1);

    assertThat(rolloutScenario.transcript())
        .isEqualTo(
            """
             1  v1 v1 v1         add version 2, start r1            instance refresh 0 %: 0 of 3 instances on version 2
             2  v2 v1 v1                                            the instance refresh was cancelled at 33 % (by request): 1 of 3 instances on version 2; Weir does not override that: start one in AWS, or change the pool
             3  v2 v1 v1                                            the instance refresh was cancelled at 33 % (by request): 1 of 3 instances on version 2; Weir does not override that: start one in AWS, or change the pool
             4  v2 v1 v1         add version 3, start r2            instance refresh 0 %: 0 of 3 instances on version 3
            """);
  }

  @Test
  void threeThatEndedAreEnoughAlsoIfNobodySawTheEnd() {
    var rolloutScenario =
        new RolloutScenario()
            .changeInstanceType("m5.large")
            .runTurns(1)
            .awsForgets()
            .runTurns(1)
            .awsForgets()
            .runTurns(1)
            .refreshEnds("Failed", "no capacity")
            .runTurns(1)
            .awsForgets()
            .runTurns(1);

    assertThat(rolloutScenario.transcript())
        .isEqualTo(
            """
             1  v1 v1 v1         add version 2, start r1            instance refresh 0 %: 0 of 3 instances on version 2
             2  v2 v1 v1         start r2                           instance refresh 0 %: 1 of 3 instances on version 2
             3  v2 v1 v1         start r3                           instance refresh 0 %: 1 of 3 instances on version 2
             4  v2 v1 v1                                            the instance refresh ended as Failed at 33 % (no capacity): 1 of 3 instances on version 2; Weir gave up after 3 attempts and retries when the pool changes: correct it
             5  v2 v1 v1                                            the instance refresh ended as Failed at 33 % (no capacity): 1 of 3 instances on version 2; Weir gave up after 3 attempts and retries when the pool changes: correct it
            """);
  }

  @Test
  void oneThatIsHeldStartsWhenItMayAndOneThatRunsGoesOn() {
    var rolloutScenario =
        new RolloutScenario()
            .setRoll(PoolIntent.Roll.HOLD)
            .changeInstanceType("m5.large")
            .runTurns(2)
            .setRoll(PoolIntent.Roll.PROCEED)
            .runTurns(1)
            .setRoll(PoolIntent.Roll.HOLD)
            .runTurns(3);

    assertThat(rolloutScenario.transcript())
        .isEqualTo(
            """
             1  v1 v1 v1         add version 2                      an instance refresh follows: 0 of 3 instances on version 2
             2  v1 v1 v1                                            an instance refresh follows: 0 of 3 instances on version 2
             3  v1 v1 v1         start r1                           instance refresh 0 %: 0 of 3 instances on version 2
             4  v2 v1 v1 r1                                         instance refresh 33 %: 1 of 3 instances on version 2
             5  v2 v2 v1 r1                                         instance refresh 66 %: 2 of 3 instances on version 2
             6  v2 v2 v2
            """);
  }

  @Test
  void oneThatWeirCancelsEndsWhereItIsAndIsStillOwed() {
    var rolloutScenario =
        new RolloutScenario()
            .changeInstanceType("m5.large")
            .runTurns(2)
            .setRoll(PoolIntent.Roll.CANCEL)
            .runTurns(2)
            .changeInstanceType("m5.xlarge")
            .runTurns(1)
            .setRoll(PoolIntent.Roll.PROCEED)
            .runTurns(4);

    assertThat(rolloutScenario.transcript())
        .isEqualTo(
            """
             1  v1 v1 v1         add version 2, start r1            instance refresh 0 %: 0 of 3 instances on version 2
             2  v2 v1 v1 r1                                         instance refresh 33 %: 1 of 3 instances on version 2
             3  v2 v2 v1 r1      cancel r1                          an instance refresh follows: 2 of 3 instances on version 2
             4  v2 v2 v1                                            an instance refresh follows: 2 of 3 instances on version 2
             5  v2 v2 v1         add version 3                      an instance refresh follows: 0 of 3 instances on version 3
             6  v2 v2 v1         start r2                           instance refresh 0 %: 0 of 3 instances on version 3
             7  v3 v2 v1 r2                                         instance refresh 33 %: 1 of 3 instances on version 3
             8  v3 v3 v1 r2                                         instance refresh 66 %: 2 of 3 instances on version 3
             9  v3 v3 v3
            """);
  }

  @Test
  void whereWeirRollsWhatIsOwedStaysUntilAllAreNewAndNoneIsStartedAfterAPause() {
    var rolloutScenario =
        new RolloutScenario()
            .changeInstanceType("m5.large")
            .runTurns(2)
            .refreshEnds("Failed", "no capacity")
            .setRoll(PoolIntent.Roll.CANCEL)
            .advance(Duration.ofMinutes(30))
            .runTurns(1);
    assertThat(rolloutScenario.freshness())
        .containsExactly(Freshness.CURRENT, Freshness.CURRENT, Freshness.OUTDATED);
    assertThat(rolloutScenario.isOwed()).isTrue();

    rolloutScenario.replaceAll().runTurns(1);

    assertThat(rolloutScenario.freshness()).containsOnly(Freshness.CURRENT);
    assertThat(rolloutScenario.isOwed()).isFalse();
    assertThat(rolloutScenario.transcript()).doesNotContain("start r2");
  }

  @Test
  void oneThatOthersStartedIsNotCancelled() {
    var rolloutScenario =
        new RolloutScenario()
            .setRoll(PoolIntent.Roll.CANCEL)
            .changeInstanceType("m5.large")
            .runTurns(1)
            .startExternally()
            .runTurns(4);

    assertThat(rolloutScenario.transcript())
        .isEqualTo(
            """
             1  v1 v1 v1         add version 2                      an instance refresh follows: 0 of 3 instances on version 2
             2  v1 v1 v1 r1                                         instance refresh 0 %: 0 of 3 instances on version 2
             3  v2 v1 v1 r1                                         instance refresh 33 %: 1 of 3 instances on version 2
             4  v2 v2 v1 r1                                         instance refresh 66 %: 2 of 3 instances on version 2
             5  v2 v2 v2
            """);
  }

  @Test
  void aFailureIsTriedAgainAfterAPause() {
    var rolloutScenario =
        new RolloutScenario()
            .changeInstanceType("m5.large")
            .runTurns(2)
            .refreshEnds("Failed", "no capacity")
            .runTurns(1)
            .advance(Duration.ofMinutes(5))
            .runTurns(4);

    assertThat(rolloutScenario.transcript())
        .isEqualTo(
            """
             1  v1 v1 v1         add version 2, start r1            instance refresh 0 %: 0 of 3 instances on version 2
             2  v2 v1 v1 r1                                         instance refresh 33 %: 1 of 3 instances on version 2
             3  v2 v2 v1                                            the instance refresh ended as Failed at 66 % (no capacity): 2 of 3 instances on version 2; it is restarted after a pause, attempt 2
             4  v2 v2 v1         start r2                           instance refresh 0 %: 2 of 3 instances on version 2
             5  v2 v2 v1 r2                                         instance refresh 33 %: 2 of 3 instances on version 2
             6  v2 v2 v1 r2                                         instance refresh 66 %: 2 of 3 instances on version 2
             7  v2 v2 v2
            """);
  }

  @Test
  void whatAHookHoldsIsToldOnceAllOthersAreUp() {
    var rolloutScenario =
        new RolloutScenario()
            .changeInstanceType("m5.large")
            .setHookHolding(true)
            .runTurns(4)
            .setHookHolding(false)
            .runTurns(1);

    assertThat(rolloutScenario.transcript())
        .isEqualTo(
            """
             1  v1 v1 v1         add version 2, start r1            instance refresh 0 %: 0 of 3 instances on version 2
             2  v2 v1 v1 r1                                         instance refresh 33 %: 1 of 3 instances on version 2
             3  v2 v2 v1 r1                                         instance refresh 66 %: 2 of 3 instances on version 2
             4  v2 v2 v2                                            3 of 3 instances on version 2; 3 old instances are still terminating
             5  v2 v2 v2
            """);
  }
}
