package io.weir.provider;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The query for the object that contains a pool's cloud objects, if only the cloud knows its ID.
 * Answered with {@link Ids}. Asked until the pool has its scope; the result is then recorded on the
 * pool.
 */
public interface Whereabouts extends Query {

  /** The IDs of all objects with that name. */
  record Ids(List<String> ids) implements Answer {
    public Ids {
      ids = List.copyOf(ids);
    }
  }

  /** What is looked for, for people: {@code Kapsule cluster demo}. */
  String what();

  @Override
  default Duration freshFor() {
    return Duration.ofMinutes(1);
  }

  /**
   * The ID for {@link Scope#inside}; empty if it does not exist, so that it cannot contain
   * anything.
   *
   * @throws Unready if there are several
   */
  default Optional<String> within(Answer answer) throws Unready {
    List<String> ids = ((Ids) answer).ids();
    if (ids.size() > 1) {
      throw Unready.mistake(
          "Ambiguous", "%s exists %d times: rename all but one".formatted(what(), ids.size()));
    }
    return ids.stream().findFirst();
  }
}
