package io.weir.engine.pool;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The size of a pool for which nobody gave one. */
public final class DefaultReplicas {

  private static final int LEAST_WITHOUT_AUTOSCALER = 1;
  private static final Pattern SIZE = Pattern.compile("\\d{1,9}");

  private DefaultReplicas() {}

  /**
   * The size that the pool has, brought within the bounds of the autoscaler where both are given as
   * numbers, and the smaller bound for a pool that has none yet; otherwise what it has, at least 1:
   * a size that vanished from a manifest must not take machines away. Bounds that are no numbers
   * are refused at admission; past it they count as none.
   *
   * @param min annotation {@code cluster-api-autoscaler-node-group-min-size}
   * @param max annotation {@code cluster-api-autoscaler-node-group-max-size}
   * @param current how many replicas there are; empty for a pool that never had any
   */
  public static int of(Optional<String> min, Optional<String> max, OptionalInt current) {
    Optional<Integer> least = min.filter(DefaultReplicas::isSize).map(Integer::parseInt);
    Optional<Integer> most = max.filter(DefaultReplicas::isSize).map(Integer::parseInt);
    return least.isPresent() && most.isPresent()
        ? Math.max(least.get(), Math.min(most.get(), current.orElse(least.get())))
        : Math.max(LEAST_WITHOUT_AUTOSCALER, current.orElse(LEAST_WITHOUT_AUTOSCALER));
  }

  private static boolean isSize(String text) {
    return SIZE.matcher(text).matches();
  }
}
