package io.weir.clouds.node;

import io.weir.clouds.node.kubeadm.ClusterAccess;
import io.weir.clouds.node.kubeadm.JoinConfiguration.NodeRegistration;
import io.weir.clouds.node.kubeadm.JoinException;
import io.weir.clouds.node.kubelet.Kubelet;
import io.weir.clouds.node.kubelet.NodeIdentity;
import io.weir.clouds.node.wire.Kubeconfig;
import io.weir.clouds.node.wire.Network;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A machine that its cloud makes a node of: it starts a kubelet with what it was given. */
record ManagedStartup(ManagedMachineSpec spec, FleetOptions options, Network network)
    implements Machine.Startup {

  @Override
  public Optional<Kubelet> start(Machine machine) throws InterruptedException {
    try {
      Kubeconfig cluster = Kubeconfig.parse(spec.kubeconfig());
      var access = new ClusterAccess(cluster.server(), cluster.trust(), cluster.identity());
      var times = options.kubeletTimes(options.bootstrapTimeout());
      Kubelet kubelet = Kubelet.bootstrap(identity(), access, network, machine.host(), times);
      machine.keep(kubelet.kubeconfig());
      machine.settle(new BootOutcome.Joined(spec.nodeName()));
      return Optional.of(kubelet);
    } catch (JoinException e) {
      machine.host().log("kubelet", "error: " + e.getMessage());
      machine.settle(new BootOutcome.JoinFailed(e.failure(), e.getMessage()));
      return Optional.empty();
    }
  }

  private NodeIdentity identity() {
    Map<String, String> args = new TreeMap<>();
    args.put("provider-id", spec.providerId());
    args.put(
        "node-labels",
        new TreeMap<>(spec.labels())
            .entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(",")));
    args.put("register-with-taints", spec.taints());
    return new NodeIdentity(
        spec.nodeName(),
        spec.instanceId(),
        spec.zone(),
        spec.region(),
        spec.instanceType(),
        spec.localIpv4(),
        spec.kubeletVersion(),
        new NodeRegistration(spec.nodeName(), List.of(), args, "", List.of()));
  }
}
