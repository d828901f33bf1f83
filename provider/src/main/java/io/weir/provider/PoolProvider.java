package io.weir.provider;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The provider of one infrastructure pool kind. The manager reads, keeps state and decides when;
 * the provider computes the desired state, observes, plans and makes one write at a time. All
 * methods but {@link #query}, {@link #observe} and {@link #apply} are pure, and so is a detail but
 * for its reading.
 *
 * @param <D> the canonical desired state of a pool of this kind
 * @param <O> what the cloud shows of a pool of this kind
 */
public interface PoolProvider<D extends DesiredState, O extends ObservedState> {

  /** The kind, its finalizer and its CRD. */
  PoolKind kind();

  /** How this pool differs from others, as far as the manager must know. */
  PoolTraits traits(ApiObject pool);

  /**
   * Further kinds that {@link #resolveDesiredState} and {@link #scope} read through {@link
   * PoolInputs#relatedObjects}. By default none.
   */
  default Set<GroupKind> relatedKinds() {
    return Set.of();
  }

  /**
   * The way into the clusters of such pools, if the cloud runs their control planes. By default
   * none.
   */
  default Optional<ControlPlaneAccess> controlPlaneAccess() {
    return Optional.empty();
  }

  /**
   * The kinds of API objects that pools of this kind are made of; empty if they are made of none.
   * By default none.
   */
  default Set<GroupKind> objectKinds() {
    return Set.of();
  }

  /** The kinds of objects that this pool needs now. By default all of {@link #objectKinds()}. */
  default Set<GroupKind> objectKinds(ApiObject pool) {
    return objectKinds();
  }

  /**
   * Whether a pool may be made of objects of a kind: the manager writes and deletes objects of no
   * other. By default those of {@link #objectKinds()}; more where people name kinds in the pool.
   */
  default boolean isObjectKind(GroupKind kind) {
    return objectKinds().contains(kind);
  }

  /** What people are to do where a kind of object is not installed, or too old. */
  default String objectKindRemedy(GroupKind kind) {
    return "install its CRD";
  }

  /**
   * The field manager that objects are applied by. By default Weir's; another's where its objects
   * are taken over, since fields that nobody wants any more go only with whoever set them.
   */
  default String fieldManager() {
    return "weir";
  }

  /**
   * Account, identity and region of the pool's cloud objects, or {@link
   * CloudScope#MANAGEMENT_CLUSTER} if it is made of API objects only. Recorded on the pool before
   * the first cloud write, so that the pool can be deleted after its cluster is gone.
   *
   * @throws PrerequisiteException if an object that names the scope is missing, with what to do
   *     about it
   */
  CloudScope scope(PoolInputs in) throws PrerequisiteException;

  /**
   * Whether pools of the kind can be in a scope, by its form: asked of what is written on a pool,
   * which whoever edits it can write.
   */
  boolean canBeIn(CloudScope cloudScope);

  /**
   * Whether a pool may use an identity now. Asked in every pass before anything else is done in the
   * scope, at deletion too, when the Cluster may be gone; what is written on the pool says which
   * identity, and nothing of whether it may. What is not granted here is refused. By default a
   * Secret serves the pools of its own namespace, and nothing else serves anybody.
   *
   * @param relatedObjects reads objects of the kinds in {@link #relatedKinds()}
   * @return the identity, with the Secret that it keeps its credentials in
   * @throws PrerequisiteException if it may not, naming what would admit it
   */
  default CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    boolean own =
        identity
            .credentialsSecret()
            .filter(secret -> secret.namespace().equals(pool.namespace()))
            .isPresent();
    if (!own) {
      throw PrerequisiteException.needsUserAction(
          "IdentityNotUsable",
          "%s may not use %s: only a Secret of its own namespace serves it"
              .formatted(pool, identity));
    }
    return identity;
  }

  /**
   * The query that completes the scope: which cloud object, known only by an ID, contains the pool.
   * Asked in the scope that {@link #scope} returns. By default none.
   *
   * @throws PrerequisiteException if an object that names the container is missing
   */
  default Optional<ParentQuery> parentQuery(PoolInputs in) throws PrerequisiteException {
    return Optional.empty();
  }

  /**
   * The name under which {@link #observe} reports this pool's cloud object; depends on the pool
   * alone. By default the pool's own name.
   */
  default String cloudName(ApiObject pool) {
    return pool.name();
  }

  /** The Secret that a pool of this kind has for its bootstrap data. By default it has none. */
  default Optional<PoolSecret> secret() {
    return Optional.empty();
  }

  /**
   * The desired state, or the queries that the cloud must answer first, or why there is none yet.
   * Pure and canonical: equal inputs and answers give an equal result.
   */
  ResolveResult<D> resolveDesiredState(PoolInputs in, QueryResults known);

  /**
   * Answers queries, several in one call where the cloud allows it. The manager caches answers per
   * scope and shares them between pools. By default, answers them one by one.
   *
   * @throws ProviderException if a call to the cloud failed
   */
  default Map<CloudQuery, QueryResult> query(CloudScope cloudScope, Collection<CloudQuery> queries)
      throws ProviderException {
    var answers = new HashMap<CloudQuery, QueryResult>();
    for (CloudQuery cloudQuery : queries) {
      answers.put(cloudQuery, query(cloudScope, cloudQuery));
    }
    return answers;
  }

  /**
   * Answers one query. Called only by the method above: not needed if the provider overrides that
   * one or asks nothing.
   *
   * @throws ProviderException if a call to the cloud failed
   */
  default QueryResult query(CloudScope cloudScope, CloudQuery cloudQuery) throws ProviderException {
    throw new ProviderException.Rejected(
        "this provider answers no such query: " + cloudQuery, null);
  }

  /**
   * Reports all of our objects in the scope, in pages, as they are once what the cloud has accepted
   * is under way: what is being created is there, what is to end is ending. A normal return means
   * that everything the request names was read: what was not reported is absent. An exception
   * proves no absence; what was reported before it still holds, so report what can be read before
   * failing for what cannot. What takes a call a pool is none of it, but for its instances: see
   * {@link #details}.
   *
   * @param reads the scope, and what other kinds of the cloud have read of it for the same
   *     observation
   * @throws ProviderException if a call failed before everything was read
   */
  void observe(ScopeReads reads, ObservationRequest observationRequest, ObservationSink<O> out)
      throws ProviderException;

  /**
   * Reports what is left of pools that are about to be released, as {@link #observe} does: what is
   * not reported is taken for gone, and nobody looks for it again. By their names, whatever tags
   * their objects have lost, past every cache; and what outlives its name, such as machines whose
   * group is gone. It begins after the last write to them, and a while after their deletion was
   * seen. By default a look by name, which is enough only where none of this can be.
   *
   * @param cloudNames by {@link #cloudName}
   * @throws ProviderException if a call failed before everything was read
   */
  default void observeRemains(ScopeReads reads, Set<String> cloudNames, ObservationSink<O> out)
      throws ProviderException {
    observe(reads, new ObservationRequest.Only(cloudNames), out);
  }

  /**
   * Completes what the cloud shows of a pool by its API objects, as they are now. Pure. What the
   * cloud does not show may be known all the same. By default there are none.
   *
   * @param pool the pool as it stands, which may say which objects it has
   * @param cloud what the cloud shows; proven absent if the pool is made of API objects only
   */
  default Observation<O> withObjects(
      ApiObject pool, PoolIdentity poolIdentity, Observation<O> cloud, ManagementObjects objects) {
    return cloud;
  }

  /**
   * Whether an instance is as it would be made now. Pure. By default nothing tells.
   *
   * @param desired what is wanted of the pool
   * @param now what the instance was observed in
   */
  default Freshness freshness(D desired, PlanContext<O> now, Instance instance) {
    return Freshness.UNKNOWN;
  }

  /**
   * Names of those fields of the pool's spec that say what its machines are made of: those whose
   * change replaces machines, and what is of no use without them. They are noted on the pool each
   * time that it is settled, where everybody who reads the pool sees them. By default none.
   */
  default Set<String> machineFields() {
    return Set.of();
  }

  /**
   * Whether all instances are made of what is wanted, and nothing of that is still to come. Pure.
   * By default nothing tells.
   *
   * @param desired what is wanted of the pool
   * @param now what was observed
   */
  default boolean isSettled(D desired, PlanContext<O> now) {
    return false;
  }

  /**
   * The labels by which Nodes are known as the pool's members, where {@link
   * PoolTraits#membersAreNodes}; absent until they are known. By default never known.
   */
  default Optional<Map<String, String>> nodeLabels(ApiObject pool, O observed) {
    return Optional.empty();
  }

  /**
   * Whether a pool that is being deleted may go although something of it is there, since it goes
   * with its Cluster. By default it may not.
   */
  default boolean goesWithCluster(PoolIntent.Delete<D> intent, O observed) {
    return false;
  }

  /** How instances look as objects, where the kind shows each as one. By default it does not. */
  default Optional<InfrastructureMachines<O>> machines() {
    return Optional.empty();
  }

  /**
   * Keys of the annotations in which this provider keeps {@link ProviderAnnotations}; by default
   * none.
   */
  default Set<String> annotationKeys() {
    return Set.of();
  }

  /**
   * What the cloud reports only for one pool at a time, and {@link #observe} leaves out. By default
   * nothing.
   */
  default List<PoolDetail<O, ?>> details() {
    return List.of();
  }

  /**
   * Whether something is running or due in the pool for which it is to be observed often, and some
   * of its {@link #details} are to be read. By default never.
   */
  default boolean needsDetailedObservation(
      PoolIntent<D> poolIntent, ProviderAnnotations providerAnnotations) {
    return false;
  }

  /**
   * How long a list may lack what a {@link CreationStep} creates, from before its call on. Where no
   * such step was made, absence is believed at once, which is safe where the cloud refuses a second
   * object of the same name.
   */
  default Duration maxListDelay() {
    return CreationStep.MAX_LIST_DELAY;
  }

  /**
   * The steps towards the intent that the cloud allows now, in order, each with its reason. Empty
   * if there is nothing to do, or nothing until the cloud has made progress.
   */
  List<PlanStep> plan(PoolIntent<D> poolIntent, PlanContext<O> now);

  /**
   * The steps that answer what these instances wait for, and no others: their pool is to be
   * deleted, and is drained first. By default the cloud waits for nobody.
   */
  default List<PlanStep> planAnswers(List<PoolIntent.Held> held, PlanContext<O> now) {
    return List.of();
  }

  /**
   * Makes one write to the cloud; not called for an {@link ObjectStep}. Accepted is not done: the
   * next observation shows the progress. Repeating a write with the same key changes nothing more.
   *
   * @param before the observation from which the step was planned
   * @return what the cloud's response proves, as an observation at the time of the response, and
   *     what of it must be noted
   * @throws ProviderException sorted by what the caller can do
   */
  Receipt<O> apply(
      CloudScope cloudScope, PlanStep planStep, Observation<O> before, String idempotencyKey)
      throws ProviderException;

  /**
   * Drops what is kept for a scope, such as credentials, after it has been unused for long. It may
   * be used again. By default nothing is kept.
   */
  default void releaseScope(CloudScope cloudScope) {}

  /** What to write to the pool's fields and annotations, given what is known. */
  ProviderReport report(ApiObject pool, ReportContext<D, O> reportContext);
}
