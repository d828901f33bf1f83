package io.weir.pass;

import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What is observed in clouds of a pool that is made of API objects only: nothing, and nothing is
 * asked. The absence is as of a while ago, by when caches show what another process has written.
 */
public final class ManagementClusterObservations<O extends ObservedState>
    implements PoolObservations<O> {

  /** How far caches may lag. */
  private static final Duration LAG = Duration.ofSeconds(5);

  private final InstantSource clock;
  private final Consumer<Duration> wake;

  /**
   * Observations of one pool.
   *
   * @param wake brings the pool a pass after that time
   */
  public ManagementClusterObservations(InstantSource clock, Consumer<Duration> wake) {
    this.clock = clock;
    this.wake = wake;
  }

  @Override
  public Observation<O> latestObservation(PoolIdentity pool) {
    return new Observation.ProvenAbsent<>(clock.instant().minus(LAG));
  }

  @Override
  public void observeInDetail(PoolIdentity pool, boolean inDetail) {}

  @Override
  public void recordWriteResult(String cloudName, Observation<O> after) {}

  @Override
  public void invalidate(String cloudName, String why) {
    observeSoon(cloudName);
  }

  @Override
  public void observeSoon(String cloudName) {
    wake.accept(LAG.plusSeconds(1));
  }

  @Override
  public void observeAt(String cloudName, Instant when) {
    wake.accept(Duration.between(clock.instant(), when).plus(LAG));
  }

  /** Caches show every object, whatever it is called. */
  @Override
  public boolean proveAbsence(String cloudName, Instant deletedSince) {
    boolean proven = !clock.instant().minus(LAG).isBefore(deletedSince);
    if (!proven) {
      observeAt(cloudName, deletedSince);
    }
    return proven;
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
