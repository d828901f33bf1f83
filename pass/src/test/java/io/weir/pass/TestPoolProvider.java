package io.weir.pass;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.CreationStep;
import io.weir.provider.DesiredState;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.ManagementObjects;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.ParentQuery;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolSecret;
import io.weir.provider.PoolTraits;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResults;
import io.weir.provider.Receipt;
import io.weir.provider.RelatedObjects;
import io.weir.provider.ReportContext;
import io.weir.provider.RequestIds;
import io.weir.provider.ResolveResult;
import io.weir.provider.RolloutPreferences;
import io.weir.provider.ScopeReads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/** A provider that does what a test tells it. */
final class TestPoolProvider
    implements PoolProvider<TestPoolProvider.TestDesiredState, TestPoolProvider.TestObservedState> {

  static final String NOTE = "example.org/id";

  /** Within a container that its spec names. */
  CloudScope scope =
      new CloudScope("test", new CloudIdentity.Ambient(), "here").withParent("container");

  Optional<PrerequisiteException> refusal = Optional.empty();
  Optional<PrerequisiteException> clusterMissing = Optional.empty();
  Optional<ParentQuery> parent = Optional.empty();
  Ownership ownership = new Ownership.Ours();
  final List<PlanStep> plan = new ArrayList<>();
  final List<String> applied = new ArrayList<>();
  Optional<ProviderException> failure = Optional.empty();
  Map<String, Optional<String>> notes = Map.of();
  Optional<PoolSecret> secret = Optional.empty();
  Optional<PrerequisiteException> blocker = Optional.empty();
  PoolTraits traits = PoolTraits.DEFAULT;
  Set<GroupKind> objectKinds = Set.of();
  boolean goesWithCluster;
  List<Instance> instances =
      List.of(new Instance("i-1", "test:///i-1", "", Instance.State.RUNNING, ""));
  OptionalInt requestedSize = OptionalInt.empty();
  Function<Instance, Freshness> freshness = _ -> Freshness.OUTDATED;
  final List<PoolIntent<TestDesiredState>> intents = new ArrayList<>();

  /** Nothing in particular is wanted. */
  record TestDesiredState(RolloutPreferences rolloutPreferences) implements DesiredState {}

  RolloutPreferences rolloutPreferences = RolloutPreferences.NONE;

  /** What is there. */
  record TestObservedState(Ownership whose, List<Instance> instances, OptionalInt requestedSize)
      implements ObservedState {
    @Override
    public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations annotations) {
      return List.of(whose);
    }

    @Override
    public boolean isChanging() {
      return false;
    }

    @Override
    public Optional<String> problem() {
      return Optional.empty();
    }
  }

  /** What contains the pool, which the cloud has to find. */
  record TestParent(String description) implements ParentQuery {}

  /** A write that has a name only. */
  record TestStep(String description, boolean endsPass) implements PlanStep {
    @Override
    public String reason() {
      return "the test asks for it";
    }
  }

  /** A write that answers what an instance waits for. */
  record TestAnswer(PoolIntent.Held held) implements PlanStep {
    @Override
    public String description() {
      return "answer " + held.instanceId();
    }

    @Override
    public String reason() {
      return "the test asks for it";
    }

    @Override
    public Optional<PoolIntent.Held> answersHeld() {
      return Optional.of(held);
    }
  }

  /** A write that ends instances. */
  record TestScaleIn(String description, int endsInstances, boolean canBeSkipped)
      implements PlanStep {
    @Override
    public String reason() {
      return "the test asks for it";
    }
  }

  /** A write that creates what the cloud would create again. */
  record TestCreation() implements CreationStep {
    @Override
    public String description() {
      return "create";
    }

    @Override
    public String reason() {
      return "the test asks for it";
    }
  }

  /** A write that deletes it. */
  record TestDeletion() implements PlanStep {
    @Override
    public String description() {
      return "delete";
    }

    @Override
    public String reason() {
      return "the test asks for it";
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return CreationStep.withoutCreation(providerAnnotations);
    }
  }

  /** The cloud as it is. */
  TestObservedState observedState() {
    return new TestObservedState(ownership, instances, requestedSize);
  }

  @Override
  public PoolKind kind() {
    return new PoolKind(new GroupKind("example.org", "TestPool"), "test.example.org");
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    return traits;
  }

  @Override
  public CloudScope scope(PoolInputs in) throws PrerequisiteException {
    if (clusterMissing.isPresent()) {
      throw clusterMissing.get();
    }
    return scope;
  }

  @Override
  public Optional<ParentQuery> parentQuery(PoolInputs in) {
    return parent;
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return cloudScope.cloud().equals("test") || cloudScope.equals(CloudScope.MANAGEMENT_CLUSTER);
  }

  @Override
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    return identity;
  }

  @Override
  public Optional<PoolSecret> secret() {
    return secret;
  }

  @Override
  public ResolveResult<TestDesiredState> resolveDesiredState(PoolInputs in, QueryResults known) {
    return blocker
        .<ResolveResult<TestDesiredState>>map(ResolveResult.Blocked::new)
        .orElseGet(() -> new ResolveResult.Resolved<>(new TestDesiredState(rolloutPreferences)));
  }

  @Override
  public void observe(
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<TestObservedState> out) {
    out.accept("workers", observedState());
  }

  @Override
  public Set<String> annotationKeys() {
    return Set.of(NOTE, CreationStep.CREATING_SINCE);
  }

  @Override
  public Set<GroupKind> objectKinds() {
    return objectKinds;
  }

  /** The pool is there if one of its objects is. */
  @Override
  public Observation<TestObservedState> withObjects(
      ApiObject pool,
      PoolIdentity poolIdentity,
      Observation<TestObservedState> cloud,
      ManagementObjects objects) {
    return objectKinds.stream().anyMatch(kind -> !objects.owned(kind).isEmpty())
        ? new Observation.Present<>(observedState(), Instant.EPOCH)
        : cloud;
  }

  @Override
  public Freshness freshness(
      TestDesiredState desired, PlanContext<TestObservedState> now, Instance instance) {
    return freshness.apply(instance);
  }

  @Override
  public Optional<Map<String, String>> nodeLabels(ApiObject pool, TestObservedState observed) {
    return Optional.of(Map.of("pool", "workers"));
  }

  @Override
  public boolean goesWithCluster(
      PoolIntent.Delete<TestDesiredState> intent, TestObservedState observed) {
    return goesWithCluster && intent.withCluster();
  }

  @Override
  public List<PlanStep> planAnswers(
      List<PoolIntent.Held> held, PlanContext<TestObservedState> now) {
    return held.stream()
        .<PlanStep>map(TestAnswer::new)
        .filter(step -> !applied.contains(step.description()))
        .toList();
  }

  /** What is left of the plan, once each step. */
  @Override
  public List<PlanStep> plan(
      PoolIntent<TestDesiredState> poolIntent, PlanContext<TestObservedState> now) {
    intents.add(poolIntent);
    return plan.stream().filter(step -> !applied.contains(step.description())).toList();
  }

  @Override
  public Receipt<TestObservedState> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<TestObservedState> before,
      String idempotencyKey)
      throws ProviderException {
    RequestIds.record("request-of-" + planStep.description());
    if (failure.isPresent()) {
      throw failure.get();
    }
    applied.add(planStep.description());
    return new Receipt<>(new Observation.Present<>(observedState(), Instant.EPOCH), notes);
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<TestDesiredState, TestObservedState> reportContext) {
    return ProviderReport.unknown(List.of());
  }
}
