package io.weir.engine.retire;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Which of a pool's members go first, all else being equal. */
public enum DeletePolicy {
  /** The oldest. */
  OLDEST("Oldest"),
  /** The newest. */
  NEWEST("Newest"),
  /** In an order that is drawn once for each pool and instance, so that every pass has the same. */
  RANDOM("Random");

  private final String text;

  DeletePolicy(String text) {
    this.text = text;
  }

  /** As specs have it. */
  public String text() {
    return text;
  }

  /** Reads {@link #text}; absent if it is none of them. */
  public static Optional<DeletePolicy> parse(String text) {
    return Stream.of(values()).filter(policy -> policy.text.equals(text)).findFirst();
  }

  /**
   * The order in which members go. One of unknown age counts as old.
   *
   * @param poolKey namespace and name of the pool, on which the draw depends beside the instance:
   *     they are the same after a move
   */
  public Comparator<Member> order(String poolKey) {
    Comparator<Member> byAge =
        Comparator.comparing(member -> member.created().orElse(Instant.EPOCH));
    Comparator<Member> order =
        switch (this) {
          case OLDEST -> byAge;
          case NEWEST -> byAge.reversed();
          case RANDOM -> Comparator.comparingLong(member -> drawn(poolKey, member));
        };
    return order.thenComparing(Member::id);
  }

  private static long drawn(String poolKey, Member member) {
    return new SplittableRandom(31L * poolKey.hashCode() + member.id().hashCode()).nextLong();
  }
}
