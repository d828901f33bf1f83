package io.weir.provider.aws.desired;

import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import io.weir.provider.QueryResults;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Looks answers up and notes the questions that have none yet. */
final class QueryCollector {

  private final QueryResults known;
  private final Set<CloudQuery> open = new LinkedHashSet<>();

  QueryCollector(QueryResults known) {
    this.known = known;
  }

  /** The answer; empty if it must be asked for first. */
  <A extends QueryResult> Optional<A> resultOf(AwsQuery query, Class<A> type) {
    Optional<A> found = known.find(query).map(type::cast);
    if (found.isEmpty()) {
      open.add(query);
    }
    return found;
  }

  Set<CloudQuery> missing() {
    return Set.copyOf(open);
  }
}
