package io.weir.manager.cloud;

import io.weir.engine.retry.RetryPolicy;
import io.weir.provider.Answer;
import io.weir.provider.Answers;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderException;
import io.weir.provider.Query;
import io.weir.provider.Scope;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The cloud's answers to questions that many pools of a scope ask, each asked once while fresh. */
public final class AnswerCache implements Answers {

  private final PoolProvider<?, ?> provider;
  private final Scope scope;
  private final Clock clock;
  private final Map<Query, Kept> answers = new ConcurrentHashMap<>();
  private @Nullable Refusal refusal;

  private record Kept(Answer answer, Instant until) {}

  private record Refusal(
      Collection<Query> queries, ProviderException error, int failures, Instant until) {}

  public AnswerCache(PoolProvider<?, ?> provider, Scope scope, Clock clock) {
    this.provider = provider;
    this.scope = scope;
    this.clock = clock;
  }

  @Override
  public Optional<Answer> to(Query query) {
    Kept kept = answers.get(query);
    return kept == null || clock.instant().isAfter(kept.until())
        ? Optional.empty()
        : Optional.of(kept.answer());
  }

  /**
   * Asks what is not known yet, in one go. Pools that ask for the same at once wait for one call,
   * and share its failure for a moment.
   *
   * @throws ProviderException if the cloud could not be asked
   */
  public synchronized void ask(Collection<Query> queries) throws ProviderException {
    var missing = queries.stream().filter(query -> to(query).isEmpty()).collect(Collectors.toSet());
    if (missing.isEmpty()) {
      return;
    }
    Refusal last = refusal;
    if (last != null
        && last.queries().containsAll(missing)
        && clock.instant().isBefore(last.until())) {
      throw last.error();
    }
    try {
      Instant now = clock.instant();
      provider
          .ask(scope, missing)
          .forEach(
              (query, answer) -> answers.put(query, new Kept(answer, now.plus(query.freshFor()))));
      refusal = null;
    } catch (ProviderException error) {
      int failures = last == null ? 1 : last.failures() + 1;
      Instant until =
          clock.instant().plus(RetryPolicy.TRANSIENT.after(failures, RandomGenerator.getDefault()));
      refusal = new Refusal(missing, error, failures, until);
      throw error;
    }
  }
}
