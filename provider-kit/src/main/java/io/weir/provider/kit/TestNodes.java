package io.weir.provider.kit;

import io.weir.pass.WorkloadNodeView;
import io.weir.provider.PoolNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Nodes that a test has put there. */
record TestNodes(List<PoolNode> nodes) implements WorkloadNodeView {

  @Override
  public boolean isKnown() {
    return true;
  }

  @Override
  public Optional<PoolNode> byProviderId(String providerId) {
    return nodes.stream().filter(node -> node.providerId().equals(providerId)).findFirst();
  }

  @Override
  public Optional<List<PoolNode>> withLabels(Map<String, String> labels) {
    return Optional.of(
        nodes.stream()
            .filter(node -> node.labels().entrySet().containsAll(labels.entrySet()))
            .toList());
  }
}
