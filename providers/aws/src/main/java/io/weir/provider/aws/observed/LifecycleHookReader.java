package io.weir.provider.aws.observed;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.AwsClient;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.autoscaling.model.DescribeLifecycleHooksRequest;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHook;

/**
 * Reads lifecycle hooks, which takes a call a group. Only others change them behind our back, so
 * each group is read every few hours, at a time of its own, and few at any one look at everything.
 * A group that had none is not read again before we put one there.
 */
public final class LifecycleHookReader {

  /** How long a change by others may go unseen, unless there are very many groups. */
  static final Duration READ_INTERVAL = Duration.ofHours(4);

  /** For so many groups, which a look lists in one call, the hooks of one are read. */
  private static final int GROUPS_A_CALL = 100;

  /**
   * What is known of a group.
   *
   * @param hooks by name; empty if they were not read
   * @param asOf when they were read or written
   * @param due when they are read next; the end of time for never
   */
  private record KnownHooks(Optional<Map<String, Hook>> hooks, Instant asOf, Instant due) {}

  private final Map<String, KnownHooks> known = new HashMap<>();

  /** Notes what a write left there, if that is known; what was read before it counts no more. */
  public synchronized void recordWrite(
      String group, Optional<Map<String, Hook>> hooks, Instant now) {
    known.put(group, new KnownHooks(hooks, now, now.plus(READ_INTERVAL)));
  }

  /** The group's hooks by name; empty if nobody has read them. */
  synchronized Optional<Map<String, Hook>> hooksOf(String group) {
    var found = known.get(group);
    return found == null ? Optional.empty() : found.hooks();
  }

  /** Reads what is due of the groups that a look at everything, begun then, has shown. */
  void readDue(Set<String> groups, AwsClient calls, Instant asOf) {
    for (String group : due(groups, asOf)) {
      note(group, ask(group, calls), asOf);
    }
  }

  private synchronized List<String> due(Set<String> groups, Instant asOf) {
    known
        .entrySet()
        .removeIf(each -> !groups.contains(each.getKey()) && each.getValue().asOf().isBefore(asOf));
    groups.forEach(
        group ->
            known.computeIfAbsent(
                group,
                name -> new KnownHooks(Optional.empty(), Instant.MIN, asOf.plus(share(name)))));
    return known.entrySet().stream()
        .filter(each -> groups.contains(each.getKey()) && !each.getValue().due().isAfter(asOf))
        .sorted(Comparator.comparing(each -> each.getValue().due()))
        .limit(Math.ceilDiv(groups.size(), GROUPS_A_CALL))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Some part of the pause, so that groups that are first seen together are not read together. */
  private static Duration share(String group) {
    return Duration.ofSeconds(
        1 + new SplittableRandom(group.hashCode()).nextLong(READ_INTERVAL.toSeconds()));
  }

  private synchronized void note(String group, Optional<Map<String, Hook>> hooks, Instant asOf) {
    KnownHooks before = known.get(group);
    if (before == null || before.asOf().isAfter(asOf)) {
      return;
    }
    boolean none = hooks.filter(Map::isEmpty).isPresent();
    known.put(
        group,
        new KnownHooks(
            hooks.or(before::hooks), asOf, none ? Instant.MAX : asOf.plus(READ_INTERVAL)));
  }

  // A look is worth having without.
  private static Optional<Map<String, Hook>> ask(String group, AwsClient calls) {
    var request = DescribeLifecycleHooksRequest.builder().autoScalingGroupName(group).build();
    try {
      var hooks = new TreeMap<String, Hook>();
      calls
          .describeHooks(request)
          .lifecycleHooks()
          .forEach(hook -> hooks.put(hook.lifecycleHookName(), hook(hook)));
      return Optional.of(hooks);
    } catch (ProviderException unasked) {
      return Optional.empty();
    }
  }

  private static Hook hook(LifecycleHook hook) {
    return new Hook(
        hook.lifecycleHookName(),
        orEmpty(hook.lifecycleTransition()),
        orEmpty(hook.defaultResult()),
        hook.heartbeatTimeout() == null ? 0 : hook.heartbeatTimeout(),
        orNull(hook.notificationMetadata()),
        orNull(hook.notificationTargetARN()),
        orNull(hook.roleARN()));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static @Nullable String orNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
