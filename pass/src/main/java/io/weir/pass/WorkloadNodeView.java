package io.weir.pass;

import io.weir.provider.PoolNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The Nodes of a pool's workload cluster, from the one watch of it. */
public interface WorkloadNodeView {

  /** Of a cluster that cannot be reached, or is not attached. */
  WorkloadNodeView UNKNOWN =
      new WorkloadNodeView() {
        @Override
        public boolean isKnown() {
          return false;
        }

        @Override
        public Optional<PoolNode> byProviderId(String providerId) {
          return Optional.empty();
        }

        @Override
        public Optional<List<PoolNode>> withLabels(Map<String, String> labels) {
          return Optional.empty();
        }
      };

  /** Whether all Nodes are known now; if not, what is not found proves nothing. */
  boolean isKnown();

  /** The Node of an instance, if it is known. */
  Optional<PoolNode> byProviderId(String providerId);

  /** Those with all of these labels; absent while it is not known which those are. */
  Optional<List<PoolNode>> withLabels(Map<String, String> labels);
}
