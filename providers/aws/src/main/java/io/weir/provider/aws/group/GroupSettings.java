package io.weir.provider.aws.group;

import io.weir.provider.aws.api.LifecycleHookTimeout;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What an Auto Scaling group should be, apart from its template and tags; canonical.
 *
 * @param min smallest number of instances
 * @param max largest number of instances
 * @param capacity wanted number of instances; absent when somebody else sets it
 * @param subnets ids, sorted, each once
 * @param cooldown seconds between simple scaling activities
 * @param warmup seconds until a new instance counts in metrics
 * @param capacityRebalance whether spot instances at risk are replaced early
 * @param mixed several instance types and purchase options; absent for one type
 * @param hooks lifecycle hooks
 * @param suspend processes that are to be switched off
 * @param resume processes that are to be switched on, even if somebody else has switched them off
 */
public record GroupSettings(
    int min,
    int max,
    @Nullable Integer capacity,
    List<String> subnets,
    int cooldown,
    int warmup,
    boolean capacityRebalance,
    @Nullable MixedPolicy mixed,
    List<Hook> hooks,
    Set<String> suspend,
    Set<String> resume) {

  public GroupSettings {
    subnets = subnets.stream().distinct().sorted().toList();
    hooks = List.copyOf(hooks);
    suspend = Collections.unmodifiableSet(new TreeSet<>(suspend));
    resume = Collections.unmodifiableSet(new TreeSet<>(resume));
  }

  GroupSettings withMaxAndCapacity(int newMax, @Nullable Integer newCapacity) {
    return new GroupSettings(
        min,
        newMax,
        newCapacity,
        subnets,
        cooldown,
        warmup,
        capacityRebalance,
        mixed,
        hooks,
        suspend,
        resume);
  }

  GroupSettings withPlacementOf(ObservedGroup seen) {
    return new GroupSettings(
        min,
        max,
        capacity,
        seen.subnets(),
        cooldown,
        warmup,
        capacityRebalance,
        seen.mixed(),
        hooks,
        suspend,
        resume);
  }

  /** Several instance types and purchase options; absent values are AWS's to choose. */
  public record MixedPolicy(
      @Nullable String onDemandStrategy,
      @Nullable String spotStrategy,
      @Nullable Integer onDemandBase,
      @Nullable Integer onDemandPercentage,
      List<String> instanceTypes) {
    public MixedPolicy {
      instanceTypes = List.copyOf(instanceTypes);
    }
  }

  /**
   * The hooks that a group is created with. A hook that waits longer than AWS documents is put
   * afterwards: if AWS refuses it, the group is there all the same.
   */
  public List<Hook> hooksAtCreation() {
    return hooks.stream()
        .filter(hook -> LifecycleHookTimeout.isDocumented(hook.timeout()))
        .toList();
  }

  /** A pause in an instance's life for somebody else's work; timeout in seconds. */
  public record Hook(
      String name,
      String transition,
      String defaultResult,
      int timeout,
      @Nullable String metadata,
      @Nullable String target,
      @Nullable String role) {

    /**
     * Whether this is what comes of putting the wanted one: what AWS keeps of an earlier one, as it
     * cannot be sent empty, makes no difference.
     */
    public boolean serves(Hook wanted) {
      return transition.equals(wanted.transition)
          && defaultResult.equals(wanted.defaultResult)
          && timeout == wanted.timeout
          && (wanted.metadata == null || wanted.metadata.equals(metadata))
          && Objects.equals(target, wanted.target)
          && (wanted.target == null || Objects.equals(role, wanted.role));
    }
  }
}
