package io.weir.manager.cloud;

import io.weir.api.retry.BackOff;
import io.weir.provider.Answer;
import io.weir.provider.Answers;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderException;
import io.weir.provider.Query;
import io.weir.provider.Scope;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
  private final Set<Query> asked = new HashSet<>();
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
  public void ask(Collection<Query> queries) throws ProviderException {
    Set<Query> mine = claim(queries);
    try {
      if (!mine.isEmpty()) {
        askCloud(mine);
      }
    } finally {
      release(mine);
    }
    awaitOthers(queries);
  }

  /** Takes those on that are neither known nor asked by somebody else now. */
  private synchronized Set<Query> claim(Collection<Query> queries) throws ProviderException {
    var missing = unknown(queries);
    missing.removeAll(asked);
    Refusal last = refusal;
    if (!missing.isEmpty()
        && last != null
        && last.queries().containsAll(missing)
        && clock.instant().isBefore(last.until())) {
      throw last.error();
    }
    asked.addAll(missing);
    return missing;
  }

  private Set<Query> unknown(Collection<Query> queries) {
    return queries.stream().filter(query -> to(query).isEmpty()).collect(Collectors.toSet());
  }

  private synchronized void release(Set<Query> mine) {
    asked.removeAll(mine);
    notifyAll();
  }

  /** Waits for what others asked; if they failed, their failure is this one's too. */
  private synchronized void awaitOthers(Collection<Query> queries) throws ProviderException {
    try {
      while (unknown(queries).stream().anyMatch(asked::contains)) {
        wait();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new ProviderException.Transient("interrupted while querying the cloud", stopped);
    }
    Refusal last = refusal;
    if (last != null && !unknown(queries).isEmpty()) {
      throw last.error();
    }
  }

  /** Without a lock: a slow cloud must not hold up those who only read. */
  private void askCloud(Set<Query> missing) throws ProviderException {
    try {
      Instant now = clock.instant();
      provider
          .ask(scope, missing)
          .forEach(
              (query, answer) -> answers.put(query, new Kept(answer, now.plus(query.freshFor()))));
      refused(null, missing);
    } catch (ProviderException error) {
      refused(error, missing);
      throw error;
    }
  }

  private synchronized void refused(@Nullable ProviderException error, Set<Query> queries) {
    if (error == null) {
      refusal = null;
      return;
    }
    int failures = refusal == null ? 1 : refusal.failures() + 1;
    Instant until =
        clock.instant().plus(BackOff.TRANSIENT.pause(failures, RandomGenerator.getDefault()));
    refusal = new Refusal(queries, error, failures, until);
  }
}
