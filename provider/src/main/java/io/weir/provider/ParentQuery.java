package io.weir.provider;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The query for the object that contains a pool's cloud objects, if only the cloud knows its ID.
 * Answered with {@link ParentIds}. Asked until the pool has its scope; the result is then recorded
 * on the pool.
 */
public interface ParentQuery extends CloudQuery {

  /** The IDs of all objects with that name. */
  record ParentIds(List<String> ids) implements QueryResult {
    public ParentIds {
      ids = List.copyOf(ids);
    }
  }

  /** What is looked for, for people: {@code Kapsule cluster demo}. */
  String description();

  @Override
  default Duration maxAge() {
    return Duration.ofMinutes(1);
  }

  /**
   * The ID for {@link CloudScope#withParent}; empty if it does not exist, so that it cannot contain
   * anything.
   *
   * @throws PrerequisiteException if there are several
   */
  default Optional<String> parentId(QueryResult queryResult) throws PrerequisiteException {
    List<String> ids = ((ParentIds) queryResult).ids();
    if (ids.size() > 1) {
      throw PrerequisiteException.needsUserAction(
          "Ambiguous",
          "%s exists %d times: rename all but one".formatted(description(), ids.size()));
    }
    return ids.stream().findFirst();
  }
}
