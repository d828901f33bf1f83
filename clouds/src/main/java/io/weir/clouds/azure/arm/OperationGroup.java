package io.weir.clouds.azure.arm;

/**
 * Calls that Microsoft.Compute counts together: so many at once and so many a minute, for each
 * resource and for the subscription. The numbers are those of Azure's documentation, the names
 * those of the header that tells what is left.
 *
 * @see <a
 *     href="https://learn.microsoft.com/en-us/azure/virtual-machines/compute-throttling-limits">
 *     throttling limits of Azure Compute</a>
 */
public enum OperationGroup {
  /** Scale sets are put. */
  CREATE_SCALE_SET("CreateVMScaleSet", 12, 4, 375, 125),
  /** Scale sets are patched, and their instances acted upon. */
  SCALE_SET_ACTIONS("VMScaleSetActions", 12, 4, 1500, 500),
  /** Scale sets are deleted. */
  DELETE_SCALE_SET("DeleteVMScaleSet", 12, 4, 525, 175),
  /** A scale set is read. */
  GET_SCALE_SET("GetVMScaleSet", 36, 12, 2400, 800),
  /** Scale sets or their instances are listed, or an instance view is read. */
  HIGH_COST_GET_SCALE_SET("HighCostGetVMScaleSet", 30, 10, 1080, 360),
  /** An instance of a scale set is read. */
  GET_SCALE_SET_VM("GetVMScaleSetVM", 36, 12, 6000, 2000),
  /** An instance of a scale set is changed or deleted. */
  SCALE_SET_VM_ACTIONS("VMScaleSetVMActions", 12, 4, 1500, 500),
  /** A virtual machine is read. */
  GET_VM("GetVM", 36, 12, 24000, 8000),
  /** Virtual machines are listed. */
  HIGH_COST_GET("HighCostGet", 900, 300, 900, 300),
  /** A virtual machine is deleted. */
  DELETE_VM("DeleteVM", 12, 4, 1500, 500),
  /** A long-running operation is followed. */
  GET_OPERATION("GetOperation", 45, 15, 15000, 5000);

  private final String word;
  private final int resourceBurst;
  private final int resourcePerMinute;
  private final int subscriptionBurst;
  private final int subscriptionPerMinute;

  OperationGroup(
      String word,
      int resourceBurst,
      int resourcePerMinute,
      int subscriptionBurst,
      int subscriptionPerMinute) {
    this.word = word;
    this.resourceBurst = resourceBurst;
    this.resourcePerMinute = resourcePerMinute;
    this.subscriptionBurst = subscriptionBurst;
    this.subscriptionPerMinute = subscriptionPerMinute;
  }

  String resourceRule() {
    return word + "Resource";
  }

  String subscriptionRule() {
    return word + "SubscriptionMaximum";
  }

  int resourceBurst() {
    return resourceBurst;
  }

  int resourcePerMinute() {
    return resourcePerMinute;
  }

  int subscriptionBurst() {
    return subscriptionBurst;
  }

  int subscriptionPerMinute() {
    return subscriptionPerMinute;
  }
}
