package io.weir.clouds.node.pods;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Decides what becomes of a pod. */
final class PodPlanner {
  /** From the moment that a kubelet knows of a pod until that is Ready. */
  static final Duration START = Duration.ofSeconds(1);

  /** However long a pod may take to stop, it takes no longer. */
  static final Duration LONGEST_STOP = Duration.ofSeconds(1);

  private PodPlanner() {}

  /**
   * The next step.
   *
   * @param seen when the kubelet first knew of the pod
   * @param stopping when it first knew that the pod is being deleted; empty as long as it is not
   */
  static PodStep next(Pod pod, Instant now, Instant seen, Optional<Instant> stopping) {
    if (stopping.isPresent()) {
      Duration grace = pod.gracePeriod().orElse(Duration.ZERO);
      Duration stop = grace.compareTo(LONGEST_STOP) < 0 ? grace : LONGEST_STOP;
      return pod.isOver()
          ? new PodStep.Remove()
          : at(stopping.get().plus(stop), now, new PodStep.Remove());
    }
    if (pod.isOver()) {
      return new PodStep.Rest();
    }
    if (!pod.runs()) {
      // Also a pod that ran: who found its node silent has said that it is not Ready.
      return at(seen.plus(START), now, new PodStep.ReportRunning());
    }
    return pod.completesAfter()
        .filter(_ -> !pod.restarted())
        .map(
            after -> at(pod.started().orElse(seen).plus(after), now, new PodStep.ReportSucceeded()))
        .orElse(new PodStep.Rest());
  }

  private static PodStep at(Instant due, Instant now, PodStep step) {
    return now.isBefore(due) ? new PodStep.Wait(Duration.between(now, due)) : step;
  }
}
