package io.weir.provider.scaleway;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.provider.ApiAddresses;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudScope;
import io.weir.provider.CreationStep;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ParentQuery;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.PoolTraits;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResult;
import io.weir.provider.QueryResults;
import io.weir.provider.Receipt;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.ScopeReads;
import io.weir.provider.http.JsonHttpClient;
import io.weir.provider.scaleway.api.ScalewayConstants;
import io.weir.provider.scaleway.calls.KapsuleClient;
import io.weir.provider.scaleway.desired.ScalewayDesiredState;
import io.weir.provider.scaleway.desired.ScalewayScopeResolver;
import io.weir.provider.scaleway.kapsule.KapsuleCluster;
import io.weir.provider.scaleway.kapsule.KapsuleNode;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import io.weir.provider.scaleway.observed.ScalewayObservedState;
import io.weir.provider.scaleway.plan.KapsuleStep;
import io.weir.provider.scaleway.plan.ScalewayPlanner;
import io.weir.provider.scaleway.report.ScalewayReporter;
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
public final class ScalewayPoolProvider
    implements PoolProvider<ScalewayDesiredState, ScalewayObservedState> {
  private static final PoolKind KIND =
      new PoolKind(
          ScalewayConstants.POOL,
          ScalewayConstants.POOL_FINALIZER,
          Set.of(ScalewayConstants.LEGACY_POOL_FINALIZER),
          PoolKind.ConditionStyle.WITH_REASON,
          PoolKind.NameUniqueness.SHARED);

  private static final PoolTraits AUTOSCALED =
      PoolTraits.DEFAULT.withSizing(new PoolTraits.Sizing.ByCloud(MetadataKeys.CLOUD_AUTOSCALER));

  private final ProviderContext providerContext;
  private final JsonHttpClient http;
  private final ApiAddresses apiAddresses;
  private final Map<CloudScope, KapsuleClient> apis = new ConcurrentHashMap<>();

  /**
   * A provider that talks to Scaleway. Settings: {@code endpoint}, another address of the API, and
   * {@code endpoint-allow}, those that Secrets may name.
   *
   * @throws IllegalArgumentException if a setting is no address
   */
  public ScalewayPoolProvider(ProviderContext providerContext) {
    this.providerContext = providerContext;
    this.http = new JsonHttpClient(providerContext.gate());
    this.apiAddresses =
        ApiAddresses.of(
            ScalewayConstants.CLOUD, ScalewayConstants.API_ADDRESS, providerContext.settings());
  }

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    return ScalewayDesiredState.isAutoscaled(pool) ? AUTOSCALED : PoolTraits.DEFAULT;
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return ScalewayScopeResolver.RELATED_KINDS;
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return ScalewayScopeResolver.isPossible(cloudScope);
  }

  @Override
  public CloudScope scope(PoolInputs in) throws PrerequisiteException {
    return ScalewayScopeResolver.scope(in);
  }

  @Override
  public Optional<ParentQuery> parentQuery(PoolInputs in) throws PrerequisiteException {
    return Optional.of(ScalewayScopeResolver.clusterQuery(in));
  }

  @Override
  public ResolveResult<ScalewayDesiredState> resolveDesiredState(
      PoolInputs in, QueryResults known) {
    return ResolveResult.of(() -> ScalewayDesiredState.of(in));
  }

  @Override
  public QueryResult query(CloudScope cloudScope, CloudQuery cloudQuery) throws ProviderException {
    var wanted = (ScalewayScopeResolver.ClusterByName) cloudQuery;
    var found = api(cloudScope).clusters(wanted.project(), wanted.name());
    return new ParentQuery.ParentIds(found.stream().map(KapsuleCluster::id).toList());
  }

  /** Everything in the cluster, whatever is asked for: one page of each list shows most of them. */
  @Override
  public void observe(
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<ScalewayObservedState> out)
      throws ProviderException {
    KapsuleClient api = api(reads.scope());
    Optional<KapsuleCluster> cluster = ProviderException.NotFound.asEmpty(api::cluster);
    if (cluster.isEmpty()) {
      // What was in it is gone with it.
      return;
    }
    var pools = api.pools().stream().collect(Collectors.groupingBy(KapsulePool::name));
    var nodes = api.nodes().stream().collect(Collectors.groupingBy(KapsuleNode::pool));
    pools.forEach(
        (name, named) -> out.accept(name, ScalewayObservedState.of(cluster.get(), named, nodes)));
  }

  @Override
  public Set<String> annotationKeys() {
    return Set.of(CreationStep.CREATING_SINCE, ScalewayObservedState.POOL_ID);
  }

  @Override
  public Freshness freshness(
      ScalewayDesiredState desired, PlanContext<ScalewayObservedState> now, Instance instance) {
    return now.observation()
        .observedState()
        .map(seen -> new ScalewayPlanner().freshness(seen, desired, instance))
        .orElse(Freshness.UNKNOWN);
  }

  @Override
  public boolean isSettled(ScalewayDesiredState desired, PlanContext<ScalewayObservedState> now) {
    return now.observation()
        .observedState()
        .filter(seen -> new ScalewayPlanner().isSettled(seen, desired, now))
        .isPresent();
  }

  @Override
  public List<PlanStep> plan(
      PoolIntent<ScalewayDesiredState> poolIntent, PlanContext<ScalewayObservedState> now) {
    return new ScalewayPlanner().plan(poolIntent, now);
  }

  @Override
  public Receipt<ScalewayObservedState> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<ScalewayObservedState> before,
      String idempotencyKey)
      throws ProviderException {
    KapsuleClient api = api(cloudScope);
    ScalewayObservedState scalewayObservedState =
        before.observedState().orElseGet(() -> ScalewayObservedState.empty(cloudScope.parentId()));
    return switch ((KapsuleStep) planStep) {
      case KapsuleStep.Create create -> {
        KapsulePool made = api.create(create.pool());
        // Names are not unique: by its ID it is told from others of its name.
        yield receipt(scalewayObservedState.with(made))
            .noting(ScalewayObservedState.POOL_ID, made.id());
      }
      case KapsuleStep.Mark mark ->
          receipt(scalewayObservedState.with(api.tag(mark.id(), mark.tags())));
      case KapsuleStep.Update update ->
          receipt(scalewayObservedState.with(api.update(update.id(), update.fields())));
      case KapsuleStep.Resize resize ->
          receipt(scalewayObservedState.with(api.resize(resize.id(), resize.size())));
      case KapsuleStep.Upgrade up ->
          receipt(scalewayObservedState.with(api.upgrade(up.id(), up.version())));
      case KapsuleStep.Delete(_, String id, _) ->
          receipt(
              ProviderException.NotFound.asEmpty(() -> api.delete(id))
                  .map(scalewayObservedState::with)
                  .orElseGet(() -> scalewayObservedState.without(id)));
    };
  }

  private Receipt<ScalewayObservedState> receipt(ScalewayObservedState after) {
    return Receipt.of(
        Observation.of(
            Optional.of(after).filter(left -> !left.pools().isEmpty()),
            providerContext.clock().instant()));
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<ScalewayDesiredState, ScalewayObservedState> reportContext) {
    return new ScalewayReporter(pool, reportContext).report();
  }

  @Override
  public void releaseScope(CloudScope cloudScope) {
    apis.remove(cloudScope);
  }

  private KapsuleClient api(CloudScope cloudScope) {
    return apis.computeIfAbsent(
        cloudScope,
        _ -> new KapsuleClient(http, providerContext.secrets(), apiAddresses, cloudScope));
  }
}
