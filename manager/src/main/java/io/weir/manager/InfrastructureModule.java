package io.weir.manager;

import io.weir.engine.pace.Bucket;
import io.weir.kernel.work.Controller;
import io.weir.manager.cloud.CallLimits;
import io.weir.manager.cloud.SteadyClock;
import io.weir.manager.infrapool.CloudKeys;
import io.weir.manager.infrapool.InfraPools;
import io.weir.provider.CallGate;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The role of infrastructure providers: the pool kinds of all clouds. */
final class InfrastructureModule implements AutoCloseable {

  private final List<InfraPools> kinds;

  private InfrastructureModule(List<InfraPools> kinds) {
    this.kinds = List.copyOf(kinds);
  }

  /**
   * The pool kinds of the clouds, not started.
   *
   * @param calls wraps the gate before each request to any cloud
   */
  static InfrastructureModule of(
      SharedParts shared, List<PoolProviderFactory> clouds, UnaryOperator<CallGate> calls) {
    var steady = new SteadyClock(shared.clock());
    var keys = new CloudKeys(shared.management(), shared.secrets());
    CallGate gate = calls.apply(new CallLimits(steady, Bucket.Size.DEFAULT));
    InfraPools.Shared parts = parts(shared, keys, steady);
    var kinds = new ArrayList<InfraPools>();
    for (PoolProviderFactory factory : clouds) {
      var settings = shared.options().of(factory.cloud());
      var context = new PoolProviderFactory.Context(settings, gate, keys, steady);
      for (PoolProvider<?, ?> provider : factory.create(context)) {
        kinds.add(InfraPools.of(provider, parts));
      }
    }
    return new InfrastructureModule(kinds);
  }

  private static InfraPools.Shared parts(SharedParts shared, CloudKeys keys, SteadyClock steady) {
    return new InfraPools.Shared(
        shared.management(),
        shared.secrets(),
        keys,
        shared.options().filter(),
        shared.events(),
        shared.clock(),
        steady,
        shared.options().pace(),
        shared.options().workers());
  }

  /** The controllers, one a kind. */
  List<Controller> controllers() {
    return kinds.stream().map(InfraPools::controller).toList();
  }

  /** Stops observing the clouds. */
  @Override
  public void close() {
    kinds.forEach(InfraPools::close);
  }
}
