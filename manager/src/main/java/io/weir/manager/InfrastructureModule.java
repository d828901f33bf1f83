package io.weir.manager;

import io.weir.api.FeatureGates.Gate;
import io.weir.kernel.work.Controller;
import io.weir.manager.cloud.CloudRateLimiter;
import io.weir.manager.cloud.MonotonicClock;
import io.weir.manager.infrapool.InfraPoolControllerSetup;
import io.weir.manager.infrapool.OwnershipDecisionsController;
import io.weir.manager.infrapool.WatchedCredentials;
import io.weir.manager.objects.ManagementCluster;
import io.weir.manager.workload.WorkloadConnections;
import io.weir.provider.CallGate;
import io.weir.provider.CallLimits;
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

  private final List<InfraPoolControllerSetup> kinds;
  private final List<PoolProviderFactory> clouds;
  private final Optional<ManagementCluster> managementCluster;
  private final List<Controller> controllers;

  private InfrastructureModule(
      List<InfraPoolControllerSetup> kinds,
      List<PoolProviderFactory> clouds,
      Optional<ManagementCluster> managementCluster,
      Optional<Controller> ownershipDecisions) {
    this.kinds = List.copyOf(kinds);
    this.clouds = List.copyOf(clouds);
    this.managementCluster = managementCluster;
    this.controllers =
        Stream.concat(
                kinds.stream().map(InfraPoolControllerSetup::controller),
                ownershipDecisions.stream())
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
      return new InfrastructureModule(List.of(), List.of(), Optional.empty(), Optional.empty());
    }
    var managementCluster =
        new ManagementCluster(
            shared.management(), options.lease().namespace(), options.namespace());
    return new InfrastructureModule(
        kinds(shared, workloads, managementCluster, clouds, calls),
        clouds,
        Optional.of(managementCluster),
        Optional.of(OwnershipDecisionsController.of(managementCluster, shared.events())));
  }

  private static List<InfraPoolControllerSetup> kinds(
      ControllerDependencies shared,
      Optional<WorkloadConnections> workloads,
      ManagementCluster managementCluster,
      List<PoolProviderFactory> clouds,
      UnaryOperator<CallGate> calls) {
    var steady = new MonotonicClock(shared.clock());
    var keys = new WatchedCredentials(shared.management(), shared.secrets());
    CallGate gate = calls.apply(new CloudRateLimiter(steady, limits(clouds)));
    InfraPoolControllerSetup.SharedDependencies parts =
        parts(shared, workloads, managementCluster, keys, steady);
    var kinds = new ArrayList<InfraPoolControllerSetup>();
    for (PoolProviderFactory factory : clouds) {
      var settings = shared.options().cloudSettings(factory.cloud());
      var providerContext = new PoolProviderFactory.ProviderContext(settings, gate, keys, steady);
      for (PoolProvider<?, ?> provider : factory.createProviders(providerContext)) {
        kinds.add(InfraPoolControllerSetup.of(provider, parts));
      }
    }
    return kinds;
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
      ManagementCluster managementCluster,
      WatchedCredentials keys,
      MonotonicClock steady) {
    return new InfraPoolControllerSetup.SharedDependencies(
        shared.management(),
        managementCluster,
        shared.options().namespace(),
        shared.secrets(),
        keys,
        workloads.map(Function.identity()),
        shared.options().watchFilter(),
        shared.events(),
        shared.clock(),
        steady,
        shared.options().observationIntervals(),
        shared.options().workers());
  }

  /** The controllers: one a kind, and that of what administrators decide for all. */
  List<Controller> controllers() {
    return controllers;
  }

  /** Stops observing the clouds, and closes the connections to them. */
  @Override
  public void close() {
    kinds.forEach(InfraPoolControllerSetup::close);
    clouds.forEach(PoolProviderFactory::close);
    managementCluster.ifPresent(ManagementCluster::close);
  }
}
