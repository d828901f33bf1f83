package io.weir.provider.aws.observed;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.AwsClient;
import io.weir.provider.aws.calls.AwsErrors;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import software.amazon.awssdk.services.autoscaling.model.Activity;
import software.amazon.awssdk.services.autoscaling.model.DescribeScalingActivitiesRequest;
import software.amazon.awssdk.services.autoscaling.model.ScalingActivityStatusCode;

/**
 * Why groups lack instances. AWS tells one group at a time, so it is asked only of groups that were
 * short at the look before as well, and not at every look.
 */
final class ScalingFailureReader {

  private static final Duration ASK_AGAIN_AFTER = Duration.ofMinutes(1);
  private static final int RECENT = 20;

  private record Shortage(Instant asked, Optional<String> why) {}

  private final Map<String, Shortage> lacking = new HashMap<>();

  /** Why the group is short; empty if it is not, or not for long, or AWS does not say. */
  synchronized Optional<String> shortageReason(
      ObservedGroup observedGroup, AwsClient calls, Instant now) {
    if (observedGroup.isDeleting() || observedGroup.stayingCount() >= observedGroup.desired()) {
      lacking.remove(observedGroup.name());
      return Optional.empty();
    }
    var before = lacking.get(observedGroup.name());
    if (before == null) {
      lacking.put(observedGroup.name(), new Shortage(Instant.MIN, Optional.empty()));
      return Optional.empty();
    }
    if (before.asked().isAfter(now.minus(ASK_AGAIN_AFTER))) {
      return before.why();
    }
    var why = ask(observedGroup.name(), calls, before.why());
    lacking.put(observedGroup.name(), new Shortage(now, why));
    return why;
  }

  // A look is worth having without the reasons.
  private static Optional<String> ask(String group, AwsClient calls, Optional<String> before) {
    try {
      var request =
          DescribeScalingActivitiesRequest.builder()
              .autoScalingGroupName(group)
              .maxRecords(RECENT)
              .build();
      return failures(calls.describeActivities(request).activities());
    } catch (ProviderException unasked) {
      return before;
    }
  }

  /** What failed since the newest success; activities come newest first. */
  private static Optional<String> failures(Iterable<Activity> activities) {
    var said = new TreeSet<String>();
    for (Activity activity : activities) {
      if (activity.statusCode() == ScalingActivityStatusCode.SUCCESSFUL) {
        break;
      }
      if (activity.statusCode() == ScalingActivityStatusCode.FAILED) {
        String message = activity.statusMessage();
        String words = message == null ? activity.description() : AwsErrors.stableText(message);
        // Each try has an instance of its own.
        said.add(words.replaceAll("\\bi-[0-9a-f]{8,}", "an instance"));
      }
    }
    return said.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", said));
  }
}
