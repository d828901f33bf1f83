package io.weir.clouds.node.pods;

import java.time.Duration;

/** What a kubelet does about a pod now. */
sealed interface PodStep {
  /** Nothing, until the pod changes. */
  record Rest() implements PodStep {}

  /**
   * Nothing, until the pod changes or some time has passed.
   *
   * @param time how long
   */
  record Wait(Duration time) implements PodStep {}

  /** Says that it runs and is Ready. */
  record ReportRunning() implements PodStep {}

  /** Says that it has succeeded. */
  record ReportSucceeded() implements PodStep {}

  /** Deletes it for good: nothing of it is left on the node. */
  record Remove() implements PodStep {}
}
