package io.weir.manager;

import io.weir.engine.ratelimit.TokenBucket;
import io.weir.kernel.work.Controller;
import io.weir.manager.cloud.CloudRateLimiter;
import io.weir.manager.cloud.MonotonicClock;
import io.weir.manager.infrapool.InfraPoolControllerSetup;
import io.weir.manager.infrapool.OwnershipDecisionsController;
import io.weir.manager.infrapool.WatchedCredentials;
import io.weir.provider.CallGate;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The role of infrastructure providers: the pool kinds of all clouds. */
final class InfrastructureModule implements AutoCloseable {

  private final List<InfraPoolControllerSetup> kinds;
  private final Controller ownershipDecisions;

  private InfrastructureModule(
      List<InfraPoolControllerSetup> kinds, Controller ownershipDecisions) {
    this.kinds = List.copyOf(kinds);
    this.ownershipDecisions = ownershipDecisions;
  }

  /**
   * The pool kinds of the clouds, not started.
   *
   * @param calls wraps the gate before each request to any cloud
   */
  static InfrastructureModule of(
      ControllerDependencies shared,
      List<PoolProviderFactory> clouds,
      UnaryOperator<CallGate> calls) {
    var steady = new MonotonicClock(shared.clock());
    var keys = new WatchedCredentials(shared.management(), shared.secrets());
    CallGate gate = calls.apply(new CloudRateLimiter(steady, TokenBucket.RateLimit.DEFAULT));
    InfraPoolControllerSetup.SharedDependencies parts = parts(shared, keys, steady);
    var kinds = new ArrayList<InfraPoolControllerSetup>();
    for (PoolProviderFactory factory : clouds) {
      var settings = shared.options().cloudSettings(factory.cloud());
      var providerContext = new PoolProviderFactory.ProviderContext(settings, gate, keys, steady);
      for (PoolProvider<?, ?> provider : factory.createProviders(providerContext)) {
        kinds.add(InfraPoolControllerSetup.of(provider, parts));
      }
    }
    return new InfrastructureModule(
        kinds, OwnershipDecisionsController.of(shared.managementCluster(), shared.events()));
  }

  private static InfraPoolControllerSetup.SharedDependencies parts(
      ControllerDependencies shared, WatchedCredentials keys, MonotonicClock steady) {
    return new InfraPoolControllerSetup.SharedDependencies(
        shared.management(),
        shared.managementCluster(),
        shared.options().namespace(),
        shared.secrets(),
        keys,
        shared.options().watchFilter(),
        shared.events(),
        shared.clock(),
        steady,
        shared.options().observationIntervals(),
        shared.options().workers());
  }

  /** The controllers: one a kind, and that of what administrators decide for all. */
  List<Controller> controllers() {
    return Stream.concat(
            kinds.stream().map(InfraPoolControllerSetup::controller), Stream.of(ownershipDecisions))
        .toList();
  }

  /** Stops observing the clouds. */
  @Override
  public void close() {
    kinds.forEach(InfraPoolControllerSetup::close);
  }
}
