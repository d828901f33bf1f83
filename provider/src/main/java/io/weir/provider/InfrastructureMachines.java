package io.weir.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.conditions.Condition;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the instances of a pool look as objects of the management cluster, one for each: what Cluster
 * API's contract calls infrastructure machines of a pool. The provider says what stands in them;
 * the manager makes, marks, writes and removes them. All methods are pure.
 *
 * @param <O> what is observed of a pool
 * @see <a
 *     href="https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machinepool">The
 *     contract</a>
 */
public interface InfrastructureMachines<O extends ObservedState> {

  /** Their kind. It has conditions in the form that the pool's kind has. */
  GroupKind kind();

  /** The finalizer that keeps one until its instance is gone. */
  String finalizer();

  /**
   * Whether new ones are made for a pool. Those that are there are looked after in any case. By
   * default they are.
   */
  default boolean areMadeFor(ApiObject pool) {
    return true;
  }

  /**
   * The name of the object of an instance, always the same for the same instance. It may be the
   * name of an object already, by a Machine's rules: at most 63 characters.
   */
  String name(ApiObject pool, Instance instance);

  /** Labels beside those of the contract. By default none. */
  default Map<String, String> labels(ApiObject pool, String clusterName) {
    return Map.of();
  }

  /** The spec of a new one; {@code providerID} is the instance's. */
  ObjectNode spec(O observed, Instance instance);

  /** What to write in the status of one. */
  MachineReport report(O observed, MachineSubject machine);

  /**
   * An instance as it is now.
   *
   * @param instance as the cloud shows it
   * @param freshness whether it is as it would be made now
   * @param node its Node; absent if it has none
   * @param nodesKnown whether all Nodes of the workload cluster are known now; if not, one that is
   *     absent proves nothing
   */
  record MachineSubject(
      Instance instance, Freshness freshness, Optional<PoolNode> node, boolean nodesKnown) {}

  /**
   * The status of one. Fields and conditions that are not named stay as they are.
   *
   * @param status fields; an explicit null removes one
   * @param conditions conditions of the provider's own
   */
  record MachineReport(ObjectNode status, List<Condition> conditions) {
    public MachineReport {
      conditions = List.copyOf(conditions);
    }
  }
}
