package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one infrastructure pool kind owes the manager. The manager reads, remembers and decides
 * when; the provider says what is wanted, looks, plans and makes one write at a time. Everything
 * but {@link #ask}, {@link #observe} and {@link #apply} is pure.
 *
 * @param <D> the canonical desired state of a pool of this kind
 * @param <O> what the cloud shows of a pool of this kind
 */
public interface PoolProvider<D extends Desired, O extends Observed> {

  /** The kind, its finalizer and its CRD. */
  PoolKind kind();

  /** What the manager does otherwise for this pool. */
  Traits traits(ApiObject pool);

  /**
   * Further kinds that {@link #resolve} and {@link #scope} read through {@link Inputs#related}. By
   * default none.
   */
  default Set<GroupKind> reads() {
    return Set.of();
  }

  /**
   * Account, identity and region that the pool's cloud objects live in. Written down on the pool
   * before the first cloud write, so that a pool can be deleted after its cluster is gone.
   *
   * @throws Unready if an object that names the scope is missing, with what to do about it
   */
  Scope scope(Inputs in) throws Unready;

  /**
   * What the cloud must be asked before the scope is whole: which of its own objects, known by an
   * ID only, the pool is made inside of. Asked in the scope that {@link #scope} tells. By default
   * nothing.
   *
   * @throws Unready if an object that names it is missing
   */
  default Optional<Whereabouts> whereabouts(Inputs in) throws Unready {
    return Optional.empty();
  }

  /**
   * The name that {@link #observe} reports this pool's cloud object under; needs the pool only. By
   * default the pool's own.
   */
  default String cloudName(ApiObject pool) {
    return pool.name();
  }

  /**
   * The desired state, or the questions to the cloud that must be answered first, or why there can
   * be none yet. Pure and canonical: equal inputs and answers give an equal result.
   */
  Resolution<D> resolve(Inputs in, Answers known);

  /**
   * Answers questions, several in one call where the cloud allows it. The manager caches answers
   * per scope and shares them between pools. By default one after the other.
   *
   * @throws ProviderException if the cloud could not be asked
   */
  default Map<Query, Answer> ask(Scope scope, Collection<Query> queries) throws ProviderException {
    var answers = new HashMap<Query, Answer>();
    for (Query query : queries) {
      answers.put(query, ask(scope, query));
    }
    return answers;
  }

  /**
   * Answers one question. Only called by the method above: not needed where that one is the
   * provider's own, or where it never asks.
   *
   * @throws ProviderException if the cloud could not be asked
   */
  default Answer ask(Scope scope, Query query) throws ProviderException {
    throw new ProviderException.Rejected("nobody answers " + query, null);
  }

  /**
   * Reports all of ours in the scope, in pages. To return normally says that everything {@code
   * interest} names was looked at: what was not reported is then absent. After an exception nothing
   * is absent, and what was reported before it still holds.
   *
   * @throws ProviderException if the cloud could not be asked, or not to the end
   */
  void observe(Scope scope, Interest interest, Sink<O> out) throws ProviderException;

  /** Keys of the annotations that this provider keeps {@link Notes} in; by default none. */
  default Set<String> noteKeys() {
    return Set.of();
  }

  /**
   * Whether the pool is to be looked at closely for now, because something runs or is owed of which
   * the cloud tells only one pool at a time. By default never.
   */
  default boolean closely(Intent<D> intent, Notes notes) {
    return false;
  }

  /**
   * Until when a look that shows nothing proves nothing: something may have been made of which no
   * answer came, and a list may show it late. By default what the note of a {@link Creation} says;
   * without such a note an absence is believed at once, which is safe where the cloud refuses a
   * second object of the same name.
   */
  default Instant doubtful(Notes notes) {
    return Creation.doubtful(notes, Creation.LATE);
  }

  /**
   * What the cloud allows now to come nearer to the intent, in order, each step with its reason.
   * Empty if there is nothing to do, or nothing until the cloud has come further.
   */
  List<Step> plan(Intent<D> intent, Situation<O> now);

  /**
   * Makes one write. Accepted is not done: the next observation shows how far it came. Making the
   * same write twice with the same key changes nothing more.
   *
   * @param before the observation that the step was planned on
   * @return what the cloud's own answer proves, as an observation from the moment of the answer
   * @throws ProviderException sorted by what the caller can do
   */
  Observation<O> apply(Scope scope, Step step, Observation<O> before, String idempotencyKey)
      throws ProviderException;

  /**
   * Nobody has needed the scope for long: what is kept for it, such as credentials, is to go. It
   * may be needed again. By default nothing is kept.
   */
  default void forget(Scope scope) {}

  /** What follows from what is known, as fields and annotations of the pool. */
  Report report(ApiObject pool, Progress<D, O> progress);
}
