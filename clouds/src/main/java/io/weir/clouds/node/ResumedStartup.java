package io.weir.clouds.node;

import io.weir.clouds.node.kubelet.Kubelet;
import io.weir.clouds.node.kubelet.NodeIdentity;
import io.weir.clouds.node.wire.ApiClientFactory;
import io.weir.clouds.node.wire.Kubeconfig;
import java.util.Optional;

/**
 * A machine after a restart: what first boot did is on its disk, the kubelet's own file included.
 */
record ResumedStartup(
    NodeIdentity node, SavedMachine saved, FleetOptions options, ApiClientFactory network)
    implements Machine.Startup {

  @Override
  public Optional<Kubelet> start(Machine machine) throws InterruptedException {
    machine.saveKubeletConf(saved.kubeletConf());
    Kubelet kubelet =
        Kubelet.resume(
            node,
            Kubeconfig.parse(saved.kubeletConf()),
            network,
            machine.host(),
            options.kubeletTimes(options.bootstrapTimeout()));
    machine.setOutcome(new BootOutcome.Joined(saved.nodeName()));
    return Optional.of(kubelet);
  }
}
