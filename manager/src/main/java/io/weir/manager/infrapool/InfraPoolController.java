package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.manager.cloud.CloudScope;
import io.weir.manager.cloud.CloudScopes;
import io.weir.manager.objects.Metadata;
import io.weir.manager.runtime.cache.ObjectCache;
import io.weir.manager.runtime.kube.KubeClient;
import io.weir.manager.runtime.work.Reconciler;
import io.weir.manager.runtime.work.Requeue;
import io.weir.provider.Answers;
import io.weir.provider.Desired;
import io.weir.provider.Inputs;
import io.weir.provider.Intent;
import io.weir.provider.Observation;
import io.weir.provider.Observed;
import io.weir.provider.Ownership;
import io.weir.provider.PoolName;
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

  /** Written by Weir before the first cloud write, read by Weir when the pool goes. */
  static final String SCOPE_ANNOTATION = "weir.io/scope";

  /** How long something that comes by itself may take before its absence is reported. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /**
   * After writes the next look shows the members; what the writes changed is reported with them.
   */
  private static final Duration NEXT_LOOK = Duration.ofSeconds(4);

  private static final int QUESTIONS_AT_MOST = 5;

  private final PoolProvider<D, O> provider;
  private final ObjectCache pools;
  private final PoolReader reader;
  private final TrackedReads reads;
  private final KubeClient kube;
  private final CloudScopes<O> scopes;
  private final Setbacks setbacks;
  private final CloudPass<D, O> pass;
  private final ReportWriter reports;
  private final Clock clock;

  InfraPoolController(Parts<D, O> parts, PoolReader reader, TrackedReads reads) {
    this.provider = parts.provider();
    this.pools = parts.pools();
    this.reader = reader;
    this.reads = reads;
    this.kube = parts.kube();
    this.scopes = parts.scopes();
    this.clock = parts.clock();
    this.setbacks = new Setbacks(clock);
    this.pass = new CloudPass<>(provider, setbacks, parts.steps());
    this.reports = new ReportWriter(kube, clock);
  }

  /** What the controller is made of. */
  record Parts<D extends Desired, O extends Observed>(
      PoolProvider<D, O> provider,
      ObjectCache pools,
      KubeClient kube,
      CloudScopes<O> scopes,
      CloudPass.StepListener steps,
      Clock clock) {}

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> found = pools.get(key);
    if (found.isEmpty()) {
      forget(key);
      return Requeue.done();
    }
    ApiObject pool = found.get();
    PoolSituation situation = reader.read(pool);
    if (paused(situation)) {
      return Requeue.done();
    }
    if (pool.deleting()) {
      return pool.hasFinalizer(finalizer()) ? delete(situation) : Requeue.done();
    }
    // Core sets the owner first; a pool that nobody refers to is nobody's.
    return situation.inputs().isEmpty()
        ? Requeue.done()
        : converge(situation, situation.inputs().get());
  }

  private static boolean paused(PoolSituation situation) {
    return situation.pool().annotations().containsKey(Keys.PAUSED)
        || situation
            .cluster()
            .map(cluster -> cluster.as(Cluster.class).spec().paused())
            .orElse(false);
  }

  private String finalizer() {
    return provider.kind().finalizer();
  }

  private Requeue converge(PoolSituation situation, Inputs in) {
    Scope scope;
    try {
      Optional<Scope> written = writtenScope(situation.pool());
      scope = written.isPresent() ? written.get() : provider.scope(in);
    } catch (Unready unready) {
      return blocked(situation.pool(), unready);
    }
    ApiObject pool = hold(situation.pool(), scope);
    CloudScope<O> cloud = scopes.in(scope);
    Resolution<D> resolution;
    try {
      resolution = resolve(in, cloud);
    } catch (ProviderException error) {
      var failure =
          new Failure("look up what " + provider.kind().groupKind().kind() + " needs", error);
      return report(pool, progress(Optional.empty(), cloud, pool, Optional.of(failure)), error);
    }
    return switch (resolution) {
      case Resolution.Blocked<D> blocked -> blocked(pool, blocked.why(), cloud);
      case Resolution.Asks<D> asks ->
          throw new IllegalStateException("questions without end: " + asks.queries());
      case Resolution.Resolved<D> resolved -> act(pool, situation, scope, cloud, resolved);
    };
  }

  private Requeue act(
      ApiObject pool,
      PoolSituation situation,
      Scope scope,
      CloudScope<O> cloud,
      Resolution.Resolved<D> resolved) {
    var result =
        pass.run(
            name(situation), scope, new Intent.Converge<>(resolved.desired()), cloud.observer());
    boolean comesSoon = result.writes() > 0 && result.failure().isEmpty() && moving(result.seen());
    if (comesSoon) {
      return Requeue.after(NEXT_LOOK);
    }
    if (result.seen() instanceof Observation.Unknown
        && result.failure().isEmpty()
        && cloud.observer().failing().isEmpty()) {
      return Requeue.done();
    }
    var progress =
        new Progress<D, O>(Optional.of(resolved), result.seen(), result.failure(), false);
    reports.write(pool, provider.report(pool, progress));
    return next(pool.key(), result.failure());
  }

  private Requeue delete(PoolSituation situation) {
    ApiObject pool = situation.pool();
    Optional<Scope> scope = scopeToClean(situation);
    if (scope.isEmpty()) {
      // The scope is written down before the first write to a cloud: there is nothing to remove.
      return release(pool);
    }
    CloudScope<O> cloud = scopes.in(scope.get());
    var result = pass.run(name(situation), scope.get(), new Intent.Delete<>(), cloud.observer());
    boolean nothingOfOurs =
        result.seen() instanceof Observation.ProvenAbsent
            || (result.failure().isEmpty() && foreign(name(situation), result.seen()));
    if (nothingOfOurs) {
      return release(pool);
    }
    if (result.seen() instanceof Observation.Unknown
        && result.failure().isEmpty()
        && cloud.observer().failing().isEmpty()) {
      return Requeue.done();
    }
    var progress = new Progress<D, O>(Optional.empty(), result.seen(), result.failure(), true);
    reports.write(pool, provider.report(pool, progress));
    return next(pool.key(), result.failure());
  }

  private static Optional<Scope> writtenScope(ApiObject pool) {
    return pool.annotation(SCOPE_ANNOTATION).map(Scope::parse);
  }

  /** A pool that another manager made has no scope written down; its cluster still tells. */
  private Optional<Scope> scopeToClean(PoolSituation situation) {
    Optional<Scope> written = writtenScope(situation.pool());
    if (written.isPresent() || situation.inputs().isEmpty()) {
      return written;
    }
    try {
      return Optional.of(provider.scope(situation.inputs().get()));
    } catch (Unready unknown) {
      return Optional.empty();
    }
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
          Metadata.addFinalizer(tree, finalizer());
          Metadata.annotate(tree, SCOPE_ANNOTATION, scope.text());
        });
  }

  private Requeue release(ApiObject pool) {
    kube.edit(pool, tree -> Metadata.removeFinalizer(tree, finalizer()));
    return Requeue.done();
  }

  private Requeue blocked(ApiObject pool, Unready why) {
    return blocked(pool, why, new Observation.Unknown<>("not looked at: " + why.getMessage()));
  }

  private Requeue blocked(ApiObject pool, Unready why, CloudScope<O> cloud) {
    return blocked(pool, why, cloud.observer().latest(provider.cloudName(pool)));
  }

  private Requeue blocked(ApiObject pool, Unready why, Observation<O> seen) {
    Duration age =
        Duration.between(pool.creationTimestamp().orElse(clock.instant()), clock.instant());
    if (!why.mistake() && age.compareTo(PATIENCE) < 0) {
      return Requeue.after(PATIENCE);
    }
    var resolution = new Resolution.Blocked<D>(why);
    var progress = new Progress<D, O>(Optional.of(resolution), seen, Optional.empty(), false);
    reports.write(pool, provider.report(pool, progress));
    return Requeue.done();
  }

  private Progress<D, O> progress(
      Optional<Resolution<D>> resolution,
      CloudScope<O> cloud,
      ApiObject pool,
      Optional<Failure> failure) {
    return new Progress<>(
        resolution, cloud.observer().latest(provider.cloudName(pool)), failure, false);
  }

  private Requeue report(ApiObject pool, Progress<D, O> progress, ProviderException error) {
    reports.write(pool, provider.report(pool, progress));
    return switch (error) {
      case ProviderException.Throttled throttled -> Requeue.after(throttled.after().plusSeconds(1));
      case ProviderException.Denied denied ->
          Requeue.slowly(message(denied), Duration.ofMinutes(1), Duration.ofMinutes(5));
      case ProviderException.Rejected rejected ->
          Requeue.slowly(message(rejected), Duration.ofMinutes(1), Duration.ofMinutes(5));
      case ProviderException.NotFound _,
          ProviderException.Busy _,
          ProviderException.Transient _,
          ProviderException.Ambiguous _ ->
          Requeue.backoff(message(error));
    };
  }

  private static String message(ProviderException error) {
    return String.valueOf(error.getMessage());
  }

  private Requeue next(ObjectKey key, Optional<Failure> failure) {
    return failure.isEmpty() ? Requeue.done() : Requeue.after(setbacks.left(key).plusMillis(50));
  }

  private boolean foreign(PoolName name, Observation<O> seen) {
    return seen instanceof Observation.Seen<O> found
        && found.observed().ownership(name) instanceof Ownership.Foreign;
  }

  private boolean moving(Observation<O> seen) {
    return seen instanceof Observation.Seen<O> found && found.observed().moving();
  }

  private PoolName name(PoolSituation situation) {
    ApiObject pool = situation.pool();
    return new PoolName(pool.key(), pool.uid(), situation.clusterName(), provider.cloudName(pool));
  }

  private void forget(ObjectKey key) {
    reads.forget(key);
    setbacks.cleared(key);
  }
}
