package io.weir.provider.aws;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.Answer;
import io.weir.provider.Answers;
import io.weir.provider.Inputs;
import io.weir.provider.Intent;
import io.weir.provider.Interest;
import io.weir.provider.Notes;
import io.weir.provider.Observation;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.Context;
import io.weir.provider.Progress;
import io.weir.provider.ProviderException;
import io.weir.provider.Query;
import io.weir.provider.Report;
import io.weir.provider.Resolution;
import io.weir.provider.Scope;
import io.weir.provider.Sink;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import io.weir.provider.Traits;
import io.weir.provider.Unready;
import io.weir.provider.aws.api.AwsKeys;
import io.weir.provider.aws.apply.Applier;
import io.weir.provider.aws.calls.AwsCalls;
import io.weir.provider.aws.calls.AwsConnections;
import io.weir.provider.aws.calls.SdkConnections;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.Resolver;
import io.weir.provider.aws.desired.Scopes;
import io.weir.provider.aws.observed.Asker;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Observer;
import io.weir.provider.aws.plan.AwsStep;
import io.weir.provider.aws.plan.Memos;
import io.weir.provider.aws.plan.Planner;
import io.weir.provider.aws.report.Reporter;
import io.weir.provider.aws.roll.Owed;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * AWSMachinePool: one launch template and one Auto Scaling group, both named like the pool. The
 * decisions are elsewhere; here they meet the connections.
 */
public final class AwsMachinePoolProvider implements PoolProvider<AwsDesired, AwsObserved> {

  /** The kind that this provider serves. */
  public static final GroupKind GROUP_KIND =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");

  private static final PoolKind KIND = new PoolKind(GROUP_KIND, AwsKeys.POOL_FINALIZER);
  private static final Traits TRAITS = new Traits(true, false);

  private final Supplier<AwsConnections> connections;
  private final Clock clock;
  private final Map<Scope, Observer> observers = new ConcurrentHashMap<>();

  /** A provider that talks to AWS through its SDK, which is loaded at the first call. */
  public AwsMachinePoolProvider(Context context) {
    this(new Lazy(() -> new SdkConnections(context)), context.clock());
  }

  AwsMachinePoolProvider(Supplier<AwsConnections> connections, Clock clock) {
    this.connections = connections;
    this.clock = clock;
  }

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public Traits traits(ApiObject pool) {
    return TRAITS;
  }

  @Override
  public Set<GroupKind> reads() {
    return Scopes.reads();
  }

  @Override
  public Scope scope(Inputs in) throws Unready {
    return Scopes.of(in);
  }

  @Override
  public Resolution<AwsDesired> resolve(Inputs in, Answers known) {
    return Resolver.resolve(in, known);
  }

  @Override
  public Map<Query, Answer> ask(Scope scope, Collection<Query> queries) throws ProviderException {
    return new Asker(calls(scope)).ask(queries);
  }

  @Override
  public void observe(Scope scope, Interest interest, Sink<AwsObserved> out)
      throws ProviderException {
    observer(scope).observe(calls(scope), interest, out);
  }

  @Override
  public Set<String> noteKeys() {
    return Memos.KEYS;
  }

  @Override
  public boolean closely(Intent<AwsDesired> intent, Notes notes) {
    return Owed.in(notes).isPresent()
        && intent instanceof Intent.Converge<AwsDesired> converge
        && !converge.desired().refresh().disabled();
  }

  @Override
  public List<Step> plan(Intent<AwsDesired> intent, Situation<AwsObserved> now) {
    return Planner.plan(intent, now);
  }

  @Override
  public Observation<AwsObserved> apply(
      Scope scope, Step step, Observation<AwsObserved> before, String idempotencyKey)
      throws ProviderException {
    return new Applier(calls(scope), observer(scope).memory(), clock)
        .apply((AwsStep) step, before, idempotencyKey);
  }

  @Override
  public void forget(Scope scope) {
    observers.remove(scope);
  }

  @Override
  public Report report(ApiObject pool, Progress<AwsDesired, AwsObserved> progress) {
    return new Reporter(pool, progress).report();
  }

  private AwsCalls calls(Scope scope) {
    return connections.get().to(scope);
  }

  private Observer observer(Scope scope) {
    return observers.computeIfAbsent(scope, _ -> new Observer(clock));
  }

  /** Opens connections when first asked, once. */
  private static final class Lazy implements Supplier<AwsConnections> {
    private final Supplier<AwsConnections> open;
    private volatile @Nullable AwsConnections opened;

    Lazy(Supplier<AwsConnections> open) {
      this.open = open;
    }

    @Override
    public AwsConnections get() {
      var known = opened;
      return known == null ? openOnce() : known;
    }

    private synchronized AwsConnections openOnce() {
      var known = opened;
      if (known == null) {
        known = open.get();
        opened = known;
      }
      return known;
    }
  }
}
