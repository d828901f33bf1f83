package io.weir.provider.aws.group.calls;

import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.DetailNeed;
import io.weir.provider.PerPoolRead;
import io.weir.provider.PoolDetail;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsErrors;
import io.weir.provider.aws.group.GroupState;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.tag.TagMarks;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import software.amazon.awssdk.services.autoscaling.model.Activity;
import software.amazon.awssdk.services.autoscaling.model.DescribeScalingActivitiesRequest;
import software.amazon.awssdk.services.autoscaling.model.ScalingActivityStatusCode;

/**
 * Why a group lacks instances, in AWS's words; empty if AWS does not say. Read only of groups that
 * are marked as a pool's and have been short for longer than a launch takes.
 */
public final class ScalingFailureDetail<O extends GroupState<O>> implements PoolDetail<O, String> {

  private static final Duration SHORT_FOR = Duration.ofSeconds(10);
  private static final Duration READ_INTERVAL = Duration.ofMinutes(1);
  private static final int RECENT = 20;

  private final Function<CloudScope, GroupCalls> calls;

  public ScalingFailureDetail(Function<CloudScope, GroupCalls> calls) {
    this.calls = calls;
  }

  @Override
  public String name() {
    return "scaling activities";
  }

  @Override
  public DetailNeed need(O observed, Optional<String> known, boolean wanted) {
    boolean isShort =
        observed
            .group()
            .filter(group -> TagMarks.areOn(group.tags()))
            .filter(group -> !group.isDeleting() && group.stayingCount() < group.desired())
            .isPresent();
    return isShort ? DetailNeed.after(SHORT_FOR, READ_INTERVAL) : new DetailNeed.NotNeeded();
  }

  @Override
  public CloudRequest request(CloudScope cloudScope, String group) {
    return new CloudRequest(cloudScope, "DescribeScalingActivities");
  }

  @Override
  public String read(CloudScope cloudScope, String group, O observed) throws ProviderException {
    var request =
        DescribeScalingActivitiesRequest.builder()
            .autoScalingGroupName(group)
            .maxRecords(RECENT)
            .build();
    return failures(calls.apply(cloudScope).describeActivities(request).activities());
  }

  @Override
  public Optional<String> valueIn(O observed) {
    return observed.group().flatMap(ObservedGroup::problem);
  }

  @Override
  public O with(O observed, PerPoolRead<String> reading) {
    Optional<String> problem =
        switch (reading) {
          case PerPoolRead.Unread<String> _ -> Optional.<String>empty();
          case PerPoolRead.Read<String>(String why) ->
              Optional.of(why).filter(text -> !text.isEmpty());
          case PerPoolRead.Failed<String>(String _, Optional<String> last) -> last;
        };
    return observed.withGroup(group -> group.withProblem(problem));
  }

  /** What failed since the newest success; activities come newest first. */
  private static String failures(Iterable<Activity> activities) {
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
    return String.join(" ", said);
  }
}
