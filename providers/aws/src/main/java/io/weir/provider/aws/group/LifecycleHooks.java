package io.weir.provider.aws.group;

import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AWSMachinePool.LifecycleHook;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.api.LifecycleHookTimeout;
import io.weir.provider.aws.group.GroupSettings.Hook;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lifecycle hooks that a pool asks for. */
public final class LifecycleHooks {

  private LifecycleHooks() {}

  /**
   * Those of spec.lifecycleHooks.
   *
   * @throws PrerequisiteException if one waits for no time that there is
   */
  public static List<Hook> of(List<LifecycleHook> asked) throws PrerequisiteException {
    var hooks = new ArrayList<Hook>();
    for (LifecycleHook hook : asked) {
      hooks.add(
          new Hook(
              hook.name(),
              hook.lifecycleTransition(),
              hook.defaultResult() == null ? "ABANDON" : hook.defaultResult(),
              seconds(hook),
              orNull(hook.notificationMetadata()),
              orNull(hook.notificationTargetARN()),
              orNull(hook.roleARN())));
    }
    return hooks;
  }

  private static int seconds(LifecycleHook hook) throws PrerequisiteException {
    return LifecycleHookTimeout.seconds(hook.heartbeatTimeout())
        .orElseThrow(
            () ->
                PrerequisiteException.needsUserAction(
                    AwsReasons.INVALID,
                    "spec.lifecycleHooks[%s].heartbeatTimeout %s %s"
                        .formatted(
                            hook.name(), hook.heartbeatTimeout(), LifecycleHookTimeout.BOUNDS)));
  }

  private static @Nullable String orNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
