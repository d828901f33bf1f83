package io.weir.clouds.node;

import io.weir.clouds.node.kubelet.Kubelet;
import io.weir.clouds.node.kubelet.NodeIdentity;
import io.weir.clouds.node.wire.Kubeconfig;
import io.weir.clouds.node.wire.Network;
import java.util.Optional;

/**
 * A machine after a restart: what first boot did is on its disk, the kubelet's own file included.
 */
record ResumedStartup(NodeIdentity node, Left left, FleetOptions options, Network network)
    implements Machine.Startup {

  @Override
  public Optional<Kubelet> start(Machine machine) throws InterruptedException {
    machine.keep(left.kubeletConf());
    Kubelet kubelet =
        Kubelet.again(
            node,
            Kubeconfig.parse(left.kubeletConf()),
            network,
            machine.host(),
            options.kubeletTimes(options.bootstrapTimeout()));
    machine.settle(new BootOutcome.Joined(left.nodeName()));
    return Optional.of(kubelet);
  }
}
