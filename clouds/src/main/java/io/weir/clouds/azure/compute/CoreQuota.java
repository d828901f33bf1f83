package io.weir.clouds.azure.compute;

import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.seed.VmSize;
import io.weir.clouds.site.LongOperation;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How many cores a subscription may use in a location. Guarded by the lock of its site. */
final class CoreQuota {
  private final Subscription subscription;
  private final ScaleSetStore store;
  private final Map<String, Integer> limits = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  CoreQuota(Subscription subscription, ScaleSetStore store) {
    this.subscription = subscription;
    this.store = store;
  }

  /** Sets how many cores of a family may be used, from now on. */
  void setLimit(String family, int cores) {
    limits.put(family, cores);
  }

  Map<String, Integer> limits() {
    return limits;
  }

  /**
   * Why so many more machines of a size cannot be had; empty if they can.
   *
   * @param count how many more than those that have hardware
   */
  Optional<LongOperation.Failure> refusal(String location, VmSize size, int count) {
    int limit = limits.getOrDefault(size.family(), subscription.own().cores());
    int used =
        store
            .instances()
            .filter(one -> one.set.location().equalsIgnoreCase(location))
            .filter(one -> hasHardware(one) && ofFamily(one, size.family()))
            .mapToInt(this::cores)
            .sum();
    int required = count * size.cores();
    return used + required <= limit
        ? Optional.empty()
        : Optional.of(
            new LongOperation.Failure(
                "OperationNotAllowed",
                "Operation could not be completed as it results in exceeding approved %s Cores quota. Additional details - Deployment Model: Resource Manager, Location: %s, Current Limit: %d, Current Usage: %d, Additional Required: %d, (Minimum) New Limit Required: %d. Submit a request for Quota increase by specifying parameters listed in the 'Details' section for deployment to succeed."
                    .formatted(size.family(), location, limit, used, required, used + required)));
  }

  private static boolean hasHardware(ScaleSetInstance one) {
    return switch (one.power) {
      case STARTING, RUNNING, STOPPED -> true;
      case NONE, DEALLOCATED -> false;
    };
  }

  private boolean ofFamily(ScaleSetInstance one, String family) {
    return size(one).filter(size -> size.family().equals(family)).isPresent();
  }

  private int cores(ScaleSetInstance one) {
    return size(one).map(VmSize::cores).orElse(0);
  }

  private Optional<VmSize> size(ScaleSetInstance one) {
    return subscription.seed().size(one.size());
  }
}
