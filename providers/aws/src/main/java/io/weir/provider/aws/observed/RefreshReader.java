package io.weir.provider.aws.observed;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.AwsCalls;
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
 * Reads instance refreshes, which takes a call a group: of those groups only that are looked at
 * closely, and the more there are of them the less often each. Between two calls the last answer
 * stands; the progress of instances is seen in the group itself.
 */
public final class RefreshReader {

  /** Far below what the API bears, since others use it too. */
  private static final int CALLS_A_SECOND = 5;

  private static final Duration OFTEN = Duration.ofSeconds(2);

  /** Where nothing runs: only people may start one. */
  private static final Duration SELDOM = Duration.ofMinutes(1);

  private static final int RECENT = 50;

  private record Known(Refreshes refreshes, Instant asOf) {}

  private final Map<String, Known> known = new HashMap<>();

  /** When a write was made whose effect an answer to an earlier question does not show. */
  private final Map<String, Instant> doubts = new HashMap<>();

  /** Notes what a write's answer showed. */
  public synchronized void note(String group, Refreshes refreshes, Instant asOf) {
    Instant doubted = doubts.get(group);
    if (doubted == null || !asOf.isBefore(doubted)) {
      known.put(group, new Known(refreshes, asOf));
    }
  }

  /** A write may have changed them: what is asked from now on counts. */
  public synchronized void doubt(String group, Instant now) {
    known.remove(group);
    doubts.put(group, now);
  }

  /** Forgets those of the looked at groups that are not of interest any more. */
  synchronized void keep(Set<String> looked, Set<String> closely) {
    for (String name : looked) {
      if (!closely.contains(name)) {
        known.remove(name);
        doubts.remove(name);
      }
    }
  }

  /** The group's refreshes, asked for if the last answer is too old. */
  Refreshes of(String group, AwsCalls calls, Instant now) {
    var last = last(group);
    if (last != null && last.asOf().plus(pause(last.refreshes())).isAfter(now)) {
      return last.refreshes();
    }
    Refreshes read = read(group, calls);
    note(group, read, now);
    return read;
  }

  private synchronized @Nullable Known last(String group) {
    return known.get(group);
  }

  private synchronized Duration pause(Refreshes last) {
    boolean still = last instanceof Refreshes.Read read && read.active().isEmpty();
    Duration fair = Duration.ofSeconds(known.size() / CALLS_A_SECOND);
    Duration least = still ? SELDOM : OFTEN;
    return fair.compareTo(least) > 0 ? fair : least;
  }

  private static Refreshes read(String group, AwsCalls calls) {
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
      return new Refreshes.Read(listed.stream().map(RefreshReader::refresh).toList());
    } catch (ProviderException failure) {
      // The look at the other groups is worth having without.
      return new Refreshes.Unreadable(String.valueOf(failure.getMessage()));
    }
  }

  private static Refresh refresh(InstanceRefresh refresh) {
    return new Refresh(
        refresh.instanceRefreshId(),
        refresh.statusAsString() == null ? "" : refresh.statusAsString(),
        refresh.percentageComplete() == null ? 0 : refresh.percentageComplete(),
        refresh.statusReason() == null ? "" : refresh.statusReason().strip(),
        Optional.ofNullable(refresh.endTime()));
  }
}
