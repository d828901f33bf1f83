package io.weir.provider.azure.machinepool;

import io.weir.api.conditions.Condition;
import io.weir.provider.FailedCall;
import io.weir.provider.Instance;
import io.weir.provider.PoolMembers;
import io.weir.provider.azure.api.AzureConditions;
import io.weir.provider.azure.scaleset.ObservedScaleSet;

/**
 * Whether a scale set of ours has as many machines as are asked for, those not counted that are on
 * their way out.
 *
 * @param size how many are asked for
 * @param rollingOut whether instances are being replaced, for which there may be more meanwhile
 */
record SizeCondition(int size, ObservedScaleSet seen, boolean rollingOut, FailedCall failed) {

  Condition toCondition() {
    int replicas = new PoolMembers(seen.instances()).replicas();
    if (replicas == size) {
      return Condition.ofTrue(AzureConditions.SCALE_SET_DESIRED_REPLICAS);
    }
    return replicas < size ? tooFew(replicas) : tooMany(replicas);
  }

  private Condition tooFew(int replicas) {
    String numbers = "%d of %d instances are there".formatted(replicas, size);
    String reason = AzureConditions.SCALE_SET_SCALING_UP;
    long stopped =
        seen.instances().stream().filter(each -> each.state() == Instance.State.IDLE).count();
    return CallSubject.SIZE
        .trouble(failed)
        .map(why -> no(AzureConditions.ERROR, reason, numbers + ": " + why))
        .orElseGet(
            () ->
                stopped == 0
                    ? no(AzureConditions.INFO, reason, numbers)
                    : no(
                        AzureConditions.WARNING,
                        reason,
                        stopped == 1
                            ? numbers + ", and 1 is stopped: start it in Azure, or delete it there"
                            : "%s, and %d are stopped: start them in Azure, or delete them there"
                                .formatted(numbers, stopped)));
  }

  private Condition tooMany(int replicas) {
    String numbers =
        "%d instances are there, %d are asked for%s"
            .formatted(replicas, size, rollingOut ? "; the rollout removes the rest" : "");
    String reason =
        rollingOut ? AzureConditions.ROLLING_OUT : AzureConditions.SCALE_SET_SCALING_DOWN;
    return CallSubject.SIZE
        .trouble(failed)
        .map(why -> no(AzureConditions.ERROR, reason, numbers + ": " + why))
        .orElseGet(() -> no(AzureConditions.INFO, reason, numbers));
  }

  private static Condition no(String severity, String reason, String message) {
    return Condition.ofFalse(AzureConditions.SCALE_SET_DESIRED_REPLICAS, severity, reason, message);
  }
}
