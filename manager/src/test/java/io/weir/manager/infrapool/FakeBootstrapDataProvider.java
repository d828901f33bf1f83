package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.api.core.MachinePool;
import io.weir.provider.BootstrapData;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolTraits;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResults;
import io.weir.provider.Receipt;
import io.weir.provider.RelatedObjects;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.ScopeReads;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A cloud that knows one thing of a pool, its bootstrap data, and tells when it gets another. */
class FakeBootstrapDataProvider
    implements PoolProvider<
        FakeBootstrapDataProvider.FakeDesiredState, FakeBootstrapDataProvider.Pool> {

  static final GroupKind KIND = new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");

  /** What a pool says in the message of its only condition, of this type. */
  static final String CONDITION = "Booting";

  private static final CloudScope SCOPE =
      new CloudScope("boot", new CloudIdentity.Ambient(), "here");

  private final Map<String, Pool> pools = new ConcurrentHashMap<>();
  private final BlockingQueue<String> made = new LinkedBlockingQueue<>();

  /**
   * Data to boot from.
   *
   * @param stale whether it is for another version than the pool's
   */
  record FakeDesiredState(String name, String data, boolean stale) implements DesiredState {}

  record Pool(String data) implements ObservedState {
    @Override
    public List<Ownership> ownerships(PoolIdentity pool, ProviderAnnotations providerAnnotations) {
      return List.of(new Ownership.Ours());
    }

    @Override
    public List<Instance> instances() {
      return List.of();
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

  record Make(String name, String data) implements PlanStep {
    @Override
    public String description() {
      return "make " + name;
    }

    @Override
    public String reason() {
      return "its data is another";
    }
  }

  /** The pool has stood there for long. */
  void holds(String pool, String data) {
    pools.put(pool, new Pool(data));
  }

  /**
   * The next write as {@code pool=data}; waits for it, but not until a pool that people must mend
   * is looked at again by itself.
   */
  String nextMade() throws InterruptedException {
    return String.valueOf(made.poll(40, TimeUnit.SECONDS));
  }

  @Override
  public PoolKind kind() {
    return new PoolKind(KIND, "boot.example.org");
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    return PoolTraits.DEFAULT.withBootstrapData();
  }

  @Override
  public CloudScope scope(PoolInputs in) throws PrerequisiteException {
    return SCOPE;
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return cloudScope.cloud().equals(SCOPE.cloud());
  }

  /** The manager's own credentials serve everybody. */
  @Override
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    return identity instanceof CloudIdentity.Ambient
        ? identity
        : PoolProvider.super.authorize(identity, pool, relatedObjects);
  }

  @Override
  public ResolveResult<FakeDesiredState> resolveDesiredState(PoolInputs in, QueryResults known) {
    return ResolveResult.of(() -> want(in));
  }

  private static FakeDesiredState want(PoolInputs in) throws PrerequisiteException {
    BootstrapData data =
        in.bootstrapData()
            .orElseThrow(() -> PrerequisiteException.needsUserAction("NoData", "there is no data"));
    String version = in.machinePool().as(MachinePool.class).spec().template().spec().version();
    return new FakeDesiredState(
        in.pool().name(),
        new String(data.bytes(), StandardCharsets.UTF_8),
        !data.kubernetesVersion().isEmpty() && !data.kubernetesVersion().equals(version));
  }

  @Override
  public void observe(
      ScopeReads reads, ObservationRequest observationRequest, ObservationSink<Pool> out)
      throws ProviderException {
    pools.forEach(out::accept);
  }

  @Override
  public List<PlanStep> plan(PoolIntent<FakeDesiredState> poolIntent, PlanContext<Pool> now) {
    if (!(poolIntent
            instanceof
            PoolIntent.Converge<FakeDesiredState>(
                FakeDesiredState fakeDesiredState,
                var _,
                var _,
                var _,
                var _,
                var _))
        || fakeDesiredState.stale()) {
      return List.of();
    }
    boolean there =
        now.observation()
            .observedState()
            .filter(pool -> pool.data().equals(fakeDesiredState.data()))
            .isPresent();
    return there ? List.of() : List.of(new Make(fakeDesiredState.name(), fakeDesiredState.data()));
  }

  @Override
  public Receipt<Pool> apply(
      CloudScope cloudScope, PlanStep planStep, Observation<Pool> before, String idempotencyKey)
      throws ProviderException {
    Make make = (Make) planStep;
    var pool = new Pool(make.data());
    pools.put(make.name(), pool);
    made.add(make.name() + "=" + make.data());
    return Receipt.of(new Observation.Present<>(pool, Instant.now()));
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<FakeDesiredState, Pool> reportContext) {
    String known =
        switch (reportContext.resolution().orElse(null)) {
          case ResolveResult.Blocked<FakeDesiredState> blocked ->
              String.valueOf(blocked.cause().getMessage());
          case ResolveResult.Resolved<FakeDesiredState>(FakeDesiredState fakeDesiredState)
              when fakeDesiredState.stale() ->
              "waiting for data";
          case null, default ->
              reportContext.observation().observedState().map(Pool::data).orElse("nothing");
        };
    String said =
        reportContext
            .failure()
            .map(failed -> String.valueOf(failed.error().getMessage()))
            .orElse(known);
    var factory = JsonNodeFactory.instance;
    return new ProviderReport(
        factory.objectNode(),
        factory.objectNode(),
        List.of(new Condition(CONDITION, ConditionStatus.FALSE, "Info", "Told", said)));
  }
}
