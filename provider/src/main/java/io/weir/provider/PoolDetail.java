package io.weir.provider;

import java.util.Optional;

/**
 * Something that the cloud reports for one pool a call, such as the refreshes or the hooks of a
 * group. {@link PoolProvider#observe} leaves it out, so that it holds up nothing; the manager reads
 * it apart, as often as the provider needs it and the cloud's limits leave room for it, and
 * completes what was observed by it. All methods but {@link #read} are pure.
 *
 * @param <O> what is observed of a pool
 * @param <V> what is read, equal if nothing has changed
 */
public interface PoolDetail<O extends ObservedState, V> {

  /** For people: {@code instance refreshes}. */
  String name();

  /**
   * How fresh it must be now.
   *
   * @param observed the pool, completed by what is known
   * @param known what was read last, if that still stands
   * @param wanted what {@link PoolProvider#needsDetailedObservation} said
   */
  DetailNeed need(O observed, Optional<V> known, boolean wanted);

  /** The request that a reading sends, as the cloud counts it; the first if there are several. */
  CloudRequest request(CloudScope cloudScope, String cloudName);

  /**
   * Reads it, in one call or its pages.
   *
   * @param observed the pool as it was observed last
   * @throws ProviderException if it could not be read to the end
   */
  V read(CloudScope cloudScope, String cloudName, O observed) throws ProviderException;

  /**
   * What a state says of it. In a state after a write, this is what the cloud's answer proved;
   * nothing where the write has made it uncertain.
   */
  Optional<V> valueIn(O observed);

  /** The state, completed by a reading. */
  O with(O observed, PerPoolRead<V> reading);

  /**
   * The state, completed by a reading that is made now if the pool needs one. Never fails: a state
   * says itself what could not be read.
   */
  default O readNow(CloudScope cloudScope, String cloudName, O observed, boolean wanted) {
    if (!(need(observed, Optional.empty(), wanted) instanceof DetailNeed.Within)) {
      return with(observed, new PerPoolRead.Unread<>());
    }
    try {
      return with(observed, new PerPoolRead.Read<>(read(cloudScope, cloudName, observed)));
    } catch (ProviderException failure) {
      var why = String.valueOf(failure.getMessage());
      return with(observed, new PerPoolRead.Failed<>(why, Optional.empty()));
    }
  }
}
