package io.weir.clouds.azure.compute;

import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.ResourceId;
import java.util.Locale;

/** By which ids instances are known. */
final class InstanceAddressing {
  static final String VIRTUAL_MACHINE = "Microsoft.Compute/virtualMachines";

  private InstanceAddressing() {}

  /** The id in the list of its scale set; Azure shouts the resource group of the uniform ones. */
  static ResourceId listed(ScaleSetInstance instance) {
    ResourceId id = instance.set.id.child("virtualMachines", instance.id);
    return instance.set.isFlexible() ? id : id.inGroup(id.group().toUpperCase(Locale.ROOT));
  }

  /** The id of a virtual machine that is a resource of its own. */
  static ResourceId own(ScaleSetInstance instance) {
    ResourceId set = instance.set.id;
    return new ResourceId(set.subscription(), set.group(), VIRTUAL_MACHINE, instance.id);
  }

  /**
   * What stands behind {@code azure://} in its Node's provider id: the cloud controller writes the
   * resource group in small letters.
   */
  static String node(ScaleSetInstance instance) {
    ResourceId id =
        instance.set.isFlexible()
            ? own(instance)
            : instance.set.id.child("virtualMachines", instance.id);
    return id.inGroup(id.group().toLowerCase(Locale.ROOT)).toString();
  }

  /** The id of the scale set in a path. */
  static ResourceId scaleSet(ArmCall call) {
    return call.resourceId(ArmCall.SCALE_SET, "name");
  }
}
