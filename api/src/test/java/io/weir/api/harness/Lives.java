package io.weir.api.harness;

import java.util.function.LongConsumer;

/**
 * Stories in virtual time, each drawn from a seed of its own: the same ones in every build, or
 * others with {@code -Dweir.seed=N}, which also has the life of seed N as its first.
 */
public final class Lives {

  private static final int FIRST = 1;

  private Lives() {}

  /**
   * Lives so many, and names the seed of the first that fails.
   *
   * @param life is given a seed
   */
  public static void each(int count, LongConsumer life) {
    long first = Long.getLong("weir.seed", FIRST);
    for (long seed = first; seed < first + count; seed++) {
      try {
        life.accept(seed);
      } catch (RuntimeException | AssertionError failure) {
        throw new AssertionError("-Dweir.seed=%d: %s".formatted(seed, failure), failure);
      }
    }
  }
}
