package io.weir.sandbox.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.FleetOptions;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A cloud that is one lifecycle's own, and what a lifecycle is like there. */
interface TestCloud extends AutoCloseable {

  /** The cloud, with its faults and its journal. */
  SimulatedCloud cloud();

  /** The instances of this cloud, and of no other. */
  CloudInventory instances();

  /** What its managers are told of it. */
  String managerArgument();

  /** What the names of all regions begin with. */
  String regionPrefix();

  /** The objects of the cluster, and what Secrets they need. */
  List<ObjectNode> cluster();

  /** The objects of the pool as it is created. */
  List<ObjectNode> pool(String name, int replicas);

  /** What its journal calls a scale set. */
  String scaleSetKind();

  /** The kind of its pools. */
  GroupKind poolKind();

  /** What a phase means in this cloud. */
  Edit editFor(LifecyclePhase lifecyclePhase);

  /** Whether what a phase changes beside the size is there. */
  boolean isChangeApplied(LifecyclePhase lifecyclePhase, ApiObject machinePool);

  /** Whether no machine ends with a Pod on it. */
  boolean drains();

  /** Whether a Node is one of this cloud's. */
  boolean ownsNode(ApiObject node);

  @Override
  void close();

  /**
   * An edit of one of the pool's objects.
   *
   * @param kind which of them
   * @param spec the edit
   */
  record Edit(GroupKind kind, Consumer<ObjectNode> spec) {

    static Edit version(String version) {
      return new Edit(
          GroupKind.MACHINE_POOL,
          spec -> spec.withObject("/template/spec").put("version", version));
    }
  }

  /** Machines that boot in this time at most, and whose kubelets are quiet. */
  static Fleet fleet(Duration boot) {
    return new Fleet(
        FleetOptions.defaults()
            .withBootTimes(Duration.ZERO, boot)
            .withLeaseInterval(Duration.ofMinutes(2)));
  }

  /** An object of an example in another region. */
  static ObjectNode inRegion(ObjectNode object, String from, String to) {
    try {
      return (ObjectNode) Json.MAPPER.readTree(object.toString().replace(from, to));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Whether all Nodes of a pool run just this version. */
  static boolean allRun(ApiObject machinePool, String version) {
    return machinePool.at("/status/versions").findValuesAsText("version").equals(List.of(version));
  }
}
