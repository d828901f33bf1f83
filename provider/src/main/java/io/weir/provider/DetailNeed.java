package io.weir.provider;

import java.time.Duration;

/** How fresh a {@link PoolDetail} must be. */
public sealed interface DetailNeed {

  /** Nobody asks for it; what was read is forgotten. */
  record NotNeeded() implements DetailNeed {}

  /** What is known stands until a write makes it uncertain. */
  record Keep() implements DetailNeed {}

  /**
   * It is read again and again.
   *
   * @param maxAge how old it may become; positive. Where the cloud's limits leave no room, it
   *     becomes older
   * @param start when it is read first
   */
  record Within(Duration maxAge, Start start) implements DetailNeed {
    public Within {
      if (!maxAge.isPositive()) {
        throw new IllegalArgumentException("no age: " + maxAge);
      }
    }
  }

  /** When a detail is read first. */
  sealed interface Start {

    /** At once, and before those that can wait. */
    record AtOnce() implements Start {}

    /** If it is still needed after so long. */
    record After(Duration delay) implements Start {}

    /** At some time within its age, another for each pool, so that many are not read together. */
    record Spread() implements Start {}
  }

  /** Read at once, and again at that age. */
  static DetailNeed atOnce(Duration maxAge) {
    return new Within(maxAge, new Start.AtOnce());
  }

  /** Read if the need lasts for so long, and again at that age. */
  static DetailNeed after(Duration delay, Duration maxAge) {
    return new Within(maxAge, new Start.After(delay));
  }

  /** Read at some time within that age, and again at that age. */
  static DetailNeed spread(Duration maxAge) {
    return new Within(maxAge, new Start.Spread());
  }
}
