package io.weir.provider.aws.refresh.calls;

import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.DetailNeed;
import io.weir.provider.PerPoolRead;
import io.weir.provider.PoolDetail;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.refresh.ObservedRefresh;
import io.weir.provider.aws.refresh.RefreshObservation;
import io.weir.provider.aws.refresh.RefreshState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.autoscaling.model.DescribeInstanceRefreshesRequest;
import software.amazon.awssdk.services.autoscaling.model.InstanceRefresh;

/**
 * The instance refreshes of a group, of groups only of which they are wanted. Between two readings
 * the last one stands; the progress of instances is seen in the group itself.
 */
public final class InstanceRefreshDetail<O extends RefreshState<O>>
    implements PoolDetail<O, RefreshObservation.Read> {

  private static final Duration WHILE_ACTIVE = Duration.ofSeconds(2);

  /** Where nothing runs: only people may start one. */
  private static final Duration WHILE_STILL = Duration.ofMinutes(1);

  private static final int RECENT = 50;

  private final Function<CloudScope, RefreshCalls> calls;

  public InstanceRefreshDetail(Function<CloudScope, RefreshCalls> calls) {
    this.calls = calls;
  }

  @Override
  public String name() {
    return "instance refreshes";
  }

  @Override
  public DetailNeed need(O observed, Optional<RefreshObservation.Read> known, boolean wanted) {
    if (!wanted || observed.group().isEmpty()) {
      return new DetailNeed.NotNeeded();
    }
    boolean still = known.filter(read -> read.active().isEmpty()).isPresent();
    return DetailNeed.atOnce(still ? WHILE_STILL : WHILE_ACTIVE);
  }

  @Override
  public CloudRequest request(CloudScope cloudScope, String group) {
    return new CloudRequest(cloudScope, "DescribeInstanceRefreshes");
  }

  @Override
  public RefreshObservation.Read read(CloudScope cloudScope, String group, O observed)
      throws ProviderException {
    var request =
        DescribeInstanceRefreshesRequest.builder()
            .autoScalingGroupName(group)
            .maxRecords(RECENT)
            .build();

    var listed =
        new ArrayList<>(calls.apply(cloudScope).describeRefreshes(request).instanceRefreshes());
    listed.sort(
        Comparator.comparing(
            InstanceRefresh::startTime,
            Comparator.nullsFirst(Comparator.<Instant>naturalOrder().reversed())));
    return new RefreshObservation.Read(
        listed.stream().map(InstanceRefreshDetail::refresh).toList());
  }

  @Override
  public Optional<RefreshObservation.Read> valueIn(O observed) {
    return observed.refreshes() instanceof RefreshObservation.Read read
        ? Optional.of(read)
        : Optional.empty();
  }

  @Override
  public O with(O observed, PerPoolRead<RefreshObservation.Read> reading) {
    return observed.withRefreshes(
        switch (reading) {
          case PerPoolRead.Unread<RefreshObservation.Read> _ -> new RefreshObservation.NotRead();
          case PerPoolRead.Read<RefreshObservation.Read>(RefreshObservation.Read read) -> read;
          case PerPoolRead.Failed<RefreshObservation.Read>(
                  String why,
                  Optional<RefreshObservation.Read> _) ->
              new RefreshObservation.Unreadable(why);
        });
  }

  private static ObservedRefresh refresh(InstanceRefresh refresh) {
    return new ObservedRefresh(
        refresh.instanceRefreshId(),
        refresh.statusAsString() == null ? "" : refresh.statusAsString(),
        refresh.percentageComplete() == null ? 0 : refresh.percentageComplete(),
        refresh.statusReason() == null ? "" : refresh.statusReason().strip(),
        Optional.ofNullable(refresh.endTime()));
  }
}
