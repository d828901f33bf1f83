package io.weir.provider;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Looks answers of the cloud up for {@link PoolProvider#resolveDesiredState}, and notes the queries
 * that have none yet, so that all of them are asked at once.
 */
public final class QueryCollector {

  private final QueryResults known;
  private final Set<CloudQuery> open = new LinkedHashSet<>();

  /** Nothing is noted yet. */
  public QueryCollector(QueryResults known) {
    this.known = known;
  }

  /** The answer; empty if the cloud must be asked first, which is then noted. */
  public <A extends QueryResult> Optional<A> resultOf(CloudQuery query, Class<A> type) {
    Optional<A> found = known.find(query).map(type::cast);
    if (found.isEmpty()) {
      open.add(query);
    }
    return found;
  }

  /** The queries without an answer, for {@link ResolveResult.NeedsQueries}. */
  public Set<CloudQuery> missing() {
    return Set.copyOf(open);
  }
}
