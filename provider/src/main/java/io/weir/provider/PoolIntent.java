package io.weir.provider;

import java.time.Instant;
import java.util.List;

/** What the engine wants of a pool now. */
public sealed interface PoolIntent<D extends DesiredState> {

  /**
   * Bring the cloud to the desired state. The parts compose: a pool scales while an instance leaves
   * while a roll is held.
   *
   * @param leave instances that are to go now, all of them observed in the pool; empty where the
   *     cloud picks them
   * @param roll what is to become of a roll, where the cloud rolls by itself
   */
  record Converge<D extends DesiredState>(D desired, List<Leave> leave, Roll roll)
      implements PoolIntent<D> {
    public Converge {
      leave = List.copyOf(leave);
    }

    /** Nobody has to leave, and what is outdated may be rolled. */
    public Converge(D desired) {
      this(desired, List.of(), Roll.PROCEED);
    }
  }

  /**
   * The pool is paused. For steps on API objects only: whoever acts on those must pause as well.
   */
  record Pause<D extends DesiredState>() implements PoolIntent<D> {}

  /**
   * Delete everything that is ours.
   *
   * @param withCluster whether the Cluster is seen to be deleted as well; not if it is merely
   *     missing
   */
  record Delete<D extends DesiredState>(boolean withCluster) implements PoolIntent<D> {}

  /**
   * An instance that is to go.
   *
   * @param instanceId {@link Instance#id}
   * @param shrink whether the size falls with it; if not, another takes its place
   * @param since when that was decided: repetitions are the same write
   */
  record Leave(String instanceId, boolean shrink, Instant since) {}

  /** What is to become of a roll by the cloud. */
  enum Roll {
    /** It may start, and go on. */
    PROCEED,
    /** None starts, nor the change that would start one; one that runs goes on. */
    HOLD,
    /** None starts, and one that runs is ended. */
    CANCEL
  }
}
