package io.weir.provider.aws.refresh;

import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.group.GroupInstance;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.template.ObservedTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How far the instances of a pool are from what its newest template asks for. What is owed is
 * written down; what is done is seen by the versions that instances were made from, so that it does
 * not matter who replaced them.
 *
 * @param owed what is to be replaced
 * @param group the group, unless it is on its way out
 * @param template the launch template
 * @param refreshes what is known of the group's refreshes
 */
public record Rollout(
    Optional<OwedRefresh> owed,
    Optional<ObservedGroup> group,
    Optional<ObservedTemplate> template,
    RefreshObservation refreshes) {

  /**
   * Pauses after a refresh that did not replace all, counted from its end. AWS has tried for an
   * hour by then, and each refresh takes instances out of service again: a few times are enough.
   */
  private static final List<Duration> PAUSES =
      List.of(Duration.ofMinutes(5), Duration.ofMinutes(20));

  private static final Set<String> NEEDED = Set.of("InstanceRefresh", "Launch", "Terminate");

  /** Instances that run or will, of whatever version. */
  public List<GroupInstance> stayingInstances() {
    return group.stream()
        .flatMap(it -> it.members().stream())
        .filter(GroupInstance::isStaying)
        .toList();
  }

  /** Those of them that are to be replaced. */
  public List<GroupInstance> outdated() {
    return stayingInstances().stream().filter(this::outdated).toList();
  }

  /** Whether one of the instances is to be replaced. */
  public Freshness freshness(Instance instance) {
    return group.stream()
        .flatMap(it -> it.members().stream())
        .filter(member -> member.instance().id().equals(instance.id()))
        .findFirst()
        .filter(_ -> template.isPresent())
        .map(member -> outdated(member) ? Freshness.OUTDATED : Freshness.CURRENT)
        .orElse(Freshness.UNKNOWN);
  }

  private boolean outdated(GroupInstance groupInstance) {
    if (owed.isEmpty() || template.isEmpty()) {
      return false;
    }
    boolean sameTemplate = groupInstance.template().equals(template.get().id());
    boolean newTemplate = !template.get().id().equals(owed.get().template());
    return !sameTemplate
        || (!newTemplate && groupInstance.version().orElse(0) <= owed.get().after());
  }

  /** The refresh that was asked for last, if it came to be. */
  public Optional<ObservedRefresh> ownRefresh() {
    if (owed.isEmpty()
        || owed.get().attempts() == 0
        || !(refreshes instanceof RefreshObservation.Read read)) {
      return Optional.empty();
    }
    String id = owed.get().id();
    if (id.isEmpty()) {
      return read.firstAfter(owed.get().base());
    }
    return Optional.ofNullable(owed.get().ended())
        .map(refreshEnd -> refreshEnd.refresh(id))
        .or(() -> read.withId(id))
        // It was there once: that AWS has forgotten it says that it ended, long ago.
        .or(() -> Optional.of(ObservedRefresh.forgotten(id)));
  }

  /** Where it stands. */
  public RolloutState state(InstanceRefreshSettings settings, Instant now) {
    if (owed.isEmpty() || group.isEmpty()) {
      return new RolloutState.Settled();
    }
    return switch (refreshes) {
      case RefreshObservation.NotRead _ when settings.disabled() ->
          idle(new RolloutState.Disabled());
      case RefreshObservation.NotRead _ -> new RolloutState.Unknown();
      case RefreshObservation.Invalidated _ -> new RolloutState.Unknown();
      case RefreshObservation.Unreadable unreadable ->
          idle(new RolloutState.Unreadable(unreadable.why()));
      case RefreshObservation.Read read ->
          read.active().map(this::active).orElseGet(() -> idle(next(settings, read, now)));
    };
  }

  private RolloutState active(ObservedRefresh observedRefresh) {
    boolean overtaken = owed.filter(it -> it.cancel().equals(observedRefresh.id())).isPresent();
    return overtaken && !observedRefresh.isCancelling()
        ? new RolloutState.Superseded(observedRefresh)
        : new RolloutState.Running(observedRefresh);
  }

  /** While no refresh runs: nothing but what is seen of the instances counts. */
  private RolloutState idle(RolloutState otherwise) {
    if (!outdated().isEmpty()) {
      return otherwise;
    }
    return group.filter(ObservedGroup::isChanging).isPresent()
        ? new RolloutState.Finishing()
        : new RolloutState.Settled();
  }

  private RolloutState next(
      InstanceRefreshSettings settings, RefreshObservation.Read read, Instant now) {
    if (settings.disabled()) {
      return new RolloutState.Disabled();
    }
    var suspended = new TreeSet<>(group.map(ObservedGroup::suspended).orElse(Set.of()));
    suspended.retainAll(NEEDED);
    if (!suspended.isEmpty()) {
      return new RolloutState.Suspended(suspended);
    }
    int attempts = owed.map(OwedRefresh::attempts).orElse(0);
    return ownRefresh()
        .map(last -> after(last, attempts, read, now))
        // Asking may have had no effect, then it is the same attempt.
        .orElseGet(() -> new RolloutState.Due(Math.max(1, attempts), read.newest()));
  }

  private static RolloutState after(
      ObservedRefresh last, int attempts, RefreshObservation.Read read, Instant now) {
    if (last.isCancelled()) {
      return new RolloutState.Cancelled(last);
    }
    if (attempts > PAUSES.size()) {
      return new RolloutState.RetriesExhausted(last, attempts);
    }
    Instant until = last.ended().orElse(now).plus(PAUSES.get(attempts - 1));
    return now.isBefore(until)
        ? new RolloutState.BackingOff(last, attempts + 1, until)
        : new RolloutState.Due(attempts + 1, read.newest());
  }

  /**
   * What a further version owes; empty if there is no group. A group without instances owes it as
   * well: since the last look, somebody may have sized it up, and an instance come of an older
   * version.
   */
  public Optional<OwedRefresh> next(String because) {
    return group.isEmpty() || template.isEmpty()
        ? Optional.empty()
        : Optional.of(OwedRefresh.forNextVersion(template.get(), because, owed, running()));
  }

  /** Id of a refresh of ours that may run. */
  private String running() {
    if (owed.isEmpty()) {
      return "";
    }
    String known = ownRefresh().map(ObservedRefresh::id).orElse(owed.get().id());
    if (refreshes instanceof RefreshObservation.Read read) {
      String active = read.active().map(ObservedRefresh::id).orElse("");
      return active.equals(known) || active.equals(owed.get().cancel()) ? active : "";
    }
    return known.isEmpty() ? owed.get().cancel() : known;
  }

  /** The annotations once what is done, or was never begun, is taken out. */
  public ProviderAnnotations cleanUp(
      ProviderAnnotations providerAnnotations, InstanceRefreshSettings settings, Instant now) {
    if (state(settings, now) instanceof RolloutState.Settled) {
      return OwedRefresh.writeTo(providerAnnotations, Optional.empty());
    }
    return OwedRefresh.writeTo(
        providerAnnotations,
        owed.map(it -> ownRefresh().map(last -> it.withRefresh(last, now)).orElse(it)));
  }
}
