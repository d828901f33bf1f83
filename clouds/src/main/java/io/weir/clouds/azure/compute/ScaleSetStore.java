package io.weir.clouds.azure.compute;

import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.ResourceId;
import io.weir.clouds.azure.resources.ResourceGroups;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The scale sets of a subscription. Guarded by the lock of its site. */
final class ScaleSetStore {
  private final ResourceGroups groups;
  private final Map<String, ScaleSet> byKey = new TreeMap<>();

  ScaleSetStore(ResourceGroups groups) {
    this.groups = groups;
  }

  Collection<ScaleSet> all() {
    return Collections.unmodifiableCollection(byKey.values());
  }

  List<ScaleSet> inGroup(String group) {
    return byKey.values().stream().filter(set -> set.id.group().equalsIgnoreCase(group)).toList();
  }

  /** Those that anybody is shown. */
  List<ScaleSet> shown() {
    return byKey.values().stream().filter(set -> !set.goneEarly).toList();
  }

  Optional<ScaleSet> find(ResourceId id) {
    return Optional.ofNullable(byKey.get(id.key())).filter(set -> !set.goneEarly);
  }

  void add(ScaleSet set) {
    byKey.put(set.id.key(), set);
  }

  void remove(ScaleSet set) {
    byKey.remove(set.id.key(), set);
  }

  Stream<ScaleSetInstance> instances() {
    return byKey.values().stream().flatMap(set -> set.instances.stream());
  }

  /** The scale set in a path. */
  ScaleSet require(ArmCall call) {
    groups.require(call.group());
    ResourceId id = InstanceAddressing.scaleSet(call);
    return find(id).orElseThrow(() -> ArmErrorException.notFound(id.type(), id.name(), id.group()));
  }

  /** The scale set in a path, if nobody has ordered it to go. */
  ScaleSet requireLasting(ArmCall call) {
    ScaleSet set = require(call);
    if (set.deleting) {
      throw ArmErrorException.of(
          409,
          "OperationNotAllowed",
          "Operation is not allowed on Virtual Machine Scale Set '%s' since it is marked for deletion."
              .formatted(set.name()));
    }
    return set;
  }

  /** The instance in a path. */
  ScaleSetInstance requireInstance(ArmCall call) {
    return requireInstance(require(call), call.variable("instance"));
  }

  static ScaleSetInstance requireInstance(ScaleSet set, String instanceId) {
    return set.instance(instanceId)
        .orElseThrow(
            () ->
                ArmErrorException.of(
                    404,
                    "NotFound",
                    "The VM '%s' does not exist in Virtual Machine Scale Set '%s'."
                        .formatted(instanceId, set.name())));
  }

  /** The virtual machine in a path, which is a resource of its own. */
  ScaleSetInstance requireMachine(ArmCall call) {
    groups.require(call.group());
    return machines()
        .filter(one -> one.set.id.group().equalsIgnoreCase(call.group()))
        .filter(one -> one.id.equalsIgnoreCase(call.variable("name")))
        .findFirst()
        .orElseThrow(
            () ->
                ArmErrorException.notFound(
                    InstanceAddressing.VIRTUAL_MACHINE, call.variable("name"), call.group()));
  }

  /** The virtual machines that are resources of their own. */
  Stream<ScaleSetInstance> machines() {
    return instances().filter(one -> one.set.isFlexible());
  }
}
