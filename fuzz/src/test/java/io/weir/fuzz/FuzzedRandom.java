package io.weir.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.util.random.RandomGenerator;

/**
 * Lets the fuzzer draw what generators of random objects ask for. Where its input ends, all that is
 * drawn is the least.
 */
record FuzzedRandom(FuzzedDataProvider data) implements RandomGenerator {

  @Override
  public long nextLong() {
    return data.consumeLong();
  }

  @Override
  public boolean nextBoolean() {
    return data.consumeBoolean();
  }

  @Override
  public int nextInt(int bound) {
    return data.consumeInt(0, bound - 1);
  }

  @Override
  public int nextInt(int origin, int bound) {
    return data.consumeInt(origin, bound - 1);
  }
}
