package io.weir.provider.oci;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.Actor;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudQuery;
import io.weir.provider.CloudScope;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.Freshness;
import io.weir.provider.InfrastructureMachines;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolTraits;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.QueryResult;
import io.weir.provider.QueryResults;
import io.weir.provider.Receipt;
import io.weir.provider.RelatedObjects;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.ScopeReads;
import io.weir.provider.oci.account.ClusterIdentities;
import io.weir.provider.oci.account.NetworkQueries.AvailabilityDomains;
import io.weir.provider.oci.account.NetworkQueries.NetworkParts;
import io.weir.provider.oci.account.OciScopeResolver;
import io.weir.provider.oci.account.calls.NetworkCalls;
import io.weir.provider.oci.account.calls.OciSessions;
import io.weir.provider.oci.api.OciKinds;
import io.weir.provider.oci.machine.OciPoolMachines;
import io.weir.provider.oci.nodepool.DesiredNodePool;
import io.weir.provider.oci.nodepool.NodeImages;
import io.weir.provider.oci.nodepool.NodePool;
import io.weir.provider.oci.nodepool.NodePoolNotes;
import io.weir.provider.oci.nodepool.NodePoolPlanner;
import io.weir.provider.oci.nodepool.NodePoolReporter;
import io.weir.provider.oci.nodepool.NodePoolResolver;
import io.weir.provider.oci.nodepool.NodePoolStep;
import io.weir.provider.oci.nodepool.ObservedNodePools;
import io.weir.provider.oci.nodepool.OkeCluster;
import io.weir.provider.oci.nodepool.calls.NodePoolCalls;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * OCIManagedMachinePool: one node pool of an OKE cluster, named like the object. The decisions are
 * elsewhere; here they meet the calls.
 */
