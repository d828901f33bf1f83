package io.weir.engine.admission;

import io.weir.api.admission.ObjectField;
import java.util.Optional;

/**
 * Replicas for a pool whose author left them out.
 *
 * <p>Cluster API's own webhook makes them 1 also when an update leaves them out, so that taking the
 * field out of a manifest, to hand it over to somebody else, removes all machines but one. Here
 * they stay as they are; whoever wants 1 can say so.
 */
final class ReplicasDefault {

  private static final int FOR_A_NEW_POOL = 1;

  private ReplicasDefault() {}

  /**
   * Replicas.
   *
   * @param pool as it was sent, without replicas
   * @param old as it is stored; absent when the pool is new
   * @return absent if the autoscaler's bounds, of which they are chosen, are no numbers
   */
  static Optional<Integer> of(ObjectField pool, Optional<ObjectField> old) {
    AutoscalerBounds autoscalerBounds = AutoscalerBounds.of(pool);
    Optional<Integer> before = old.flatMap(ReplicasDefault::replicas);
    if (!autoscalerBounds.hasBoth()) {
      return Optional.of(before.orElse(FOR_A_NEW_POOL));
    }
    return autoscalerBounds
        .min()
        .flatMap(min -> autoscalerBounds.max().map(max -> within(min, max, before.orElse(min))));
  }

  private static int within(int min, int max, int size) {
    return size < min ? min : Math.min(size, max);
  }

  /** Replicas that are given; absent if none are, or something that does not count machines. */
  static Optional<Integer> replicas(ObjectField pool) {
    return pool.at("spec", "replicas")
        .number()
        .filter(number -> number == number.intValue())
        .map(Long::intValue);
  }
}
