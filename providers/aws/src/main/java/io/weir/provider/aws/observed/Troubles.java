package io.weir.provider.aws.observed;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.AwsCalls;
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
final class Troubles {

  private static final Duration ASK_AGAIN_AFTER = Duration.ofMinutes(1);
  private static final int RECENT = 20;

  private record Lacking(Instant asked, Optional<String> why) {}

  private final Map<String, Lacking> lacking = new HashMap<>();

  /** Why the group is short; empty if it is not, or not for long, or AWS does not say. */
  synchronized Optional<String> of(Group group, AwsCalls calls, Instant now) {
    if (group.deleting() || group.staying() >= group.desired()) {
      lacking.remove(group.name());
      return Optional.empty();
    }
    var before = lacking.get(group.name());
    if (before == null) {
      lacking.put(group.name(), new Lacking(Instant.MIN, Optional.empty()));
      return Optional.empty();
    }
    if (before.asked().isAfter(now.minus(ASK_AGAIN_AFTER))) {
      return before.why();
    }
    var why = ask(group.name(), calls, before.why());
    lacking.put(group.name(), new Lacking(now, why));
    return why;
  }

  // A look is worth having without the reasons.
  private static Optional<String> ask(String group, AwsCalls calls, Optional<String> before) {
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
        String words = message == null ? activity.description() : AwsErrors.lasting(message);
        // Each try has an instance of its own.
        said.add(words.replaceAll("\\bi-[0-9a-f]{8,}", "an instance"));
      }
    }
    return said.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", said));
  }
}
