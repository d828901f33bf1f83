package io.weir.provider.aws.observed;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.AwsClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.autoscaling.model.DescribeInstanceRefreshesRequest;
import software.amazon.awssdk.services.autoscaling.model.InstanceRefresh;

/**
 * Reads instance refreshes, which takes a call a group: of those groups only that are observed in
 * detail, and the more there are of them the less often each. Between two calls the last answer
 * stands; the progress of instances is seen in the group itself.
 */
public final class InstanceRefreshReader {

  /** Far below what the API bears, since others use it too. */
  private static final int CALLS_A_SECOND = 5;

  private static final Duration OFTEN = Duration.ofSeconds(2);

  /** Where nothing runs: only people may start one. */
  private static final Duration SELDOM = Duration.ofMinutes(1);

  private static final int RECENT = 50;

  private record KnownRefreshes(RefreshObservation refreshes, Instant asOf) {}

  private final Map<String, KnownRefreshes> known = new HashMap<>();

  /** When a write was made whose effect an answer to an earlier question does not show. */
  private final Map<String, Instant> doubts = new HashMap<>();

  /** Notes what a write's answer showed. */
  public synchronized void recordResult(
      String group, RefreshObservation refreshObservation, Instant asOf) {
    Instant doubted = doubts.get(group);
    if (doubted == null || !asOf.isBefore(doubted)) {
      known.put(group, new KnownRefreshes(refreshObservation, asOf));
    }
  }

  /** A write may have changed them: what is asked from now on counts. */
  public synchronized void invalidate(String group, Instant now) {
    known.remove(group);
    doubts.put(group, now);
  }

  /** Forgets those of the looked at groups that are not of interest any more. */
  synchronized void retainDetailed(Set<String> looked, Set<String> inDetail) {
    for (String name : looked) {
      if (!inDetail.contains(name)) {
        known.remove(name);
        doubts.remove(name);
      }
    }
  }

  /** The group's refreshes, asked for if the last answer is too old. */
  RefreshObservation refreshesOf(String group, AwsClient calls, Instant now) {
    var last = last(group);
    if (last != null && last.asOf().plus(pause(last.refreshes())).isAfter(now)) {
      return last.refreshes();
    }
    RefreshObservation read = read(group, calls);
    recordResult(group, read, now);
    return read;
  }

  private synchronized @Nullable KnownRefreshes last(String group) {
    return known.get(group);
  }

  private synchronized Duration pause(RefreshObservation last) {
    boolean still = last instanceof RefreshObservation.Read read && read.active().isEmpty();
    Duration fair = Duration.ofSeconds(known.size() / CALLS_A_SECOND);
    Duration least = still ? SELDOM : OFTEN;
    return fair.compareTo(least) > 0 ? fair : least;
  }

  private static RefreshObservation read(String group, AwsClient calls) {
    try {
      var request =
          DescribeInstanceRefreshesRequest.builder()
              .autoScalingGroupName(group)
              .maxRecords(RECENT)
              .build();
      var listed = new ArrayList<>(calls.describeRefreshes(request).instanceRefreshes());
      listed.sort(
          Comparator.comparing(
              InstanceRefresh::startTime,
              Comparator.nullsFirst(Comparator.<Instant>naturalOrder().reversed())));
      return new RefreshObservation.Read(
          listed.stream().map(InstanceRefreshReader::refresh).toList());
    } catch (ProviderException failure) {
      // The look at the other groups is worth having without.
      return new RefreshObservation.Unreadable(String.valueOf(failure.getMessage()));
    }
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
