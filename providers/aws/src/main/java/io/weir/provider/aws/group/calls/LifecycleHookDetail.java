package io.weir.provider.aws.group.calls;

import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.DetailNeed;
import io.weir.provider.PerPoolRead;
import io.weir.provider.PoolDetail;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.group.GroupSettings.Hook;
import io.weir.provider.aws.group.GroupState;
import io.weir.provider.aws.group.ObservedGroup;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.autoscaling.model.DescribeLifecycleHooksRequest;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHook;

/**
 * The lifecycle hooks of a group, by name. Only others change them behind our back, so each group
 * is read every few hours, at a time of its own. A group that had none is not read again before we
 * put one there.
 */
public final class LifecycleHookDetail<O extends GroupState<O>>
    implements PoolDetail<O, Map<String, Hook>> {

  /** How long a change by others may go unseen. */
  static final Duration READ_INTERVAL = Duration.ofHours(4);

  private final Function<CloudScope, GroupCalls> calls;

  public LifecycleHookDetail(Function<CloudScope, GroupCalls> calls) {
    this.calls = calls;
  }

  @Override
  public String name() {
    return "lifecycle hooks";
  }

  @Override
  public DetailNeed need(O observed, Optional<Map<String, Hook>> known, boolean wanted) {
    if (observed.group().isEmpty()) {
      return new DetailNeed.NotNeeded();
    }
    return known.filter(Map::isEmpty).isPresent()
        ? new DetailNeed.Keep()
        : DetailNeed.spread(READ_INTERVAL);
  }

  @Override
  public CloudRequest request(CloudScope cloudScope, String group) {
    return new CloudRequest(cloudScope, "DescribeLifecycleHooks");
  }

  @Override
  public Map<String, Hook> read(CloudScope cloudScope, String group, O observed)
      throws ProviderException {
    var request = DescribeLifecycleHooksRequest.builder().autoScalingGroupName(group).build();
    var hooks = new TreeMap<String, Hook>();
    calls
        .apply(cloudScope)
        .describeHooks(request)
        .lifecycleHooks()
        .forEach(hook -> hooks.put(hook.lifecycleHookName(), hook(hook)));
    return Map.copyOf(hooks);
  }

  @Override
  public Optional<Map<String, Hook>> valueIn(O observed) {
    return observed.group().flatMap(ObservedGroup::hooks);
  }

  /** Without a reading, what was known stands: hooks are then put where notes say they are not. */
  @Override
  public O with(O observed, PerPoolRead<Map<String, Hook>> reading) {
    Optional<Map<String, Hook>> hooks =
        switch (reading) {
          case PerPoolRead.Unread<Map<String, Hook>> _ -> Optional.empty();
          case PerPoolRead.Read<Map<String, Hook>>(Map<String, Hook> read) -> Optional.of(read);
          case PerPoolRead.Failed<Map<String, Hook>>(String _, Optional<Map<String, Hook>> last) ->
              last;
        };
    return observed.withGroup(group -> group.withHooks(hooks));
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
