package io.weir.engine.retire;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * In which order members are chosen to leave: deleted by its user; emptied by the autoscaler;
 * preferred by people; failed or never joined; outdated; not available; not kept for the end of a
 * rollout; in the fullest zone; the pool's delete policy; its id.
 */
public final class RemovalOrder {

  private RemovalOrder() {}

  /**
   * The order of a pool.
   *
   * @param staying how many stay in each zone
   * @param preferOutdated false if the pool keeps outdated machines as they are
   * @param kept the ids of those that a rollout keeps for its end
   */
  public static Comparator<Member> of(
      DeletePolicy policy,
      String poolKey,
      Map<String, Long> staying,
      boolean preferOutdated,
      Set<String> kept) {
    return Comparator.comparing(Member::wish, Comparator.reverseOrder())
        .thenComparing(first(Member::broken))
        .thenComparing(first(member -> preferOutdated && member.isOutdated()))
        .thenComparing(first(member -> !member.isAvailable()))
        .thenComparing(first(member -> !kept.contains(member.id())))
        .thenComparing(member -> staying.getOrDefault(member.zone(), 0L), Comparator.reverseOrder())
        .thenComparing(policy.order(poolKey));
  }

  private static Comparator<Member> first(Predicate<Member> such) {
    return Comparator.comparing(such::test, Comparator.reverseOrder());
  }
}
