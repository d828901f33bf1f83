package io.weir.manager;

import io.weir.api.FeatureGates.Gate;
import io.weir.kernel.work.Controller;
import io.weir.manager.attached.AttachedControlPlaneControllerSetup;
import io.weir.manager.audit.AuditLog;
import io.weir.manager.brake.ManagerBrake;
import io.weir.manager.cloud.CloudRateLimiter;
import io.weir.manager.cloud.CloudScopes;
import io.weir.manager.cloud.MonotonicClock;
import io.weir.manager.cluster.CaSecretWriter;
import io.weir.manager.drain.DrainPace;
import io.weir.manager.drain.NodeDrainer;
import io.weir.manager.infrapool.InfraPoolControllerSetup;
import io.weir.manager.infrapool.OwnershipDecisionsController;
import io.weir.manager.infrapool.WatchedCredentials;
import io.weir.manager.objects.ManagementCluster;
import io.weir.manager.workload.WorkloadConnections;
import io.weir.provider.CallGate;
import io.weir.provider.CallLimits;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The role of infrastructure providers: the pool kinds of all clouds. */
final class InfrastructureModule implements AutoCloseable {

  private final List<OpenCloud> clouds;
  private final Optional<ManagementCluster> managementCluster;
  private final Optional<NodeDrainer> drainer;
  private final Optional<ManagerBrake> brake;
  private final List<Controller> controllers;

  /** A cloud with all of its kinds. */
  private record OpenCloud(
      PoolProviderFactory factory,
      CloudScopes scopes,
      List<InfraPoolControllerSetup> kinds,
      List<ControlPlaneAccess> controlPlanes,
      List<Controller> attached) {

    void close() {
      kinds.forEach(InfraPoolControllerSetup::close);
      scopes.close();
      factory.close();
    }
  }

  private InfrastructureModule(
      List<OpenCloud> clouds,
      Optional<ManagementCluster> managementCluster,
      Optional<NodeDrainer> drainer,
      Optional<ManagerBrake> brake,
      Optional<Controller> ownershipDecisions) {
    this.clouds = List.copyOf(clouds);
    this.managementCluster = managementCluster;
    this.drainer = drainer;
    this.brake = brake;
    this.controllers =
        Stream.of(
                clouds.stream()
                    .flatMap(cloud -> cloud.kinds().stream())
                    .map(InfraPoolControllerSetup::controller),
                clouds.stream().flatMap(cloud -> cloud.attached().stream()),
                ownershipDecisions.stream())
            .flatMap(Function.identity())
            .toList();
  }

