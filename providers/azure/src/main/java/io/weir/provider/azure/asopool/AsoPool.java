package io.weir.provider.azure.asopool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.provider.ManagementObjects;
import io.weir.provider.azure.aso.AsoObservedState;
import io.weir.provider.azure.asopool.ListedResources.Listed;
import java.util.Optional;
import java.util.Set;

/** What is to be known of an AzureASOManagedMachinePool before anything is resolved. */
public final class AsoPool {

  /** Value of the annotation that says who sizes a MachinePool: AKS's own autoscaler. */
  public static final String SIZED_BY_AKS = "aks";

  private AsoPool() {}

  /** The kinds of objects that a pool lists, and of which it has some. */
  public static Set<GroupKind> kinds(ApiObject pool) {
    return ListedResources.kinds(pool);
  }

  /** Whether AKS's own autoscaler sizes the pool. */
  public static boolean isAutoscaled(ApiObject pool) {
    return ListedResources.isAutoscaled(pool);
  }

  /** What there is of a pool now; empty if nothing. */
  public static Optional<AsoObservedState> observe(ApiObject pool, ManagementObjects objects) {
    return AsoObservedState.of(
        pool.namespace(),
        ListedResources.of(pool).stream().map(Listed::object).toList(),
        kinds(pool),
        objects);
  }
}
