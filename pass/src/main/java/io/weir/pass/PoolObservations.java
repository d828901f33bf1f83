package io.weir.pass;

import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderException;
import java.time.Instant;
import java.util.Optional;

/** What is observed of the pools of a scope. */
public interface PoolObservations<O extends ObservedState> {

  /** What is known of a pool, which is observed from now on. */
  Observation<O> latestObservation(PoolIdentity pool);

  /** Whether a pool is observed in detail from now on. */
  void observeInDetail(PoolIdentity pool, boolean inDetail);

  /** Takes what a write's answer proved; observations that began before do not count any more. */
  void recordWriteResult(String cloudName, Observation<O> after);

  /**
   * A write may have taken effect, or met what it did not expect: what was known no longer counts,
   * and neither does an observation that began before.
   */
  void invalidate(String cloudName, String why);

  /** Asks for an observation soon, after which the pool has a pass whatever it shows. */
  void observeSoon(String cloudName);

  /** Asks for an observation then, after which the pool has a pass whatever it shows. */
  void observeAt(String cloudName, Instant when);

  /**
   * Whether a look at what remains of the pool has shown nothing that began after the last write to
   * it and, by the time that a write of another process needs, after its deletion was seen. If not,
   * one is asked for, after which the pool has a pass whatever it shows; from then on no other look
   * makes the pool absent.
   */
  boolean proveAbsence(String cloudName, Instant deletedSince);

  /** Why the last observation failed, if it did. */
  Optional<ProviderException> lastFailure();

  /** Why nothing new is observed for longer than an accident takes. */
  Optional<ProviderException> reportableFailure();
}
