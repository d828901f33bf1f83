package io.weir.clouds.node.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodPlannerTest {
  private static final Instant SEEN = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void aPodBecomesReadyAMomentAfterItWasSeen() throws Exception {
    Pod pod = pod("", "", "{}");

    assertThat(next(pod, Duration.ZERO)).isEqualTo(new PodStep.Wait(PodPlanner.START));
    assertThat(next(pod, PodPlanner.START)).isEqualTo(new PodStep.ReportRunning());
  }

  @Test
  void aReadyPodIsLeftAlone() throws Exception {
    assertThat(next(pod("", "", running("True")), Duration.ofHours(1)))
        .isEqualTo(new PodStep.Rest());
  }

  @Test
  void aPodThatWasMarkedNotReadyIsReportedAgain() throws Exception {
    assertThat(next(pod("", "", running("False")), Duration.ofHours(1)))
        .isEqualTo(new PodStep.ReportRunning());
  }

  @Test
  void aPodThatMayEndSucceedsAfterTheTimeThatItTells() throws Exception {
    Pod pod = pod(completesAfter("5s"), "\"restartPolicy\": \"Never\"", running("True"));

    assertThat(next(pod, Duration.ofSeconds(3))).isEqualTo(new PodStep.Wait(Duration.ofSeconds(2)));
    assertThat(next(pod, Duration.ofSeconds(5))).isEqualTo(new PodStep.ReportSucceeded());
  }

  @Test
  void aPodThatIsAlwaysRestartedNeverSucceeds() throws Exception {
    Pod pod = pod(completesAfter("5s"), "\"restartPolicy\": \"Always\"", running("True"));

    assertThat(next(pod, Duration.ofHours(1))).isEqualTo(new PodStep.Rest());
  }

  @Test
  void aTimeThatCannotBeReadIsNone() throws Exception {
    Pod pod = pod(completesAfter("soon"), "\"restartPolicy\": \"Never\"", running("True"));

    assertThat(next(pod, Duration.ofHours(1))).isEqualTo(new PodStep.Rest());
  }

  @Test
  void aPodThatStopsIsRemovedAfterItsGracePeriodButSoon() throws Exception {
    assertThat(stopping(30, Duration.ZERO)).isEqualTo(new PodStep.Wait(PodPlanner.LONGEST_STOP));
    assertThat(stopping(30, PodPlanner.LONGEST_STOP)).isEqualTo(new PodStep.Remove());
    assertThat(stopping(0, Duration.ZERO)).isEqualTo(new PodStep.Remove());
  }

  private static PodStep stopping(int grace, Duration since) throws Exception {
    Pod pod =
        pod(
            "\"deletionTimestamp\": \"2026-01-01T00:01:00Z\", \"deletionGracePeriodSeconds\": "
                + grace,
            "",
            running("True"));
    return PodPlanner.next(pod, SEEN.plus(since), SEEN, Optional.of(SEEN));
  }

  private static PodStep next(Pod pod, Duration later) {
    return PodPlanner.next(pod, SEEN.plus(later), SEEN, Optional.empty());
  }

  private static String completesAfter(String time) {
    return "\"annotations\": {\"%s\": \"%s\"}".formatted(Pod.COMPLETES_AFTER, time);
  }

  private static String running(String ready) {
    return """
    {"phase": "Running", "startTime": "%s", "conditions": [{"type": "Ready", "status": "%s"}]}
    """
        .formatted(SEEN, ready);
  }

  private static Pod pod(String metadata, String spec, String status) throws Exception {
    return Pod.of(
        new JsonMapper()
            .readTree(
                "{\"metadata\": {%s}, \"spec\": {%s}, \"status\": %s}"
                    .formatted(metadata, spec, status)));
  }
}
