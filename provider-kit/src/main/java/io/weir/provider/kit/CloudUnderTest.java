package io.weir.provider.kit;

import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * A cloud for one test run, empty at first. Its time should advance only in {@link
 * #completePendingWork}.
 *
 * @param <D> the provider's desired state
 * @param <O> the provider's observed state
 */
public interface CloudUnderTest<D extends DesiredState, O extends ObservedState>
    extends ProviderUnderTest<D, O>, AutoCloseable {

  /**
   * The objects of a pool that can be created here; all pools of one test share scope and cluster.
   */
  PoolObjects pool(String name, int size);

  /** The same for a pool that the cloud sizes by itself, if it can. */
  default Optional<PoolObjects> autoscaledPool(String name, int size) {
    return Optional.empty();
  }

  /** Makes the cloud resize an autoscaled pool by itself. */
  default void autoscale(String name, int size) {
    throw new UnsupportedOperationException("this cloud sizes no pool by itself");
  }

  /** Creates a scale set of that name as somebody else would. */
  void createForeign(String name);

  /**
   * Marks what there is of a pool as Cluster API's own provider of the kind would have; not done
   * where that makes no such scale sets.
   *
   * @return whether that was done
   */
  default boolean setUpstreamMarks(PoolObjects pool) {
    return false;
  }

  /**
   * Takes every tag off what there is of a pool, as anybody in the cloud may; not done where
   * nothing can lose its tags.
   *
   * @return whether that was done
   */
  default boolean loseTags(PoolObjects pool) {
    return false;
  }

  /**
   * Has scale sets that are deleted from now on be gone from all lists before their machines are;
   * not done where the cloud shows a scale set as long as it has machines.
   *
   * @return whether that was done
   */
  default boolean letMachinesOutlive() {
    return false;
  }

  /**
   * Has every read from now on show the cloud, or its tags, as they were at some time up to 20 s
   * ago, each at another; not done by a cloud whose reads cannot lag.
   *
   * @param seed decides about each read
   * @return whether that was done
   */
  default boolean lagReads(long seed) {
    return false;
  }

  /**
   * Has everything in progress fail instead of completing; not done where writes have taken effect
   * once they are answered, or nobody is told why one fails.
   *
   * @param why what the cloud says of it
   * @return whether that was done
   */
  default boolean failPendingWork(String why) {
    return false;
  }

  /**
   * Has the cloud show a pool from now on and not tell its instances, as before it has counted
   * them; not done where every answer that shows a pool tells them.
   *
   * @return whether that was done
   */
  default boolean hideInstances(PoolObjects pool) {
    return false;
  }

  /** How many scale sets of that name there are, foreign ones among them. */
  int countScaleSets(String name);

  /** How many pools do not fit on one page of a list. */
  int poolsExceedingOnePage();

  /**
   * Makes reads fail from now on; replaces earlier read failures.
   *
   * @param which whether a read fails, by its number from now; the first is 0
   */
  void failReads(Fault fault, IntPredicate which);

  /** Makes the next write fail. */
  void failWrite(Fault fault);

  /** How many calls have changed something, or were accepted to be carried out later. */
  int writeCount();

  /** How many calls arrived. */
  int callCount();

  /** Lets everything in progress complete, and time pass. */
  void completePendingWork();

  /** What must never be disclosed: keys, tokens, bootstrap data. */
  Set<String> secretTexts();

  @Override
  void close();
}
