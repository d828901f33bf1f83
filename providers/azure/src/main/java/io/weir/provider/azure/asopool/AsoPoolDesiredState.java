package io.weir.provider.azure.asopool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.provider.azure.api.AsoKinds;
import io.weir.provider.azure.aso.AgentPool;
import io.weir.provider.azure.aso.AsoDesiredState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The objects that a pool is to be made of.
 *
 * @param resources as they are to be applied, in the order of the list; only the count of the agent
 *     pool is missing
 * @param size how many nodes the agent pool is to have; absent if others than the MachinePool
 *     decide
 * @param initialSize how many it is created with
 */
public record AsoPoolDesiredState(List<ObjectNode> resources, OptionalInt size, int initialSize)
    implements AsoDesiredState {

  public AsoPoolDesiredState {
    resources = List.copyOf(resources);
  }

  /** Whoever else sizes the node pool is not overruled: it keeps the count that it has. */
  @Override
  public List<ObjectNode> objects(Optional<AgentPool> live) {
    OptionalInt count = live.map(AgentPool::count).orElse(OptionalInt.empty());
    return resources.stream().map(resource -> sized(resource, count)).toList();
  }

  @Override
  public boolean isSizedElsewhere() {
    return size.isEmpty();
  }

  private ObjectNode sized(ObjectNode resource, OptionalInt live) {
    if (!new ApiObject(resource).groupKind().equals(AsoKinds.AGENT_POOL)) {
      return resource;
    }
    ObjectNode sized = resource.deepCopy();
    sized.withObject("/spec").put("count", size.orElse(live.orElse(initialSize)));
    return sized;
  }
}
