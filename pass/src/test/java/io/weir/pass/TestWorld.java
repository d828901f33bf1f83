package io.weir.pass;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.SteppedClock;
import io.weir.pass.TestPoolProvider.TestDesiredState;
import io.weir.pass.TestPoolProvider.TestObservedState;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudScope;
import io.weir.provider.Observation;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.Place;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolMarks;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ProviderException;
import io.weir.provider.QueryResult;
import io.weir.provider.ReportContext.CallFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A pool on a tree and a cloud that shows what the provider has; all that happens is written down.
 */
final class TestWorld
    implements PoolStore, ScopeAccess<TestObservedState>, PoolObservations<TestObservedState> {

  final TestPoolProvider provider = new TestPoolProvider();
  final SteppedClock clock = new SteppedClock();

  /** What all passes have in common; absent for one to each. */
  private Optional<PoolPass<TestDesiredState, TestObservedState>> process = Optional.empty();

  Optional<StepBackoff> stepBackoff = Optional.empty();

  TerminationBrake brake = TerminationBrake.NONE;
  RecentCreations creations = new RecentCreations(clock);
  final List<String> events = new ArrayList<>();

  /** Calls that failed, as people are told. */
  final List<String> warnings = new ArrayList<>();

  /** What keepers of accounts were told. */
  final List<StepWritten> accounts = new ArrayList<>();

  final ObjectNode tree = Json.MAPPER.createObjectNode();
  Optional<RuntimeException> storeFailure = Optional.empty();
  Optional<ApiObject> cluster = Optional.empty();
  final TestObjects objects = new TestObjects(events, provider.applied);
  final TestSecrets secrets = new TestSecrets(events);
  WorkloadNodeView nodes = WorkloadNodeView.UNKNOWN;
  NodeDrains drains = NodeDrains.NONE;
  PoolMachineView machines = PoolMachineView.NONE;
  ScopeQueries queries = new NoQueries();

  /** What people are told of objects. */
  final List<String> blockers = new ArrayList<>();

  /** What happens once a pass has looked at what it decides on. */
  Runnable afterLook = () -> {};

  private int looks;
  boolean gone = true;

  /** What was done to the pool's Secret, as people are told. */
  final List<String> told = new ArrayList<>();

  final List<String> left = new ArrayList<>();
  Observation<TestObservedState> observation = new Observation.Unknown<>("not observed");

  TestWorld() {
    tree.put("apiVersion", "example.org/v1").put("kind", "TestPool");
    tree.putObject("metadata").put("name", "workers").put("namespace", "team").put("uid", "u");
    present();
  }

  /** The cloud shows the pool. */
  void present() {
    observation = new Observation.Present<>(provider.observedState(), Instant.EPOCH);
  }

  /** A list lacks the pool. */
  void absent() {
    observation = new Observation.ProvenAbsent<>(clock.instant());
  }

  /** Writes where the pool is said to be. */
  void writePlaceByHand(Place place) {
    tree.withObject("/metadata/annotations").put(MetadataKeys.PLACE, place.annotationValue());
  }

  PassOutcome<TestDesiredState, TestObservedState> converge() {
    return pass().converge(subject(), inputs(), this);
  }

  PassOutcome<TestDesiredState, TestObservedState> delete(boolean withInputs) {
    return pass()
        .delete(
            subject(),
            withInputs ? Optional.of(inputs()) : Optional.empty(),
            (_, _) -> Optional.empty(),
            this,
            Instant.EPOCH);
  }

  PassOutcome<TestDesiredState, TestObservedState> pause() {
    return pass().pause(subject(), this);
  }

  DryRun<TestObservedState> dryRun() {
    return pass().dryRun(subject(), inputs(), this);
  }

  private PoolPass<TestDesiredState, TestObservedState> pass() {
    return process.orElseGet(this::start);
  }

  /** All passes from now on are of one process; without this each is the first of its own. */
  void keepProcess() {
    process = Optional.of(start());
  }

  private PoolPass<TestDesiredState, TestObservedState> start() {
    return new PoolPass<>(
        provider,
        this,
        stepBackoff.orElseGet(() -> new StepBackoff(clock)),
        brake,
        creations,
        new Accountant(),
        clock);
  }

  private final class Accountant implements PassListener {
    @Override
    public void done(ObjectKey pool, PlanStep planStep) {}

    @Override
    public void secretWritten(SecretWritten secretWritten) {
      told.add(secretWritten.message());
    }

    @Override
    public void written(StepWritten stepWritten) {
      accounts.add(stepWritten);
    }

    @Override
    public void failed(ObjectKey pool, CallFailure callFailure) {
      warnings.add(callFailure.message());
    }

    @Override
    public void left(ObjectKey pool, String why) {
      left.add(why);
    }

    @Override
    public void blocked(ObjectKey pool, PrerequisiteException why) {
      blockers.add(why.reason() + ": " + why.getMessage());
    }
  }

  private PassSubject subject() {
    var claim = OwnershipClaim.byMarks(new PoolMarks("here", "TestPool/team/workers"), "team");
    return new PassSubject(
        pool(),
        Optional.empty(),
        "demo",
        cluster,
        claim,
        objects,
        machines,
        secrets,
        nodes,
        drains);
  }

  private PoolInputs inputs() {
    return new PoolInputs(
        pool(),
        pool(),
        Optional.empty(),
        Optional.empty(),
        new PoolMarks("here", "TestPool/team/workers"),
        (_, _) -> Optional.empty());
  }

  @Override
  public OpenScope<TestObservedState> open(Grant grant, ApiObject pool) {
    events.add("open " + grant);
    return new OpenScope<>(grant.scope(), this, queries);
  }

  @Override
  public OpenScope<TestObservedState> follow(Grant grant, ApiObject pool, PoolIdentity identity) {
    return open(grant, pool);
  }

  @Override
  public void unfollow(ObjectKey pool) {
    events.add("unfollow");
  }

  @Override
  public ApiObject pool() {
    return new ApiObject(tree.deepCopy());
  }

  @Override
  public ProviderAnnotations annotations() {
    return ProviderAnnotations.of(pool(), provider.annotationKeys());
  }

  @Override
  public boolean hasPending() {
    return false;
  }

  /** A crash may lose them: here they always are. */
  @Override
  public void setPending(ProviderAnnotations annotations) {}

  @Override
  public void write(ProviderAnnotations annotations) {
    ObjectNode there = tree.withObject("/metadata/annotations");
    there.remove(provider.annotationKeys());
    annotations.entries().forEach(there::put);
  }

  @Override
  public void note(Map<String, Optional<String>> notes) {
    if (notes.isEmpty()) {
      return;
    }
    storeFailure.ifPresent(
        failure -> {
          throw failure;
        });
    events.add("note " + notes.keySet());
    notes.forEach(
        (key, value) -> tree.withObject("/metadata/annotations").put(key, value.orElseThrow()));
  }

  @Override
  public void writeFinalizerAndPlace(Place place, boolean blockMove) {
    if (!pool().annotation(MetadataKeys.PLACE).equals(Optional.of(place.annotationValue()))) {
      events.add("hold " + place.name());
    }
    writePlaceByHand(place);
    if (blockMove && pool().annotation(MetadataKeys.BLOCK_MOVE).isEmpty()) {
      events.add("block move");
      tree.withObject("/metadata/annotations").put(MetadataKeys.BLOCK_MOVE, "true");
    }
  }

  @Override
  public void allowMove() {
    if (pool().annotation(MetadataKeys.BLOCK_MOVE).isPresent()) {
      events.add("allow move");
      tree.withObject("/metadata/annotations").remove(MetadataKeys.BLOCK_MOVE);
    }
  }

  @Override
  public void recordObjectKinds(String kinds) {
    events.add("kinds " + kinds);
    tree.withObject("/metadata/annotations").put(MetadataKeys.OBJECT_KINDS, kinds);
  }

  @Override
  public void writeRetirements(Optional<String> text) {
    if (!pool().annotation(MetadataKeys.RETIREMENTS).equals(text)) {
      events.add("retirements " + text.orElse("none"));
    }
    ObjectNode annotations = tree.withObject("/metadata/annotations");
    annotations.remove(MetadataKeys.RETIREMENTS);
    text.ifPresent(value -> annotations.put(MetadataKeys.RETIREMENTS, value));
  }

  @Override
  public void writePlace(Place place) {
    writePlaceByHand(place);
  }

  @Override
  public Observation<TestObservedState> latestObservation(PoolIdentity pool) {
    Observation<TestObservedState> look = observation;
    if (++looks == 2) {
      afterLook.run(); // the first is what the desired state is resolved on
    }
    return look;
  }

  @Override
  public void observeInDetail(PoolIdentity pool, boolean inDetail) {}

  @Override
  public void recordWriteResult(String cloudName, Observation<TestObservedState> after) {
    events.add("answer");
    observation = after;
  }

  @Override
  public void invalidate(String cloudName, String why) {
    events.add("invalidate");
    observation = new Observation.Unknown<>(why);
  }

  @Override
  public void observeSoon(String cloudName) {}

  @Override
  public void observeAt(String cloudName, Instant when) {
    events.add("observe after " + Duration.between(clock.instant(), when));
  }

  @Override
  public boolean proveAbsence(String cloudName, Instant deletedSince) {
    events.add("prove absence since " + deletedSince);
    return gone;
  }

  @Override
  public Optional<ProviderException> lastFailure() {
    return Optional.empty();
  }

  @Override
  public Optional<ProviderException> reportableFailure() {
    return Optional.empty();
  }

  /** The scope as it is written on the pool. */
  CloudScope writtenScope() {
    return Place.parse(pool().annotation(MetadataKeys.PLACE).orElseThrow()).scope();
  }

  private static final class NoQueries implements ScopeQueries {
    @Override
    public void query(Collection<CloudQuery> queries) {}

    @Override
    public Optional<QueryResult> find(CloudQuery cloudQuery) {
      return Optional.empty();
    }
  }
}
