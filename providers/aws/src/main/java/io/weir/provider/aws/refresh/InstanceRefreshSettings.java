package io.weir.provider.aws.refresh;

import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.api.AWSMachinePool.RefreshPreferences;
import io.weir.provider.aws.api.AwsReasons;
import org.jspecify.annotations.Nullable;

/**
 * How instances are replaced when the template changes; absent values are AWS's to choose.
 *
 * @param disabled whether no refresh is to be started
 * @param strategy in AWS's words
 * @param warmup seconds until a new instance counts as replaced; absent for the group's
 * @param minHealthy share of the size that must stay in service, in percent
 * @param maxHealthy share of the size that may be there meanwhile, in percent
 */
public record InstanceRefreshSettings(
    boolean disabled,
    String strategy,
    @Nullable Integer warmup,
    @Nullable Integer minHealthy,
    @Nullable Integer maxHealthy) {

  /** What a pool without preferences gets. */
  public static final InstanceRefreshSettings DEFAULT =
      new InstanceRefreshSettings(false, "Rolling", null, null, null);

  /**
   * Those of a pool.
   *
   * @throws PrerequisiteException if they contradict each other
   */
  public static InstanceRefreshSettings of(@Nullable RefreshPreferences asked)
      throws PrerequisiteException {
    if (asked == null) {
      return DEFAULT;
    }
    if (asked.maxHealthyPercentage() != null && asked.minHealthyPercentage() == null) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.INVALID,
          "spec.refreshPreferences.maxHealthyPercentage needs minHealthyPercentage; set both");
    }
    return new InstanceRefreshSettings(
        asked.disable(),
        asked.strategy() == null || asked.strategy().isEmpty()
            ? DEFAULT.strategy()
            : asked.strategy(),
        number(asked.instanceWarmup()),
        number(asked.minHealthyPercentage()),
        number(asked.maxHealthyPercentage()));
  }

  private static @Nullable Integer number(@Nullable Long value) {
    return value == null ? null : Math.toIntExact(value);
  }
}
