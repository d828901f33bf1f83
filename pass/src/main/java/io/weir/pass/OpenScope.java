package io.weir.pass;

import io.weir.provider.CloudQuery;
import io.weir.provider.CloudScope;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;

/** A scope that a pass may use. */
public record OpenScope<O extends ObservedState>(
    CloudScope scope, PoolObservations<O> observations, ScopeQueries queries) {

  /** The management cluster, for a pool of which nothing is in a cloud. */
  public static <O extends ObservedState> OpenScope<O> ofManagementCluster(
      InstantSource clock, Consumer<Duration> wake) {
    return new OpenScope<>(
        CloudScope.MANAGEMENT_CLUSTER,
        new ManagementClusterObservations<>(clock, wake),
        new NoQueries());
  }

  /** A cloud that is not looked at now. */
  static <O extends ObservedState> OpenScope<O> unobserved() {
    return new OpenScope<>(CloudScope.MANAGEMENT_CLUSTER, new NotObserved<>(), new NoQueries());
  }

  /** Nothing is known, and nothing is asked for. */
  private static final class NotObserved<O extends ObservedState> implements PoolObservations<O> {
    @Override
    public Observation<O> latestObservation(PoolIdentity pool) {
      return new Observation.Unknown<>("the pool is paused");
    }

    @Override
    public void observeInDetail(PoolIdentity pool, boolean inDetail) {}

    @Override
    public void recordWriteResult(String cloudName, Observation<O> after) {}

    @Override
    public void invalidate(String cloudName, String why) {}

    @Override
    public void observeSoon(String cloudName) {}

    @Override
    public void observeAt(String cloudName, Instant when) {}

    @Override
    public boolean proveAbsence(String cloudName, Instant deletedSince) {
      return false;
    }

    @Override
    public Optional<ProviderException> lastFailure() {
      return Optional.empty();
    }

    @Override
    public Optional<ProviderException> reportableFailure() {
      return Optional.empty();
    }
  }

  /** What is read from caches needs no asking. */
  private static final class NoQueries implements ScopeQueries {
    @Override
    public void query(Collection<CloudQuery> queries) throws ProviderException {
      throw new ProviderException.Rejected("the management cluster answers no queries", null);
    }

    @Override
    public Optional<QueryResult> find(CloudQuery cloudQuery) {
      return Optional.empty();
    }
  }
}
