package io.weir.provider.aws.api;

import java.util.regex.Pattern;

/**
 * Names that a lifecycle hook can have (<a
 * href="https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutLifecycleHook.html">PutLifecycleHook</a>).
 */
public final class LifecycleHookNames {

  /** Our own, which holds instances up at their end until they are drained. */
  public static final String DRAIN = "weir-drain";

  private static final Pattern POSSIBLE = Pattern.compile("[A-Za-z0-9\\-_/]{1,255}");

  private LifecycleHookNames() {}

  /** Whether AWS has hooks of this name. */
  public static boolean isPossible(String name) {
    return POSSIBLE.matcher(name).matches();
  }
}
