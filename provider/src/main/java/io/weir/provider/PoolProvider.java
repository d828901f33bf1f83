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
 * What one infrastructure pool kind owes the manager. The manager reads, keeps state and decides
 * when; the provider computes the desired state, observes, plans and makes one write at a time. All
 * methods but {@link #ask}, {@link #observe} and {@link #apply} are pure.
 *
 * @param <D> the canonical desired state of a pool of this kind
 * @param <O> what the cloud shows of a pool of this kind
 */
public interface PoolProvider<D extends Desired, O extends Observed> {

  /** The kind, its finalizer and its CRD. */
  PoolKind kind();

  /** How this pool differs from others, as far as the manager must know. */
  Traits traits(ApiObject pool);

  /**
   * Further kinds that {@link #resolve} and {@link #scope} read through {@link Inputs#related}. By
   * default none.
   */
  default Set<GroupKind> reads() {
    return Set.of();
  }

  /**
   * Account, identity and region of the pool's cloud objects. Recorded on the pool before the first
   * cloud write, so that the pool can be deleted after its cluster is gone.
   *
   * @throws Unready if an object that names the scope is missing, with what to do about it
   */
  Scope scope(Inputs in) throws Unready;

  /**
   * The query that completes the scope: which cloud object, known only by an ID, contains the pool.
   * Asked in the scope that {@link #scope} returns. By default none.
   *
   * @throws Unready if an object that names the container is missing
   */
  default Optional<Whereabouts> whereabouts(Inputs in) throws Unready {
    return Optional.empty();
  }

  /**
   * The name under which {@link #observe} reports this pool's cloud object; depends on the pool
   * alone. By default the pool's own name.
   */
  default String cloudName(ApiObject pool) {
    return pool.name();
  }

  /**
   * The desired state, or the queries that the cloud must answer first, or why there is none yet.
   * Pure and canonical: equal inputs and answers give an equal result.
   */
  Resolution<D> resolve(Inputs in, Answers known);

  /**
   * Answers queries, several in one call where the cloud allows it. The manager caches answers per
   * scope and shares them between pools. By default, answers them one by one.
   *
   * @throws ProviderException if a call to the cloud failed
   */
  default Map<Query, Answer> ask(Scope scope, Collection<Query> queries) throws ProviderException {
    var answers = new HashMap<Query, Answer>();
    for (Query query : queries) {
      answers.put(query, ask(scope, query));
    }
    return answers;
  }

  /**
   * Answers one query. Called only by the method above: not needed if the provider overrides that
   * one or asks nothing.
   *
   * @throws ProviderException if a call to the cloud failed
   */
  default Answer ask(Scope scope, Query query) throws ProviderException {
    throw new ProviderException.Rejected("this provider answers no such query: " + query, null);
  }

  /**
   * Reports all of our objects in the scope, in pages. A normal return means that everything {@code
   * interest} names was read: what was not reported is absent. An exception proves no absence; what
   * was reported before it still holds.
   *
   * @throws ProviderException if a call failed before everything was read
   */
  void observe(Scope scope, Interest interest, Sink<O> out) throws ProviderException;

  /** Keys of the annotations in which this provider keeps {@link Notes}; by default none. */
  default Set<String> noteKeys() {
    return Set.of();
  }

  /**
   * Whether to observe the pool closely for now, because something is running or due that the cloud
   * reports only for one pool at a time. By default never.
   */
  default boolean closely(Intent<D> intent, Notes notes) {
    return false;
  }

  /**
   * How long absence is unproven after a create whose response was lost. By default as the note of
   * a {@link Creation} says; without such a note, absence is believed at once, which is safe where
   * the cloud refuses a second object of the same name.
   */
  default Instant doubtful(Notes notes) {
    return Creation.doubtful(notes, Creation.LATE);
  }

  /**
   * The steps towards the intent that the cloud allows now, in order, each with its reason. Empty
   * if there is nothing to do, or nothing until the cloud has made progress.
   */
  List<Step> plan(Intent<D> intent, Situation<O> now);

  /**
   * Makes one write. Accepted is not done: the next observation shows the progress. Repeating a
   * write with the same key changes nothing more.
   *
   * @param before the observation from which the step was planned
   * @return what the cloud's response proves, as an observation at the time of the response
   * @throws ProviderException sorted by what the caller can do
   */
  Observation<O> apply(Scope scope, Step step, Observation<O> before, String idempotencyKey)
      throws ProviderException;

  /**
   * Drops what is kept for a scope, such as credentials, after it has been unused for long. It may
   * be used again. By default nothing is kept.
   */
  default void forget(Scope scope) {}

  /** What to write to the pool's fields and annotations, given what is known. */
  Report report(ApiObject pool, Progress<D, O> progress);
}
