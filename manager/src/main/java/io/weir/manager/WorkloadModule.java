package io.weir.manager;

import io.weir.api.FeatureGates.Gate;
import io.weir.api.GroupKind;
import io.weir.kernel.kube.RequestListener;
import io.weir.kernel.work.Controller;
import io.weir.manager.roles.Roles;
import io.weir.manager.workload.HeldBackRequestsRecorder;
import io.weir.manager.workload.WorkloadClusterSettings;
import io.weir.manager.workload.WorkloadConnections;
import io.weir.manager.workload.WorkloadWatches;
import io.weir.provider.PoolProviderFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The roles that reach into workload clusters, core and kubeadm, with the connections that they
 * share with clouds whose pools are known by their Nodes.
 *
 * @param connections absent if no role needs them
 * @param controllers not started
 */
record WorkloadModule(Optional<WorkloadConnections> connections, List<Controller> controllers)
    implements AutoCloseable {
  WorkloadModule {
    controllers = List.copyOf(controllers);
  }

  /**
   * The parts, not started.
   *
   * @param process who this process is among all managers
   * @param requests is asked before and told after each request to a workload cluster
   */
  static WorkloadModule of(
      ControllerDependencies shared, String process, RequestListener requests) {
    Roles roles = shared.options().roles();
    boolean nodes =
        roles.hasCore()
            || (shared.options().gates().isEnabled(Gate.MACHINE_POOL)
                && roles.clouds().stream().anyMatch(PoolProviderFactory::readsNodes));
    if (!nodes && !roles.hasKubeadm()) {
      return new WorkloadModule(Optional.empty(), List.of());
    }
    var connections =
        new WorkloadConnections(
            shared.management(),
            shared.secrets(),
            shared.options().watchFilter(),
            WorkloadClusterSettings.DEFAULT
                .watching(new WorkloadWatches(nodes, roles.hasKubeadm()))
                .at(shared.options().workloadAddresses())
                .askedBy(process),
            requests,
            shared.clock());
    connections.subscribe(
        new HeldBackRequestsRecorder(
            shared.management().cache(GroupKind.CLUSTER), shared.events()));
    var controllers = new ArrayList<Controller>();
    controllers.add(connections.controller());
    if (roles.hasCore()) {
      controllers.addAll(CoreModule.controllers(shared, connections));
    }
    if (roles.hasKubeadm()) {
      controllers.addAll(KubeadmModule.controllers(shared, connections));
    }
    return new WorkloadModule(Optional.of(connections), controllers);
  }

  /** Closes the connections. */
  @Override
  public void close() {
    connections.ifPresent(WorkloadConnections::close);
  }
}
