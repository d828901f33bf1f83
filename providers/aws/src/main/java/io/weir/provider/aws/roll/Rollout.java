package io.weir.provider.aws.roll;

import io.weir.provider.Notes;
import io.weir.provider.aws.desired.RefreshSettings;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.observed.Refresh;
import io.weir.provider.aws.observed.Refreshes;
import io.weir.provider.aws.observed.Template;
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
    Optional<Owed> owed, Optional<Group> group, Optional<Template> template, Refreshes refreshes) {

  /**
   * Pauses after a refresh that did not replace all, counted from its end. AWS has tried for an
   * hour by then, and each refresh takes instances out of service again: a few times are enough.
   */
  private static final List<Duration> PAUSES =
      List.of(Duration.ofMinutes(5), Duration.ofMinutes(20));

  private static final Set<String> NEEDED = Set.of("InstanceRefresh", "Launch", "Terminate");

  /** As notes and cloud show it. */
  public static Rollout of(Notes notes, AwsObserved seen) {
    return new Rollout(
        seen.template().flatMap(template -> Owed.standing(notes, template)),
        seen.group().filter(group -> !group.deleting()),
        seen.template(),
        seen.refreshes());
  }

  /** Instances that run or will, of whatever version. */
  public List<Group.Member> staying() {
    return group.stream()
        .flatMap(it -> it.members().stream())
        .filter(Group.Member::staying)
        .toList();
  }

  /** Those of them that are to be replaced. */
  public List<Group.Member> outdated() {
    return staying().stream().filter(this::outdated).toList();
  }

  private boolean outdated(Group.Member member) {
    if (owed.isEmpty() || template.isEmpty()) {
      return false;
    }
    boolean sameTemplate = member.template().equals(template.get().id());
    boolean newTemplate = !template.get().id().equals(owed.get().template());
    return !sameTemplate || (!newTemplate && member.version().orElse(0) <= owed.get().after());
  }

  /** The refresh that was asked for last, if it came to be. */
  public Optional<Refresh> ours() {
    if (owed.isEmpty()
        || owed.get().attempts() == 0
        || !(refreshes instanceof Refreshes.Read read)) {
      return Optional.empty();
    }
    String id = owed.get().id();
    if (id.isEmpty()) {
      return read.firstAfter(owed.get().base());
    }
    return Optional.ofNullable(owed.get().ended())
        .map(ended -> ended.refresh(id))
        .or(() -> read.withId(id))
        // It was there once: that AWS has forgotten it says that it ended, long ago.
        .or(() -> Optional.of(Refresh.forgotten(id)));
  }

  /** Where it stands. */
  public Standing standing(RefreshSettings settings, Instant now) {
    if (owed.isEmpty() || group.isEmpty()) {
      return new Standing.Settled();
    }
    return switch (refreshes) {
      case Refreshes.NotRead _ when settings.disabled() -> idle(new Standing.Disabled());
      case Refreshes.NotRead _ -> new Standing.Unseen();
      case Refreshes.Awaited _ -> new Standing.Unseen();
      case Refreshes.Unreadable unreadable -> idle(new Standing.Unreadable(unreadable.why()));
      case Refreshes.Read read ->
          read.active().map(this::active).orElseGet(() -> idle(next(settings, read, now)));
    };
  }

  private Standing active(Refresh refresh) {
    boolean overtaken = owed.filter(it -> it.cancel().equals(refresh.id())).isPresent();
    return overtaken && !refresh.stopping()
        ? new Standing.Overtaken(refresh)
        : new Standing.Running(refresh);
  }

  /** While no refresh runs: nothing but what is seen of the instances counts. */
  private Standing idle(Standing otherwise) {
    if (!outdated().isEmpty()) {
      return otherwise;
    }
    return group.filter(Group::moving).isPresent()
        ? new Standing.Finishing()
        : new Standing.Settled();
  }

  private Standing next(RefreshSettings settings, Refreshes.Read read, Instant now) {
    if (settings.disabled()) {
      return new Standing.Disabled();
    }
    var suspended = new TreeSet<>(group.map(Group::suspended).orElse(Set.of()));
    suspended.retainAll(NEEDED);
    if (!suspended.isEmpty()) {
      return new Standing.Suspended(suspended);
    }
    int attempts = owed.map(Owed::attempts).orElse(0);
    return ours()
        .map(last -> after(last, attempts, read, now))
        // Asking may have had no effect, then it is the same attempt.
        .orElseGet(() -> new Standing.Due(Math.max(1, attempts), read.newest()));
  }

  private static Standing after(Refresh last, int attempts, Refreshes.Read read, Instant now) {
    if (last.cancelled()) {
      return new Standing.Cancelled(last);
    }
    if (attempts > PAUSES.size()) {
      return new Standing.GivenUp(last, attempts);
    }
    Instant until = last.ended().orElse(now).plus(PAUSES.get(attempts - 1));
    return now.isBefore(until)
        ? new Standing.Waiting(last, attempts + 1, until)
        : new Standing.Due(attempts + 1, read.newest());
  }

  /**
   * What a further version owes; empty if there is no group. A group without instances owes it as
   * well: since the last look, somebody may have sized it up, and an instance come of an older
   * version.
   */
  public Optional<Owed> next(String because) {
    return group.isEmpty() || template.isEmpty()
        ? Optional.empty()
        : Optional.of(Owed.next(template.get(), because, owed, running()));
  }

  /** Id of a refresh of ours that may run. */
  private String running() {
    if (owed.isEmpty()) {
      return "";
    }
    String known = ours().map(Refresh::id).orElse(owed.get().id());
    if (refreshes instanceof Refreshes.Read read) {
      String active = read.active().map(Refresh::id).orElse("");
      return active.equals(known) || active.equals(owed.get().cancel()) ? active : "";
    }
    return known.isEmpty() ? owed.get().cancel() : known;
  }

  /** The notes once what is done, or was never begun, is taken out. */
  public Notes tidied(Notes notes, RefreshSettings settings, Instant now) {
    if (standing(settings, now) instanceof Standing.Settled) {
      return Owed.note(notes, Optional.empty());
    }
    return Owed.note(notes, owed.map(it -> ours().map(last -> it.asked(last, now)).orElse(it)));
  }
}
