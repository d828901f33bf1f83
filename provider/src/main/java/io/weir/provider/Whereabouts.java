package io.weir.provider;

import java.util.Optional;

/**
 * The question what a pool's cloud objects are made inside of, where only the cloud knows its ID.
 * Asked until a pool has its scope; what was found stands on the pool from then on.
 */
public interface Whereabouts extends Query {

  /**
   * The ID for {@link Scope#inside}; empty if it does not exist, so that nothing can be inside.
   *
   * @param answer the answer to this question
   * @throws Unready if the answer does not tell which one it is
   */
  Optional<String> within(Answer answer) throws Unready;

  /** What is looked for, for people: {@code Kapsule cluster demo}. */
  String what();
}
