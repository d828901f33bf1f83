package io.weir.provider;

import java.util.Optional;

/** Answers known so far. */
@FunctionalInterface
public interface QueryResults {
  Optional<QueryResult> find(CloudQuery cloudQuery);
}
