package io.weir.provider.scaleway;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.Answer;
import io.weir.provider.Answers;
import io.weir.provider.Creation;
import io.weir.provider.Inputs;
import io.weir.provider.Intent;
import io.weir.provider.Interest;
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
import io.weir.provider.Whereabouts;
import io.weir.provider.http.JsonHttp;
import io.weir.provider.scaleway.api.ScalewayKeys;
import io.weir.provider.scaleway.desired.Place;
import io.weir.provider.scaleway.desired.Want;
import io.weir.provider.scaleway.kapsule.KapsuleApi;
import io.weir.provider.scaleway.kapsule.KapsuleCluster;
import io.weir.provider.scaleway.kapsule.KapsuleNode;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import io.weir.provider.scaleway.observed.Seen;
import io.weir.provider.scaleway.plan.KapsuleStep;
import io.weir.provider.scaleway.plan.Planner;
import io.weir.provider.scaleway.report.Reporter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * ScalewayManagedMachinePool: one pool of a Kapsule or Kosmos cluster, named like the object. The
 * decisions are elsewhere; here they meet the calls.
 */
public final class ScalewayPoolProvider implements PoolProvider<Want, Seen> {
  private static final PoolKind KIND =
      new PoolKind(
          ScalewayKeys.POOL,
          ScalewayKeys.POOL_FINALIZER,
          Set.of(ScalewayKeys.LEGACY_POOL_FINALIZER),
          PoolKind.Conditions.WITH_REASON,
          PoolKind.Names.SHARED);

  private final Context context;
  private final JsonHttp http;
  private final Map<Scope, KapsuleApi> apis = new ConcurrentHashMap<>();

  /** A provider that talks to Scaleway. Setting {@code endpoint}: another address of the API. */
  public ScalewayPoolProvider(Context context) {
    this.context = context;
    this.http = new JsonHttp(context.gate());
  }

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public Traits traits(ApiObject pool) {
    return new Traits(false, Want.autoscaled(pool));
  }

  @Override
  public Set<GroupKind> reads() {
    return Place.READS;
  }

  @Override
  public Scope scope(Inputs in) throws Unready {
    return Place.scope(in);
  }

  @Override
  public Optional<Whereabouts> whereabouts(Inputs in) throws Unready {
    return Optional.of(Place.cluster(in));
  }

  @Override
  public Resolution<Want> resolve(Inputs in, Answers known) {
    return Resolution.of(() -> Want.of(in));
  }

  @Override
  public Answer ask(Scope scope, Query query) throws ProviderException {
    var wanted = (Place.ClusterNamed) query;
    var found = api(scope).clusters(wanted.project(), wanted.name());
    return new Whereabouts.Ids(found.stream().map(KapsuleCluster::id).toList());
  }

  /** Everything in the cluster, whatever is asked for: one page of each list shows most of them. */
  @Override
  public void observe(Scope scope, Interest interest, Sink<Seen> out) throws ProviderException {
    KapsuleApi api = api(scope);
    Optional<KapsuleCluster> cluster = ProviderException.NotFound.asEmpty(api::cluster);
    if (cluster.isEmpty()) {
      // What was in it is gone with it.
      return;
    }
    var pools = api.pools().stream().collect(Collectors.groupingBy(KapsulePool::name));
    var nodes = api.nodes().stream().collect(Collectors.groupingBy(KapsuleNode::pool));
    pools.forEach((name, named) -> out.seen(name, Seen.of(cluster.get(), named, nodes)));
  }

  @Override
  public Set<String> noteKeys() {
    return Set.of(Creation.NOTE, Seen.POOL_ID);
  }

  @Override
  public List<Step> plan(Intent<Want> intent, Situation<Seen> now) {
    return new Planner().steps(intent, now);
  }

  @Override
  public Observation<Seen> apply(
      Scope scope, Step step, Observation<Seen> before, String idempotencyKey)
      throws ProviderException {
    KapsuleApi api = api(scope);
    Seen seen = before.found().orElseGet(() -> Seen.nothing(scope.within()));
    Seen after =
        switch ((KapsuleStep) step) {
          case KapsuleStep.Create create -> seen.with(api.create(create.pool()));
          case KapsuleStep.Update update -> seen.with(api.update(update.id(), update.fields()));
          case KapsuleStep.Resize resize -> seen.with(api.resize(resize.id(), resize.size()));
          case KapsuleStep.Upgrade up -> seen.with(api.upgrade(up.id(), up.version()));
          case KapsuleStep.Delete(_, String id) ->
              ProviderException.NotFound.asEmpty(() -> api.delete(id))
                  .map(seen::with)
                  .orElseGet(() -> seen.without(id));
        };
    return Observation.of(
        Optional.of(after).filter(left -> !left.pools().isEmpty()), context.clock().instant());
  }

  @Override
  public Report report(ApiObject pool, Progress<Want, Seen> progress) {
    return new Reporter(pool, progress).report();
  }

  @Override
  public void forget(Scope scope) {
    apis.remove(scope);
  }

  private KapsuleApi api(Scope scope) {
    return apis.computeIfAbsent(scope, _ -> new KapsuleApi(http, context, scope));
  }
}
