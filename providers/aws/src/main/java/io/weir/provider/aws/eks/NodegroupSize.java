package io.weir.provider.aws.eks;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many nodes a pool should have. EKS takes all three numbers or none at creation, and wants the
 * size within the bounds; a pool that names no bound gets the widest that its sizes have needed.
 *
 * @param min spec.scaling.minSize; absent for none
 * @param max spec.scaling.maxSize; absent for none
 * @param asked MachinePool spec.replicas
 * @param managedElsewhere whether somebody else decides the size
 */
public record NodegroupSize(
    @Nullable Integer min, @Nullable Integer max, int asked, boolean managedElsewhere) {

  /**
   * Numbers as EKS has them.
   *
   * @param desired absent to leave it as it is
   */
  public record Scaling(int min, int max, @Nullable Integer desired) {}

  /** The size within the bounds. */
  public int size() {
    int least = min == null ? 0 : min;
    return Math.clamp(asked, least, max == null ? Math.max(asked, least) : Math.max(max, least));
  }

  /** What a node group is created with. */
  public Scaling atCreation() {
    int size = size();
    int most = max == null ? Math.max(size, 1) : max;
    return new Scaling(min == null ? Math.min(1, size) : min, most, size);
  }

  /** What to ask for; empty if it is so. */
  public Optional<Scaling> change(Scaling seen) {
    int size = size();
    int now = seen.desired() == null ? size : seen.desired();
    int needed = managedElsewhere ? now : size;
    int least = min == null ? Math.min(seen.min(), needed) : min;
    int most = max == null ? Math.max(seen.max(), needed) : max;
    int within = managedElsewhere ? Math.clamp(now, least, Math.max(least, most)) : size;
    boolean same = least == seen.min() && most == seen.max() && within == now;
    boolean keeps = managedElsewhere && within == now;
    return same ? Optional.empty() : Optional.of(new Scaling(least, most, keeps ? null : within));
  }

  /** Why the size is not what was asked for; empty if it is. */
  public Optional<String> clampReason() {
    if (managedElsewhere || size() == asked) {
      return Optional.empty();
    }
    boolean above = size() < asked;
    return Optional.of(
        "MachinePool spec.replicas is %d, spec.scaling.%s is %d: the node group is held at %d; %s"
            .formatted(
                asked,
                above ? "maxSize" : "minSize",
                size(),
                size(),
                above ? "raise maxSize or lower replicas" : "lower minSize or raise replicas"));
  }
}
