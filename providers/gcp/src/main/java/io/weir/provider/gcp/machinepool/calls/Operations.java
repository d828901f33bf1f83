package io.weir.provider.gcp.machinepool.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.gcp.account.calls.ComputeClient;
import io.weir.provider.gcp.account.calls.ComputeOperation;
import io.weir.provider.gcp.group.OperationStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The writes of a scope that Compute Engine has accepted, by the names of their groups. Followed by
 * observations, so that nobody waits for them. Only the words of an error are lost with the
 * process: what came of a write shows on the group itself.
 */
final class Operations {

  /** So long what has failed is not tried again. */
  private static final Duration RETRY_FAILED_AFTER = Duration.ofMinutes(1);

  /** So long it is told, unless it fails again: nobody may want it any more. */
  private static final Duration TOLD = Duration.ofMinutes(5);

  private static final OfGroup NOTHING = new OfGroup(List.of(), "", Instant.MIN);

  /**
   * Those of a group.
   *
   * @param open those that are not known to have ended
   * @param failure with what one has ended; empty if none has failed
   * @param failedAt when that was seen
   */
  private record OfGroup(List<ComputeOperation> open, String failure, Instant failedAt) {
    /** The same once one has ended: what succeeds is told of no more. */
    OfGroup ended(ComputeOperation operation, List<ComputeOperation> left, Instant now) {
      return operation.failure().isEmpty()
          ? new OfGroup(List.copyOf(left), "", Instant.MIN)
          : new OfGroup(List.copyOf(left), operation.failure(), now);
    }

    boolean isEmpty() {
      return open.isEmpty() && failure.isEmpty();
    }

    boolean deletes() {
      return open.stream().anyMatch(each -> each.action().endsWith("GroupManagers.delete"));
    }
  }

  private final Map<String, OfGroup> byGroup = new ConcurrentHashMap<>();
  private final Clock clock;

  Operations(Clock clock) {
    this.clock = clock;
  }

  /**
   * A write was accepted. What failed before it is told until its end, so that it does not flap.
   */
  void accepted(String group, ComputeOperation operation) {
    OfGroup _ =
        byGroup.compute(
            group,
            (_, known) -> {
              OfGroup before = known == null ? NOTHING : known;
              var open = new ArrayList<>(before.open());
              if (operation.done()) {
                return before.ended(operation, open, clock.instant());
              }
              open.add(operation);
              return new OfGroup(List.copyOf(open), before.failure(), before.failedAt());
            });
  }

  /** Names of the groups that something is known of. */
  Set<String> groups() {
    return new TreeSet<>(byGroup.keySet());
  }

  /**
   * Asks once how far each of a group's is.
   *
   * @throws ProviderException if that could not be read
   */
  void follow(ComputeClient client, String group) throws ProviderException {
    OfGroup known = byGroup.get(group);
    if (known == null) {
      return;
    }
    for (ComputeOperation operation : known.open()) {
      Optional<ComputeOperation> now =
          ProviderException.NotFound.asEmpty(() -> client.follow(operation));
      if (now.isEmpty() || now.get().done()) {
        ended(group, operation, now);
      }
    }
  }

  private void ended(String group, ComputeOperation operation, Optional<ComputeOperation> result) {
    OfGroup _ =
        byGroup.computeIfPresent(
            group,
            (_, known) -> {
              var open = new ArrayList<>(known.open());
              open.removeIf(each -> each.path().equals(operation.path()));
              OfGroup after =
                  result
                      .map(each -> known.ended(each, open, clock.instant()))
                      .orElseGet(
                          () -> new OfGroup(List.copyOf(open), known.failure(), known.failedAt()));
              return after.isEmpty() ? null : after;
            });
  }

  /** How far they are, by what is known. */
  OperationStatus status(String group) {
    OfGroup known = byGroup.get(group);
    if (known == null) {
      return OperationStatus.NONE;
    }
    Instant now = clock.instant();
    boolean failed = !known.failure().isEmpty();
    boolean pause = failed && known.failedAt().plus(RETRY_FAILED_AFTER).isAfter(now);
    boolean told = failed && known.failedAt().plus(TOLD).isAfter(now);
    return new OperationStatus(
        !known.open().isEmpty() || pause,
        known.deletes(),
        Optional.of(known.failure()).filter(_ -> told));
  }

  /** Forgets the failures of groups that are gone. */
  void forget(String group) {
    OfGroup _ =
        byGroup.computeIfPresent(group, (_, known) -> known.open().isEmpty() ? null : known);
  }
}
