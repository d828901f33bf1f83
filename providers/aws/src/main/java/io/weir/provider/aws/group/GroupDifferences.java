package io.weir.provider.aws.group;

import io.weir.provider.aws.group.GroupSettings.MixedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * In which of the fields that we manage a group is not what is wanted. What we leave to AWS is not
 * compared: it fills in defaults of its own.
 */
final class GroupDifferences {

  private GroupDifferences() {}

  /** The differences, for people; empty if there are none. */
  static List<String> between(GroupSettings settings, String templateId, ObservedGroup seen) {
    var found = new ArrayList<String>();
    if (settings.capacity() != null) {
      compare(found, "capacity", settings.capacity(), seen.desired());
    }
    compare(found, "minSize", settings.min(), seen.min());
    compare(found, "maxSize", settings.max(), seen.max());
    compare(found, "subnets", settings.subnets(), seen.subnets());
    compare(found, "capacityRebalance", settings.capacityRebalance(), seen.capacityRebalance());
    compare(found, "defaultCoolDown", settings.cooldown(), seen.cooldown());
    compare(found, "defaultInstanceWarmup", settings.warmup(), seen.warmup());
    if (!seen.usesNewestOf(templateId)) {
      found.add("it does not use the newest version of launch template " + templateId);
    }
    if (!same(settings.mixed(), seen.mixed())) {
      found.add("mixedInstancesPolicy differs");
    }
    return found;
  }

  /** Whether cooldown or warmup must be sent. */
  static boolean timersDiffer(GroupSettings want, ObservedGroup seen) {
    return want.cooldown() != seen.cooldown() || want.warmup() != seen.warmup();
  }

  private static void compare(List<String> found, String field, Object want, Object seen) {
    if (!want.equals(seen)) {
      found.add("%s is %s instead of %s".formatted(field, seen, want));
    }
  }

  private static boolean same(@Nullable MixedPolicy want, @Nullable MixedPolicy seen) {
    if (want == null || seen == null) {
      return want == null && seen == null;
    }
    return agrees(want.onDemandStrategy(), seen.onDemandStrategy())
        && agrees(want.spotStrategy(), seen.spotStrategy())
        && agrees(want.onDemandBase(), seen.onDemandBase())
        && agrees(want.onDemandPercentage(), seen.onDemandPercentage())
        && want.instanceTypes().equals(seen.instanceTypes());
  }

  private static boolean agrees(@Nullable Object want, @Nullable Object seen) {
    return want == null || Objects.equals(want, seen);
  }
}
