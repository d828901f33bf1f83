package io.weir.provider.kit;

import io.weir.provider.Desired;
import io.weir.provider.Observed;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.Context;
import io.weir.provider.Secrets;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * A cloud for one test run, empty at first. Its time should advance only in {@link #settle}.
 *
 * @param <D> the provider's desired state
 * @param <O> the provider's observed state
 */
public interface CloudUnderTest<D extends Desired, O extends Observed> extends AutoCloseable {

  /** The provider without any memory: a new one for each call, as after a restart. */
  PoolProvider<D, O> provider(Context context);

  /** The settings that point a provider at this cloud, for {@link Context#settings}. */
  Map<String, String> settings();

  /** Where the provider reads credentials; by default there are none. */
  default Secrets secrets() {
    return _ -> Optional.empty();
  }

  /** The cloud's time. */
  Clock clock();

  /**
   * The objects of a pool that can be created here; all pools of one test share scope and cluster.
   */
  PoolObjects pool(String name, int size);

  /** The same for a pool that the cloud sizes by itself, if it can. */
  default Optional<PoolObjects> autoscaled(String name, int size) {
    return Optional.empty();
  }

  /** Makes the cloud resize an autoscaled pool by itself. */
  default void autoscale(String name, int size) {
    throw new UnsupportedOperationException("this cloud sizes no pool by itself");
  }

  /** Creates a scale set of that name as somebody else would. */
  void makeForeign(String name);

  /** How many scale sets of that name there are, foreign ones among them. */
  int count(String name);

  /** How many pools do not fit on one page of a list. */
  int morePoolsThanAPage();

  /**
   * Makes reads fail from now on; replaces earlier read failures.
   *
   * @param which whether a read fails, by its number from now; the first is 0
   */
  void failReads(Fault fault, IntPredicate which);

  /** Makes the next write fail. */
  void failWrite(Fault fault);

  /** How many calls have changed something. */
  int writes();

  /** How many calls arrived. */
  int calls();

  /** Lets everything in progress complete. */
  void settle();

  /** What must never be disclosed: keys, tokens, bootstrap data. */
  Set<String> secretTexts();

  @Override
  void close();
}
