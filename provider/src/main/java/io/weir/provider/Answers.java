package io.weir.provider;

import java.util.Optional;

/** Answers known so far. */
@FunctionalInterface
public interface Answers {
  Optional<Answer> to(Query query);
}
