package io.weir.provider.kit;

import io.weir.pass.DryRun;
import io.weir.pass.PassOutcome;
import io.weir.pass.RecentCreations;
import io.weir.pass.ScopeQueries;
import io.weir.provider.CallGate;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservedState;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolDetail;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResult;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.ScopeReads;
import io.weir.provider.SecretReader;
import io.weir.provider.TakenOver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A manager of one pool at a time, which runs the passes of the real one and keeps what they leave
 * on the pool. Nothing is held back after a failure, as in a process that has just started. Records
 * all texts, so that they can be searched.
 *
 * @param <D> the provider's desired state
 * @param <O> the provider's observed state
 */
public final class TestReconciler<D extends DesiredState, O extends ObservedState>
    implements CallGate {
  private static final int QUERIES_AT_MOST = 30;
  private static final int PASSES_AT_MOST = 5;

  private final ProviderUnderTest<D, O> cloud;
  private final Map<CloudQuery, QueryResult> answers = new HashMap<>();
  private final List<String> said = new ArrayList<>();
  private final List<PlanStep> done = new ArrayList<>();
  private final List<CallOutcome> outcomes = new ArrayList<>();
  private PoolProvider<D, O> provider;
  private RecentCreations creations;
  private boolean secretsGone;
  private int entered;

  /** Passes of a manager that has just started. */
  public TestReconciler(CloudUnderTest<D, O> cloud) {
    this((ProviderUnderTest<D, O>) cloud);
  }

  TestReconciler(ProviderUnderTest<D, O> cloud) {
    this.cloud = cloud;
    this.provider = open();
    this.creations = new RecentCreations(cloud.clock());
  }

  private PoolProvider<D, O> open() {
    SecretReader secretReader = key -> secretsGone ? Optional.empty() : cloud.secrets().find(key);
    return cloud.provider(new ProviderContext(cloud.settings(), this, secretReader, cloud.clock()));
  }

  /** From now on no Secret exists. */
  public void removeSecrets() {
    secretsGone = true;
  }

  /** Forgets everything that is not recorded on the pools, as a new process would. */
  public void restart() {
    answers.clear();
    provider = open();
    creations = new RecentCreations(cloud.clock());
  }

  public PoolProvider<D, O> provider() {
    return provider;
  }

  /** Every step, error and report so far, as text. */
  public List<String> transcript() {
    return List.copyOf(said);
  }

  /** Every step so far that succeeded, in order. */
  public List<PlanStep> stepsDone() {
    return List.copyOf(done);
  }

  void recordDone(PlanStep planStep) {
    done.add(planStep);
  }

  /** Outcomes of the calls that the gate let through. */
  public synchronized List<CallOutcome> outcomes() {
    return List.copyOf(outcomes);
  }

  /** How many calls entered the gate. */
  public synchronized int gateEntries() {
    return entered;
  }

  /** The desired state. */
  public D desired(PoolObjects objects) throws ProviderException, PrerequisiteException {
    return switch (resolve(objects)) {
      case ResolveResult.Resolved<D> resolved -> resolved.desired();
      case ResolveResult.Blocked<D> blocked -> throw blocked.cause();
      case ResolveResult.NeedsQueries<D> needsQueries ->
          throw new AssertionError("never stops asking: " + needsQueries);
    };
  }

  /** The desired state, or why there is none, after all queries were answered. */
  public ResolveResult<D> resolve(PoolObjects objects)
      throws ProviderException, PrerequisiteException {
    CloudScope cloudScope = scope(objects);
    ResolveResult<D> resolveResult =
        provider.resolveDesiredState(objects.inputs(), this::queryResult);
    for (int i = 0;
        i < QUERIES_AT_MOST && resolveResult instanceof ResolveResult.NeedsQueries<D> needsQueries;
        i++) {
      answers.putAll(provider.query(cloudScope, needsQueries.queries()));
      resolveResult = provider.resolveDesiredState(objects.inputs(), this::queryResult);
    }
    return resolveResult;
  }

  /** Answers so far. */
  public Optional<QueryResult> queryResult(CloudQuery cloudQuery) {
    return Optional.ofNullable(answers.get(cloudQuery));
  }

  /**
   * The pool's scope, as its cluster and the cloud say, with its identity as it was granted; what
   * is written on the pool is not asked.
   */
  public CloudScope scope(PoolObjects objects) throws ProviderException, PrerequisiteException {
    CloudScope cloudScope = granted(objects, provider.scope(objects.inputs()));
    var question = provider.parentQuery(objects.inputs());
    if (question.isEmpty()) {
      return cloudScope;
    }
    QueryResult queryResult =
        provider.query(cloudScope, Set.of(question.get())).get(question.get());
    if (queryResult == null) {
      throw new AssertionError("no answer to " + question.get());
    }
    return question.get().parentId(queryResult).map(cloudScope::withParent).orElseThrow();
  }

  private CloudScope granted(PoolObjects objects, CloudScope named) throws PrerequisiteException {
    if (named.equals(CloudScope.MANAGEMENT_CLUSTER)) {
      return named;
    }
    return named.withIdentity(
        provider.authorize(named.identity(), objects.pool(), objects.inputs().relatedObjects()));
  }

  /** What the cloud shows for the pool. */
  public Observation<O> observe(PoolObjects objects)
      throws ProviderException, PrerequisiteException {
    String name = provider.cloudName(objects.pool());
    return observe(scope(objects), new ObservationRequest.Only(Set.of(name)))
        .getOrDefault(name, absent());
  }

  /** Everything that an observation shows, by name. */
  public Map<String, Observation<O>> observe(
      CloudScope cloudScope, ObservationRequest observationRequest) throws ProviderException {
    var seen = new TreeMap<String, Observation<O>>();
    Instant asOf = cloud.clock().instant();
    try {
      provider.observe(
          new ScopeReads(cloudScope),
          observationRequest,
          (name, observed) -> seen.put(name, new Observation.Present<>(observed, asOf)));
    } catch (ProviderException error) {
      said.add(String.valueOf(error.getMessage()));
      throw error;
    }
    return seen;
  }

  /** What is left of a pool that is about to be released. */
  Observation<O> observeRemains(CloudScope cloudScope, String name) throws ProviderException {
    Instant asOf = cloud.clock().instant();
    var seen = new TreeMap<String, Observation<O>>();
    provider.observeRemains(
        new ScopeReads(cloudScope),
        Set.of(name),
        (shown, observed) -> seen.put(shown, new Observation.Present<>(observed, asOf)));
    return seen.getOrDefault(name, new Observation.ProvenAbsent<>(asOf));
  }

  /** The same with all details that the pool needs, whenever the manager would read them. */
  Observation<O> withDetails(
      CloudScope cloudScope, String name, Observation<O> observation, boolean wanted) {
    if (!(observation instanceof Observation.Present<O>(O state, Instant asOf))) {
      return observation;
    }
    O completed = state;
    for (PoolDetail<O, ?> detail : provider.details()) {
      completed = detail.readNow(cloudScope, name, completed, wanted);
    }
    return new Observation.Present<>(completed, asOf);
  }

  private Observation<O> absent() {
    return new Observation.ProvenAbsent<>(cloud.clock().instant());
  }

  /**
   * A pass for a wanted pool; its results are on the pool afterwards. One that only marked what is
   * the pool's is followed by another.
   */
  public ProviderReport converge(PoolObjects objects)
      throws ProviderException, PrerequisiteException {
    return tell(objects, untilMarked(objects, SinglePass::converge), false);
  }

  private PassOutcome<D, O> untilMarked(
      PoolObjects objects, Function<SinglePass<D, O>, PassOutcome<D, O>> kind) {
    SinglePass<D, O> pass;
    PassOutcome<D, O> outcome;
    int passes = 0;
    do {
      pass = new SinglePass<>(this, objects);
      outcome = kind.apply(pass);
      pass.assertNothingMadeIsPlannedAgain(outcome);
    } while (pass.hasMarked() && ++passes < PASSES_AT_MOST);
    return outcome;
  }

  /** One pass for a wanted pool and no more: the reasons of the Events that tell of its steps. */
  public List<String> convergeOnce(PoolObjects objects)
      throws ProviderException, PrerequisiteException {
    var pass = new SinglePass<>(this, objects);
    ProviderReport _ = tell(objects, pass.converge(), false);
    return pass.eventReasons();
  }

  /** One pass for a pool that is being deleted, likewise. */
  public List<String> deleteOnce(PoolObjects objects)
      throws ProviderException, PrerequisiteException {
    var pass = new SinglePass<>(this, objects);
    ProviderReport _ = tell(objects, pass.delete(), true);
    return pass.eventReasons();
  }

  /** Passes for a pool that is being deleted, as {@link #converge}; whether it may go. */
  public boolean delete(PoolObjects objects) throws ProviderException, PrerequisiteException {
    PassOutcome<D, O> outcome = untilMarked(objects, SinglePass::delete);
    if (outcome instanceof PassOutcome.Released<D, O>) {
      return true;
    }
    ProviderReport _ = tell(objects, outcome, true);
    return false;
  }

  /**
   * A pass for a pool that is paused.
   *
   * @throws ProviderException if one of its steps failed
   */
  public void pause(PoolObjects objects) throws ProviderException {
    PassOutcome<D, O> outcome = new SinglePass<>(this, objects).pause();
    Optional<ReportContext.CallFailure> failure =
        outcome.toReport().flatMap(ReportContext::failure);
    if (failure.isPresent()) {
      throw failure.get().error();
    }
  }

  /** What a pass would do now; nothing is written. */
  public DryRun<O> dryRun(PoolObjects objects) {
    return new SinglePass<>(this, objects).dryRun();
  }

  /** Writes what is reported on the pool, as long as nothing failed. */
  private ProviderReport tell(PoolObjects objects, PassOutcome<D, O> outcome, boolean deleting)
      throws ProviderException, PrerequisiteException {
    ReportContext<D, O> context = outcome.toReport().orElseGet(() -> unknown(objects, deleting));
    ProviderReport providerReport = provider.report(objects.pool(), context);
    said.add(providerReport.toString());
    if (outcome instanceof PassOutcome.Blocked<D, O>(PrerequisiteException cause, var _)) {
      throw cause;
    }
    if (context.failure().isPresent()) {
      throw context.failure().get().error();
    }
    objects.annotate(providerReport.annotations());
    objects.annotate(TakenOver.annotations(context));
    objects.poolTree().withObject("/spec").setAll(providerReport.spec());
    providerReport.replicas().ifPresent(objects::setReplicas);
    return providerReport;
  }

  private ReportContext<D, O> unknown(PoolObjects objects, boolean deleting) {
    return new ReportContext<>(
        identity(objects),
        Optional.empty(),
        new Observation.Unknown<>("not observed"),
        Optional.empty(),
        deleting);
  }

  /** What the provider would do next, given the caller's observation. */
  public List<PlanStep> plan(PoolObjects objects, PoolIntent<D> poolIntent, Observation<O> seen) {
    return provider.plan(
        poolIntent, new PlanContext<>(identity(objects), seen, annotations(objects)));
  }

  /** The pool's identity. */
  public PoolIdentity identity(PoolObjects objects) {
    return objects.subject().identity(provider.cloudName(objects.pool()));
  }

  /** The provider annotations on the pool. */
  public ProviderAnnotations annotations(PoolObjects objects) {
    return ProviderAnnotations.of(objects.pool(), provider.annotationKeys());
  }

  ProviderUnderTest<D, O> cloud() {
    return cloud;
  }

  RecentCreations creations() {
    return creations;
  }

  /** Records a text, so that it can be searched. */
  void record(String text) {
    said.add(text);
  }

  /** What the cloud was asked, and the asking. */
  ScopeQueries queries(CloudScope cloudScope) {
    return new ScopeQueries() {
      @Override
      public void query(Collection<CloudQuery> queries) throws ProviderException {
        var missing = new HashSet<>(queries);
        missing.removeAll(answers.keySet());
        if (!missing.isEmpty()) {
          answers.putAll(provider.query(cloudScope, missing));
        }
      }

      @Override
      public Optional<QueryResult> find(CloudQuery cloudQuery) {
        return queryResult(cloudQuery);
      }
    };
  }

  @Override
  public synchronized void beforeCall(CloudRequest cloudRequest) {
    entered++;
  }

  @Override
  public synchronized void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {
    outcomes.add(callOutcome);
  }
}
