package io.weir.provider.aws.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whole rollouts, to be read as the specification of how they go. */
class RolloutTranscriptTest {

  @Test
  void aChangeReplacesOneInstanceAfterTheOther() {
    var play = new Play().turns(1).retype("m5.large").turns(5);

    assertThat(play.transcript())
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
  void aSecondChangeOvertakesTheFirst() {
    var play = new Play().retype("m5.large").turns(2).retype("m5.xlarge").turns(5);

    assertThat(play.transcript())
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
  void aFailureIsTriedAgainAfterAPause() {
    var play =
        new Play()
            .retype("m5.large")
            .turns(2)
            .refreshEnds("Failed", "no capacity")
            .turns(1)
            .pass(Duration.ofMinutes(5))
            .turns(4);

    assertThat(play.transcript())
        .isEqualTo(
            """
             1  v1 v1 v1         add version 2, start r1            instance refresh 0 %: 0 of 3 instances on version 2
             2  v2 v1 v1 r1                                         instance refresh 33 %: 1 of 3 instances on version 2
             3  v2 v2 v1                                            the instance refresh ended as Failed at 66 % (no capacity): 2 of 3 instances on version 2; it is started again after a pause, attempt 2
             4  v2 v2 v1         start r2                           instance refresh 0 %: 2 of 3 instances on version 2
             5  v2 v2 v1 r2                                         instance refresh 33 %: 2 of 3 instances on version 2
             6  v2 v2 v1 r2                                         instance refresh 66 %: 2 of 3 instances on version 2
             7  v2 v2 v2
            """);
  }
}
