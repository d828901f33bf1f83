package io.weir.provider.aws.desired;

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
}