  /**
   * The pool kinds of the clouds, not started; none where pools are switched off.
   *
   * @param calls wraps the gate before each request to any cloud
   */
  static InfrastructureModule of(
      ControllerDependencies shared,
      Optional<WorkloadConnections> workloads,
      UnaryOperator<CallGate> calls) {
    ManagerOptions options = shared.options();
    List<PoolProviderFactory> clouds = options.roles().clouds();
    if (clouds.isEmpty() || !options.gates().isEnabled(Gate.MACHINE_POOL)) {
      return new InfrastructureModule(
          List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
    var steady = new MonotonicClock(shared.clock());
    var managementCluster =
        new ManagementCluster(
            shared.management(), options.lease().namespace(), options.namespace());
    Optional<NodeDrainer> drainer =
        workloads.map(
            access -> new NodeDrainer(access, shared.clock(), DrainPace.USUAL, AuditLog::write));
    var brake =
        new ManagerBrake(
            shared.management(), options.lease().namespace(), options.terminations(), steady);
    return new InfrastructureModule(
        open(shared, workloads, drainer, managementCluster, brake, steady, clouds, calls),
        Optional.of(managementCluster),
        drainer,
        Optional.of(brake),
        Optional.of(OwnershipDecisionsController.of(managementCluster, shared.events())));
  }

  private static List<OpenCloud> open(
      ControllerDependencies shared,
      Optional<WorkloadConnections> workloads,
      Optional<NodeDrainer> drainer,
      ManagementCluster managementCluster,
      ManagerBrake brake,
      MonotonicClock steady,
      List<PoolProviderFactory> clouds,
      UnaryOperator<CallGate> calls) {
    var keys = new WatchedCredentials(shared.management(), shared.secrets());
    var limiter = new CloudRateLimiter(steady, limits(clouds));
    CallGate gate = calls.apply(limiter);
    InfraPoolControllerSetup.SharedDependencies parts =
        parts(shared, workloads, drainer, managementCluster, brake, keys, steady);
    var openClouds = new ArrayList<OpenCloud>();
    for (PoolProviderFactory factory : clouds) {
      var settings = shared.options().cloudSettings(factory.cloud());
      var providerContext =
          new PoolProviderFactory.ProviderContext(
              settings,
              gate,
              keys,
              steady,
              shared.options().lease().namespace(),
              shared.options().gates());
      var scopes = new CloudScopes(steady, shared.options().observationIntervals(), limiter);
      List<PoolProvider<?, ?>> providers = factory.createProviders(providerContext);
      List<InfraPoolControllerSetup> kinds =
          providers.stream()
              .map(provider -> InfraPoolControllerSetup.of(provider, scopes, parts))
              .toList();
      List<ControlPlaneAccess> controlPlanes =
          providers.stream().flatMap(provider -> provider.controlPlaneAccess().stream()).toList();
      openClouds.add(
          new OpenCloud(
              factory, scopes, kinds, controlPlanes, attached(shared, factory, controlPlanes)));
    }
    return openClouds;
  }

  private static List<Controller> attached(
      ControllerDependencies shared,
      PoolProviderFactory factory,
      List<ControlPlaneAccess> controlPlanes) {
    boolean asked =
        shared.options().roles().attached().stream()
            .anyMatch(role -> role.factory().equals(factory));
    return asked
        ? controlPlanes.stream()
            .map(
                access ->
                    AttachedControlPlaneControllerSetup.controller(
                        access,
                        shared.management(),
                        shared.options().watchFilter(),
                        caSecretWriter(shared),
                        shared.events()))
            .toList()
        : List.of();
  }

  /** With the right to write Secrets that the role has which reads them. */
  private static Optional<CaSecretWriter> caSecretWriter(ControllerDependencies shared) {
    return shared.options().roles().hasEks()
        ? Optional.of(
            new CaSecretWriter(shared.secrets(), shared.management().client(), shared.events()))
        : Optional.empty();
  }

  private static Map<String, CallLimits> limits(List<PoolProviderFactory> clouds) {
    return clouds.stream()
        .collect(
            Collectors.toMap(
                PoolProviderFactory::cloud, PoolProviderFactory::callLimits, (a, _) -> a));
  }

  private static InfraPoolControllerSetup.SharedDependencies parts(
      ControllerDependencies shared,
      Optional<WorkloadConnections> workloads,
      Optional<NodeDrainer> drainer,
      ManagementCluster managementCluster,
      ManagerBrake brake,
      WatchedCredentials keys,
      MonotonicClock steady) {
    return new InfraPoolControllerSetup.SharedDependencies(
        shared.management(),
        managementCluster,
        brake,
        shared.options().namespace(),
        shared.secrets(),
        keys,
        workloads.map(Function.identity()),
        drainer,
        shared.options().watchFilter(),
        shared.events(),
        shared.clock(),
        steady,
        shared.options().workers());
  }

  /** The controllers: one a kind, and that of what administrators decide for all. */
  List<Controller> controllers() {
    return controllers;
  }

  /** The ways into clusters whose control planes the clouds run. */
  List<ControlPlaneAccess> controlPlanes() {
    return clouds.stream().flatMap(cloud -> cloud.controlPlanes().stream()).toList();
  }

  /** Observers that stand still, for people. */
  Stream<Optional<String>> standstills() {
    return clouds.stream().flatMap(cloud -> cloud.scopes().standstills().stream());
  }

  /** Stops draining Nodes and observing the clouds, and closes the connections to them. */
  @Override
  public void close() {
    drainer.ifPresent(NodeDrainer::close);
    clouds.forEach(OpenCloud::close);
    brake.ifPresent(ManagerBrake::close);
    managementCluster.ifPresent(ManagementCluster::close);
  }
}
