package io.weir.clouds.node;

import io.weir.clouds.node.kubeadm.ClusterAccess;
import io.weir.clouds.node.kubeadm.JoinException;
import io.weir.clouds.node.kubelet.Kubelet;
import io.weir.clouds.node.wire.ApiClientFactory;
import io.weir.clouds.node.wire.Kubeconfig;
import java.util.Optional;

/** A machine that its cloud makes a node of: it starts a kubelet with what it was given. */
record ManagedStartup(ManagedMachineSpec spec, FleetOptions options, ApiClientFactory network)
    implements Machine.Startup {

  @Override
  public Optional<Kubelet> start(Machine machine) throws InterruptedException {
    try {
      Kubeconfig cluster = Kubeconfig.parse(spec.kubeconfig());
      var access = new ClusterAccess(cluster.server(), cluster.trust(), cluster.identity());
      var times = options.kubeletTimes(options.bootstrapTimeout());
      Kubelet kubelet = Kubelet.bootstrap(spec.identity(), access, network, machine.host(), times);
      machine.saveKubeletConf(kubelet.kubeconfig());
      machine.setOutcome(new BootOutcome.Joined(spec.nodeName()));
      return Optional.of(kubelet);
    } catch (JoinException e) {
      machine.host().log("kubelet", "error: " + e.getMessage());
      machine.setOutcome(new BootOutcome.JoinFailed(e.failure(), e.getMessage()));
      return Optional.empty();
    }
  }
}
