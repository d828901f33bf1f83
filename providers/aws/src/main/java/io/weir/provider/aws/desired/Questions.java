package io.weir.provider.aws.desired;

import io.weir.provider.Answer;
import io.weir.provider.Answers;
import io.weir.provider.Query;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Looks answers up and notes the questions that have none yet. */
final class Questions {

  private final Answers known;
  private final Set<Query> open = new LinkedHashSet<>();

  Questions(Answers known) {
    this.known = known;
  }

  /** The answer; empty if it must be asked for first. */
  <A extends Answer> Optional<A> answer(AwsQuery query, Class<A> type) {
    Optional<A> found = known.to(query).map(type::cast);
    if (found.isEmpty()) {
      open.add(query);
    }
    return found;
  }

  Set<Query> open() {
    return Set.copyOf(open);
  }
}
