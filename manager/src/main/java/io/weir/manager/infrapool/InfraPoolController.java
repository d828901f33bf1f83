package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import io.weir.manager.cloud.CloudScope;
import io.weir.manager.cloud.CloudScopes;
import io.weir.manager.cloud.SteadyClock;
import io.weir.provider.Answers;
import io.weir.provider.Desired;
import io.weir.provider.Inputs;
import io.weir.provider.Intent;
import io.weir.provider.Observation;
import io.weir.provider.Observed;
import io.weir.provider.PoolProvider;
import io.weir.provider.Progress;
import io.weir.provider.Progress.Failure;
import io.weir.provider.ProviderException;
import io.weir.provider.Resolution;
import io.weir.provider.Scope;
import io.weir.provider.Unready;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Keeps the infrastructure pools of one kind as their MachinePools want them. */
final class InfraPoolController<D extends Desired, O extends Observed> implements Reconciler {

  /** How long something that comes by itself may take before its absence is reported. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /**
   * After writes the next look shows the members; what the writes changed is reported with them, or
   * without them when no look has come by then.
   */
  private static final Duration NEXT_LOOK = Duration.ofSeconds(4);

  private static final int QUESTIONS_AT_MOST = 5;

  private final PoolProvider<D, O> provider;
  private final ObjectCache pools;
  private final PoolReader reader;
  private final TrackedReads reads;
  private final KubeClient kube;
  private final CloudScopes<O> scopes;
  private final KeyUsers keys;
  private final Following<O> following;
  private final Setbacks setbacks;
  private final CloudPass<D, O> pass;
  private final CloudPass.StepListener steps;
  private final PassEnd<D, O> end;
  private final PoolDeletion<D, O> deletion;
  private final Clock clock;

  InfraPoolController(Parts<D, O> parts, PoolReader reader, TrackedReads reads) {
    this.provider = parts.provider();
    this.pools = parts.pools();
    this.reader = reader;
    this.reads = reads;
    this.kube = parts.kube();
    this.scopes = parts.scopes();
    this.keys = parts.keys();
    this.following = new Following<>(scopes);
    this.clock = parts.steady();
    this.setbacks = parts.setbacks();
    this.steps = parts.steps();
    this.pass = new CloudPass<>(provider, setbacks, parts.steps(), parts.steady());
    this.end = new PassEnd<>(provider, setbacks, new ReportWriter(provider, kube, parts.clock()));
    this.deletion = new PoolDeletion<>(parts, following, pass, end);
  }

