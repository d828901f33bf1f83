package io.weir.provider.azure.aso;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.DesiredState;
import java.util.List;
import java.util.Optional;

/** What is wanted of a pool that is made of objects of Azure Service Operator. */
public interface AsoDesiredState extends DesiredState {

  /**
   * The objects as they are to be applied, in order.
   *
   * @param live the node pool as it is, which keeps some of what AKS has given it; absent while it
   *     does not exist
   */
  List<ObjectNode> objects(Optional<AgentPool> live);

  /** Whether others than the MachinePool decide how many nodes there are. */
  boolean isSizedElsewhere();
}
