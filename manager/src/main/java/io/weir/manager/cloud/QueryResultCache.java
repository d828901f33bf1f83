package io.weir.manager.cloud;

import io.weir.api.retry.Backoff;
import io.weir.pass.ScopeQueries;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProvider;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResult;
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

/**
 * The cloud's answers to questions that many pools of a scope ask, whatever their kind; each asked
 * once while fresh.
 */
final class QueryResultCache {

  private final CloudScope cloudScope;
  private final Clock clock;
  private final Map<CloudQuery, CachedResult> results = new ConcurrentHashMap<>();
  private final Set<CloudQuery> running = new HashSet<>();
  private @Nullable CachedFailure cachedFailure;

  private record CachedResult(QueryResult result, Instant until) {}

  private record CachedFailure(
      Collection<CloudQuery> queries, ProviderException error, int failures, Instant until) {}

  QueryResultCache(CloudScope cloudScope, Clock clock) {
    this.cloudScope = cloudScope;
    this.clock = clock;
  }

  /** The answers, as pools of one kind ask for them. */
  ScopeQueries askedBy(PoolProvider<?, ?> provider) {
    return new ScopeQueries() {
      @Override
      public Optional<QueryResult> find(CloudQuery cloudQuery) {
        return QueryResultCache.this.find(cloudQuery);
      }

      @Override
      public void query(Collection<CloudQuery> queries) throws ProviderException {
        QueryResultCache.this.query(provider, queries);
      }
    };
  }

  private Optional<QueryResult> find(CloudQuery cloudQuery) {
    CachedResult cachedResult = results.get(cloudQuery);
    return cachedResult == null || clock.instant().isAfter(cachedResult.until())
        ? Optional.empty()
        : Optional.of(cachedResult.result());
  }

  /**
   * Asks what is not known yet, in one go. Pools that ask for the same at once wait for one call,
   * and share its failure for a moment.
   *
   * @throws ProviderException if the cloud could not be asked
   */
  private void query(PoolProvider<?, ?> provider, Collection<CloudQuery> queries)
      throws ProviderException {
    Set<CloudQuery> mine = claimMissing(queries);
    try {
      if (!mine.isEmpty()) {
        queryCloud(provider, mine);
      }
    } finally {
      release(mine);
    }
    awaitOthers(queries);
  }

  /** Takes those on that are neither known nor asked by somebody else now. */
  private synchronized Set<CloudQuery> claimMissing(Collection<CloudQuery> queries)
      throws ProviderException {
    var missing = missing(queries);
    missing.removeAll(running);
    CachedFailure last = cachedFailure;
    if (!missing.isEmpty()
        && last != null
        && last.queries().containsAll(missing)
        && clock.instant().isBefore(last.until())) {
      throw last.error();
    }
    running.addAll(missing);
    return missing;
  }

  private Set<CloudQuery> missing(Collection<CloudQuery> queries) {
    return queries.stream()
        .filter(cloudQuery -> find(cloudQuery).isEmpty())
        .collect(Collectors.toSet());
  }

  private synchronized void release(Set<CloudQuery> mine) {
    running.removeAll(mine);
    notifyAll();
  }

  /** Waits for what others asked; if they failed, their failure is this one's too. */
  private synchronized void awaitOthers(Collection<CloudQuery> queries) throws ProviderException {
    try {
      while (missing(queries).stream().anyMatch(running::contains)) {
        wait();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new ProviderException.Transient("interrupted while querying the cloud", stopped);
    }
    CachedFailure last = cachedFailure;
    if (last != null && !missing(queries).isEmpty()) {
      throw last.error();
    }
  }

  /** Without a lock: a slow cloud must not hold up those who only read. */
  private void queryCloud(PoolProvider<?, ?> provider, Set<CloudQuery> missing)
      throws ProviderException {
    try {
      Instant now = clock.instant();
      provider
          .query(cloudScope, missing)
          .forEach(
              (cloudQuery, queryResult) ->
                  results.put(
                      cloudQuery, new CachedResult(queryResult, now.plus(cloudQuery.maxAge()))));
      refused(null, missing);
    } catch (ProviderException error) {
      refused(error, missing);
      throw error;
    }
  }

  private synchronized void refused(@Nullable ProviderException error, Set<CloudQuery> queries) {
    if (error == null) {
      cachedFailure = null;
      return;
    }
    int failures = cachedFailure == null ? 1 : cachedFailure.failures() + 1;
    Instant until =
        clock.instant().plus(Backoff.TRANSIENT.pause(failures, RandomGenerator.getDefault()));
    cachedFailure = new CachedFailure(queries, error, failures, until);
  }
}
