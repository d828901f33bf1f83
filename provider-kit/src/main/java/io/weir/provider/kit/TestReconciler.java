package io.weir.provider.kit;

import io.weir.api.MetadataKeys;
import io.weir.provider.CallGate;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.ErrorRule;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.Place;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
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
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ResolveResult;
import io.weir.provider.SecretReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A manager of one pool at a time: observes, plans, applies, reports and keeps provider annotations
 * on the pool, in the same order as the real one. Records all texts, so that they can be searched.
 *
 * @param <D> the provider's desired state
 * @param <O> the provider's observed state
 */
public final class TestReconciler<D extends DesiredState, O extends ObservedState>
    implements CallGate {
  private static final int STEPS_AT_MOST = 30;

  private final CloudUnderTest<D, O> cloud;
  private final Map<CloudQuery, QueryResult> answers = new HashMap<>();
  private final List<String> said = new ArrayList<>();
  private final List<CallOutcome> outcomes = new ArrayList<>();
  private PoolProvider<D, O> provider;
  private boolean secretsGone;
  private int entered;

  /** Passes of a manager that has just started. */
  public TestReconciler(CloudUnderTest<D, O> cloud) {
    this.cloud = cloud;
    this.provider = open();
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
  }

  public PoolProvider<D, O> provider() {
    return provider;
  }

  /** Every step, error and report so far, as text. */
  public List<String> transcript() {
    return List.copyOf(said);
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
        i < STEPS_AT_MOST && resolveResult instanceof ResolveResult.NeedsQueries<D> needsQueries;
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

  /** The pool's scope: as recorded on it, else as its cluster and the cloud say. */
  public CloudScope scope(PoolObjects objects) throws ProviderException, PrerequisiteException {
    Optional<Place> written = objects.pool().annotation(MetadataKeys.PLACE).map(Place::parse);
    CloudScope cloudScope =
        written.isPresent() ? written.get().scope() : provider.scope(objects.inputs());
    provider.authorize(cloudScope.identity(), objects.pool(), objects.inputs().relatedObjects());
    if (written.isPresent()) {
      return cloudScope;
    }
    var question = provider.parentQuery(objects.inputs());
    if (question.isPresent()) {
      QueryResult queryResult =
          provider.query(cloudScope, Set.of(question.get())).get(question.get());
      if (queryResult == null) {
        throw new AssertionError("no answer to " + question.get());
      }
      cloudScope = question.get().parentId(queryResult).map(cloudScope::withParent).orElseThrow();
    }
    var place = new Place(cloudScope, provider.cloudName(objects.pool()));
    objects.annotate(Map.of(MetadataKeys.PLACE, Optional.of(place.annotationValue())));
    return cloudScope;
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
          cloudScope,
          observationRequest,
          (name, observed) -> seen.put(name, new Observation.Present<>(observed, asOf)));
    } catch (ProviderException error) {
      said.add(String.valueOf(error.getMessage()));
      throw error;
    }
    return seen;
  }

  private Observation<O> absent() {
    return new Observation.ProvenAbsent<>(cloud.clock().instant());
  }

  /** One pass for a wanted pool; its results are on the pool afterwards. */
  public ProviderReport converge(PoolObjects objects)
      throws ProviderException, PrerequisiteException {
    var resolution = new ResolveResult.Resolved<>(desired(objects));
    return pass(objects, new PoolIntent.Converge<>(resolution.desired()), Optional.of(resolution))
        .report();
  }

  /** One pass for a pool that is being deleted; whether nothing is left of it. */
  public boolean delete(PoolObjects objects) throws ProviderException, PrerequisiteException {
    var passResult = pass(objects, new PoolIntent.Delete<>(), Optional.empty());
    return switch (passResult.seen()) {
      case Observation.ProvenAbsent<O> _ -> true;
      case Observation.Unknown<O> _ -> false;
      case Observation.Present<O> there ->
          there.state().ownerships(identity(objects), annotations(objects)).stream()
              .allMatch(each -> each instanceof Ownership.Foreign);
    };
  }

  private record PassResult<O extends ObservedState>(Observation<O> seen, ProviderReport report) {}

  private PassResult<O> pass(
      PoolObjects objects, PoolIntent<D> poolIntent, Optional<ResolveResult<D>> resolution)
      throws ProviderException, PrerequisiteException {
    CloudScope cloudScope = scope(objects);
    Observation<O> seen = believed(objects, observe(objects));
    for (int i = 0; i < STEPS_AT_MOST; i++) {
      List<PlanStep> plan = plan(objects, poolIntent, seen);
      if (plan.isEmpty()) {
        break;
      }
      PlanStep planStep = plan.getFirst();
      said.add(planStep + " " + planStep.description() + " " + planStep.reason());
      write(objects, planStep.annotationsBefore(annotations(objects), cloud.clock().instant()));
      try {
        seen =
            provider.apply(
                cloudScope, planStep, seen, planStep.description() + cloud.clock().instant());
      } catch (ProviderException error) {
        said.add(String.valueOf(error.getMessage()));
        if (!ErrorRule.of(error).ambiguous()) {
          write(objects, planStep.annotationsAfterFailure(annotations(objects)));
        }
        var failure = Optional.of(new CallFailure(planStep.description(), error));
        ProviderReport _ = report(objects, poolIntent, resolution, seen, failure);
        throw error;
      }
      write(objects, planStep.annotationsAfterSuccess(annotations(objects)));
      if (planStep.endsPass()) {
        seen = observe(objects);
      }
    }
    ProviderReport providerReport = report(objects, poolIntent, resolution, seen, Optional.empty());
    objects.annotate(providerReport.annotations());
    objects.poolTree().withObject("/spec").setAll(providerReport.spec());
    providerReport.replicas().ifPresent(objects::setReplicas);
    return new PassResult<>(seen, providerReport);
  }

  /** What the provider would do next, given the caller's observation. */
  public List<PlanStep> plan(PoolObjects objects, PoolIntent<D> poolIntent, Observation<O> seen) {
    return provider.plan(
        poolIntent, new PlanContext<>(identity(objects), seen, annotations(objects)));
  }

  private ProviderReport report(
      PoolObjects objects,
      PoolIntent<D> poolIntent,
      Optional<ResolveResult<D>> resolution,
      Observation<O> seen,
      Optional<CallFailure> failure) {
    boolean deleting = poolIntent instanceof PoolIntent.Delete<D>;
    var reportContext =
        new ReportContext<>(
            identity(objects), resolution, seen, failure, deleting, annotations(objects));
    ProviderReport providerReport = provider.report(objects.pool(), reportContext);
    said.add(providerReport.toString());
    return providerReport;
  }

  private Observation<O> believed(PoolObjects objects, Observation<O> seen) {
    return seen instanceof Observation.ProvenAbsent<O> absent
            && absent.asOf().isBefore(provider.absenceUnprovenUntil(annotations(objects)))
        ? new Observation.Unknown<>("something may have been created")
        : seen;
  }

  /** The pool's identity. */
  public PoolIdentity identity(PoolObjects objects) {
    var pool = objects.pool();
    return new PoolIdentity(
        pool.key(), pool.uid(), objects.clusterName(), provider.cloudName(pool), objects.claim());
  }

  /** The provider annotations on the pool. */
  public ProviderAnnotations annotations(PoolObjects objects) {
    return ProviderAnnotations.of(objects.pool(), provider.annotationKeys());
  }

  private void write(PoolObjects objects, ProviderAnnotations providerAnnotations) {
    var all = new HashMap<String, Optional<String>>();
    provider.annotationKeys().forEach(key -> all.put(key, providerAnnotations.get(key)));
    objects.annotate(all);
  }

  @Override
  public synchronized void beforeCall(CloudScope cloudScope, String api) {
    entered++;
  }

  @Override
  public synchronized void afterCall(CloudScope cloudScope, String api, CallOutcome callOutcome) {
    outcomes.add(callOutcome);
  }
}
