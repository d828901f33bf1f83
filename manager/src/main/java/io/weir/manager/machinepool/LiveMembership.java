package io.weir.manager.machinepool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.pool.MachinePoolObjects;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.ResolvedReference;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.ObjectSelector;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The list of members as the API server has it now. Each kind comes by a watch of its own, and one
 * may be far behind the others: by an old list a healthy Node has no machine.
 */
final class LiveMembership {

  private static final Logger LOG = LoggerFactory.getLogger(LiveMembership.class);

  private final KubeClient kube;

  LiveMembership(KubeClient kube) {
    this.kube = kube;
  }

  /**
   * Whether Nodes are about to be deleted whose machine is a member now, or whose infrastructure
   * pool is not the one that was seen. Asks only if any Node is about to be deleted.
   *
   * @throws io.weir.kernel.kube.KubeException if the infrastructure pool cannot be read
   */
  boolean contradicts(MachinePoolObjects parts, MemberNodes seen, PoolDecision decision) {
    Set<String> leaving = providerIdsOfOrphans(seen, decision);
    if (leaving.isEmpty()
        || !(parts.infrastructure() instanceof ResolvedReference.Found(ApiObject object))) {
      return false;
    }
    boolean stale = isOutdated(object, leaving);
    if (stale) {
      LOG.info("{}: its Nodes are left alone, as {} has changed", parts.pool(), object);
    }
    return stale;
  }

  /** Whether the infrastructure pool is another one by now, or lists any of these members. */
  boolean isOutdated(ApiObject infrastructure, Set<String> providerIds) {
    // A list, as that is what core has the right to, whoever provides the kind.
    return kube
        .list(
            infrastructure.groupKind(),
            infrastructure.namespace(),
            ObjectSelector.byName(infrastructure.key()))
        .stream()
        .findFirst()
        .filter(live -> live.uid().equals(infrastructure.uid()))
        .map(live -> listsAny(live, providerIds))
        .orElse(true);
  }

  private static Set<String> providerIdsOfOrphans(MemberNodes seen, PoolDecision decision) {
    var ids = new HashSet<String>();
    if (seen instanceof MemberNodes.Known known) {
      for (WorkloadNode node : known.nodes()) {
        if (decision.orphans().contains(node.facts().name())) {
          ids.add(node.facts().providerId());
        }
      }
    }
    return ids;
  }

  private static boolean listsAny(ApiObject infrastructure, Set<String> ids) {
    for (JsonNode member : infrastructure.at("/spec/providerIDList")) {
      if (ids.contains(member.asText())) {
        return true;
      }
    }
    return false;
  }
}