  /**
   * What the controller is made of.
   *
   * @param clock what is written on pools for people to read
   * @param steady what is due, and what came after what; the clock of the scopes and setbacks
   */
  record Parts<D extends Desired, O extends Observed>(
      PoolProvider<D, O> provider,
      ObjectCache pools,
      KubeClient kube,
      CloudScopes<O> scopes,
      KeyUsers keys,
      Setbacks setbacks,
      CloudPass.StepListener steps,
      Clock clock,
      SteadyClock steady) {}

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> found = pools.get(key);
    if (found.isEmpty() || following.another(found.get())) {
      forget(key);
    }
    if (found.isEmpty()) {
      return Requeue.done();
    }
    PoolSituation situation = reader.read(found.get());
    if (paused(situation)) {
      return Requeue.done();
    }
    if (situation.pool().deleting()) {
      return deletion.pass(situation, reader.inputsWithoutData(situation));
    }
    // Core sets the owner first; a pool that nobody refers to is nobody's.
    Optional<Inputs> inputs = reader.inputs(situation);
    return inputs.isEmpty() ? Requeue.done() : converge(situation, inputs.get());
  }

  private void forget(ObjectKey gone) {
    reads.forget(gone);
    setbacks.forget(gone);
    following.end(gone);
    deletion.forget(gone);
  }

  private static boolean paused(PoolSituation situation) {
    return situation.pool().annotations().containsKey(Keys.PAUSED)
        || situation
            .cluster()
            .map(cluster -> cluster.as(Cluster.class).spec().paused())
            .orElse(false);
  }

  private Requeue converge(PoolSituation situation, Inputs in) {
    Scope scope;
    Observation<O> unseen = new Observation.Unknown<>("not observed");
    try {
      scope = new PoolScope(provider, scopes, keys).toConverge(in);
    } catch (Unready unready) {
      return blocked(situation.pool(), unready, unseen);
    } catch (ProviderException error) {
      return notLookedUp(situation.pool(), error, unseen);
    }
    ApiObject pool = hold(situation.pool(), scope);
    CloudScope<O> cloud = following.in(scope, situation.name(provider));
    Observation<O> seen = cloud.observer().latest(situation.name(provider));
    Resolution<D> resolution;
    try {
      resolution = resolve(in, cloud);
    } catch (ProviderException error) {
      return notLookedUp(pool, error, seen);
    }
    return switch (resolution) {
      case Resolution.Blocked<D> blocked
          when blocked.meanwhile().isPresent() && seen instanceof Observation.Seen ->
          goOn(situation, notes(pool), scope, cloud, blocked, blocked.meanwhile().get());
      case Resolution.Blocked<D> blocked -> blocked(pool, blocked.why(), seen);
      case Resolution.Asks<D> asks ->
          throw new IllegalStateException("endless queries: " + asks.queries());
      case Resolution.Resolved<D> resolved -> act(situation, notes(pool), scope, cloud, resolved);
    };
  }

  private Requeue notLookedUp(ApiObject pool, ProviderException error, Observation<O> seen) {
    var failure = new Failure("look up what " + pool + " needs", error);
    end.told(pool, new Progress<>(Optional.empty(), seen, Optional.of(failure), false));
    if (error.needsPeople()) {
      steps.failed(pool.key(), failure);
    }
    return Pauses.after(error);
  }

  private NoteBook notes(ApiObject pool) {
    return new NoteBook(kube, pool, provider.noteKeys());
  }

  private Requeue act(
      PoolSituation situation,
      NoteBook notes,
      Scope scope,
      CloudScope<O> cloud,
      Resolution.Resolved<D> resolved) {
    var result = run(situation, notes, scope, cloud, resolved.desired());
    result
        .seen()
        .foreign(situation.name(provider), notes.notes())
        .map(because -> Unready.mistake(EventReasons.NOT_OWNED, because))
        .ifPresent(why -> steps.blocked(situation.pool().key(), why));
    Optional<Duration> heldBack =
        result.failure().isEmpty() && !notes.unwritten()
            ? untilNextLook(cloud, provider.cloudName(notes.pool()), result.seen())
            : Optional.empty();
    return heldBack
        .map(Requeue::after)
        .orElseGet(() -> end.told(situation, cloud, notes, Optional.of(resolved), result));
  }

  /** Does what can be done although something is missing, and tells what is. */
  private Requeue goOn(
      PoolSituation situation,
      NoteBook notes,
      Scope scope,
      CloudScope<O> cloud,
      Resolution.Blocked<D> blocked,
      D meanwhile) {
    var result = run(situation, notes, scope, cloud, meanwhile);
    Requeue next = end.told(situation, cloud, notes, Optional.of(blocked), result);
    Unready why = blocked.why();
    if (why.mistake()) {
      steps.blocked(situation.pool().key(), why);
    }
    return next.equals(Requeue.done()) ? Pauses.forPeople(String.valueOf(why.getMessage())) : next;
  }

  private CloudPass.Result<O> run(
      PoolSituation situation, NoteBook notes, Scope scope, CloudScope<O> cloud, D desired) {
    var intent = new Intent.Converge<>(desired);
    return pass.run(
        new CloudPass.Task<>(situation.name(provider), scope, intent, cloud.observer(), notes));
  }

  /**
   * How long to keep back what only our own writes tell. Not this pass alone: an event that came
   * during it brings another at once, which knows no more.
   */
  private Optional<Duration> untilNextLook(
      CloudScope<O> cloud, String cloudName, Observation<O> seen) {
    return cloud
        .observer()
        .onlyProved(cloudName)
        .filter(_ -> moving(seen))
        .map(proved -> Duration.between(clock.instant(), proved.plus(NEXT_LOOK)))
        .filter(Duration::isPositive);
  }

  private Resolution<D> resolve(Inputs in, CloudScope<O> cloud) throws ProviderException {
    Answers answers = cloud.answers();
    Resolution<D> resolution = provider.resolve(in, answers);
    for (int i = 0; i < QUESTIONS_AT_MOST && resolution instanceof Resolution.Asks<D> asks; i++) {
      cloud.answers().ask(asks.queries());
      resolution = provider.resolve(in, answers);
    }
    return resolution;
  }

  /** The finalizer and the scope, in one write, before anything is made in the cloud. */
  private ApiObject hold(ApiObject pool, Scope scope) {
    return kube.edit(
        pool,
        tree -> {
          Finalizers.hold(tree, provider.kind());
          Metadata.annotate(tree, Keys.SCOPE, scope.text());
        });
  }

  private Requeue blocked(ApiObject pool, Unready why, Observation<O> seen) {
    Duration age =
        Duration.between(pool.creationTimestamp().orElse(clock.instant()), clock.instant());
    if (!why.mistake() && age.compareTo(PATIENCE) < 0) {
      return Requeue.after(PATIENCE);
    }
    var resolution = new Resolution.Blocked<D>(why);
    end.told(pool, new Progress<>(Optional.of(resolution), seen, Optional.empty(), false));
    if (why.mistake()) {
      steps.blocked(pool.key(), why);
    }
    return Pauses.forPeople(String.valueOf(why.getMessage()));
  }

  private boolean moving(Observation<O> seen) {
    return seen instanceof Observation.Seen<O> found && found.observed().moving();
  }
}
