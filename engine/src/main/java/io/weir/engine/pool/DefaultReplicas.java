package io.weir.engine.pool;

import java.util.Optional;
import java.util.regex.Pattern;

/** The size of a pool for which nobody gave one. */
public final class DefaultReplicas {

  private static final int WITHOUT_AUTOSCALER = 1;
  private static final Pattern SIZE = Pattern.compile("\\d{1,9}");

  private DefaultReplicas() {}

  /**
   * The smallest size that the autoscaler may choose, where both its bounds are given as numbers;
   * otherwise 1. Bounds that are no numbers are refused at admission; past it they count as none.
   *
   * @param min annotation {@code cluster-api-autoscaler-node-group-min-size}
   * @param max annotation {@code cluster-api-autoscaler-node-group-max-size}
   */
  public static int of(Optional<String> min, Optional<String> max) {
    return max.filter(DefaultReplicas::isSize).isPresent()
        ? min.filter(DefaultReplicas::isSize).map(Integer::parseInt).orElse(WITHOUT_AUTOSCALER)
        : WITHOUT_AUTOSCALER;
  }

  private static boolean isSize(String text) {
    return SIZE.matcher(text).matches();
  }
}