public final class OciManagedPoolProvider
    implements PoolProvider<DesiredNodePool, ObservedNodePools> {
  private static final PoolKind KIND =
      new PoolKind(
          OciKinds.MANAGED_MACHINE_POOL,
          OciKinds.MANAGED_MACHINE_POOL_FINALIZER,
          Set.of(),
          PoolKind.ConditionStyle.WITH_SEVERITY,
          PoolKind.NameUniqueness.SHARED);

  private static final PoolTraits TRAITS = PoolTraits.DEFAULT.withVictimsPickedBy(Actor.WEIR);

  private static final InfrastructureMachines<ObservedNodePools> MACHINES =
      new OciPoolMachines<>(OciPoolMachines.MANAGED);

  private final OciSessions sessions;
  private final OciScopeResolver scopes;
  private final ClusterIdentities identities;
  private final Clock clock;

  /** A provider that calls OKE by these sessions. */
  public OciManagedPoolProvider(OciSessions sessions, ClusterIdentities identities, Clock clock) {
    this.sessions = sessions;
    this.scopes = new OciScopeResolver(identities.settings());
    this.identities = identities;
    this.clock = clock;
  }

  @Override
  public PoolKind kind() {
    return KIND;
  }

  @Override
  public PoolTraits traits(ApiObject pool) {
    return TRAITS;
  }

  @Override
  public Set<GroupKind> relatedKinds() {
    return OciScopeResolver.OKE_KINDS;
  }

  @Override
  public Optional<ControlPlaneAccess> controlPlaneAccess() {
    return Optional.of(new OkeControlPlaneAccess(sessions, identities, clock));
  }

  @Override
  public boolean canBeIn(CloudScope cloudScope) {
    return OciScopeResolver.isInOke(cloudScope);
  }

  @Override
  public CloudScope scope(PoolInputs in) throws PrerequisiteException {
    return scopes.inOke(in);
  }

  @Override
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    return identities.authorize(identity, pool, relatedObjects);
  }

  @Override
  public ResolveResult<DesiredNodePool> resolveDesiredState(PoolInputs in, QueryResults known) {
    return NodePoolResolver.resolve(in, known);
  }

  @Override
  public QueryResult query(CloudScope cloudScope, CloudQuery cloudQuery) throws ProviderException {
    return switch (cloudQuery) {
      case NodeImages.OfCluster _ -> calls(cloudScope).images();
      case AvailabilityDomains asked -> network(cloudScope).domains(asked);
      case NetworkParts asked -> network(cloudScope).parts(asked);
      default -> PoolProvider.super.query(cloudScope, cloudQuery);
    };
  }

  @Override
  public void observe(
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<ObservedNodePools> out)
      throws ProviderException {
    NodePoolCalls calls = calls(reads.scope());
    OkeCluster cluster = calls.cluster();
    if (cluster.isDeleted()) {
      // What was in it is gone with it.
      return;
    }
    calls.pools(observationRequest).stream()
        .collect(Collectors.groupingBy(NodePool::name))
        .forEach((name, named) -> out.accept(name, new ObservedNodePools(cluster, named)));
  }

  @Override
  public Optional<InfrastructureMachines<ObservedNodePools>> machines() {
    return Optional.of(MACHINES);
  }

  @Override
  public Set<String> annotationKeys() {
    return NodePoolNotes.keys();
  }

  @Override
  public Freshness freshness(
      DesiredNodePool desired, PlanContext<ObservedNodePools> now, Instance instance) {
    return now.observation()
        .observedState()
        .map(seen -> new NodePoolPlanner(now).freshness(seen, desired, instance))
        .orElse(Freshness.UNKNOWN);
  }

  @Override
  public boolean isSettled(DesiredNodePool desired, PlanContext<ObservedNodePools> now) {
    return now.observation()
        .observedState()
        .filter(seen -> new NodePoolPlanner(now).isSettled(seen, desired))
        .isPresent();
  }

  @Override
  public List<PlanStep> plan(
      PoolIntent<DesiredNodePool> poolIntent, PlanContext<ObservedNodePools> now) {
    return new NodePoolPlanner(now).plan(poolIntent, now);
  }

  @Override
  public Receipt<ObservedNodePools> apply(
      CloudScope cloudScope,
      PlanStep planStep,
      Observation<ObservedNodePools> before,
      String idempotencyKey)
      throws ProviderException {
    NodePoolCalls calls = calls(cloudScope);
    return switch ((NodePoolStep) planStep) {
      case NodePoolStep.CreateNodePool create -> {
        Optional<String> id = calls.create(create.fields(), create.retryToken());
        Receipt<ObservedNodePools> accepted =
            Receipt.of(new Observation.Unknown<>("OKE creates node pool " + create.name()));
        yield id.map(made -> NodePoolNotes.noting(accepted, made)).orElse(accepted);
      }
      case NodePoolStep.MarkNodePool mark -> {
        calls.update(mark.id(), mark.etag(), mark.fields());
        yield after(before, mark.id(), pool -> pool.with(mark.fields()));
      }
      case NodePoolStep.UpdateNodePool update -> {
        calls.update(update.id(), update.etag(), update.fields());
        yield after(before, update.id(), pool -> pool.updating(update.fields()));
      }
      case NodePoolStep.ResizeNodePool resize -> {
        calls.resize(resize.id(), resize.etag(), resize.size());
        yield after(before, resize.id(), pool -> pool.resizing(resize.size()));
      }
      case NodePoolStep.DeleteNode node -> {
        calls.deleteNode(node.id(), node.node(), node.shrink());
        yield after(before, node.id(), pool -> pool.withoutNode(node.node(), node.shrink()));
      }
      case NodePoolStep.DeleteNodePool delete -> {
        calls.delete(delete.id(), delete.etag());
        yield after(before, delete.id(), NodePool::deleting);
      }
    };
  }

  /** OKE has accepted a change, and shows it with the next look. */
  private Receipt<ObservedNodePools> after(
      Observation<ObservedNodePools> before, String id, UnaryOperator<NodePool> change) {
    return before
        .observedState()
        .flatMap(seen -> seen.find(id).map(pool -> seen.with(change.apply(pool))))
        .map(seen -> Receipt.of(Observation.of(Optional.of(seen), clock.instant())))
        .orElseGet(() -> Receipt.of(new Observation.Unknown<>("OKE changes node pool " + id)));
  }

  @Override
  public ProviderReport report(
      ApiObject pool, ReportContext<DesiredNodePool, ObservedNodePools> reportContext) {
    return new NodePoolReporter(reportContext).report();
  }

  @Override
  public void releaseScope(CloudScope cloudScope) {
    sessions.release(cloudScope);
  }

  private NodePoolCalls calls(CloudScope cloudScope) {
    return new NodePoolCalls(sessions.clientFor(cloudScope), cloudScope);
  }

  private NetworkCalls network(CloudScope cloudScope) {
    return new NetworkCalls(sessions.clientFor(cloudScope));
  }
}
