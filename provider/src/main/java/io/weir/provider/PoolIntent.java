package io.weir.provider;

import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;

/** What the engine wants of a pool now. */
public sealed interface PoolIntent<D extends DesiredState> {

  /**
   * Bring the cloud to the desired state. The parts compose: a pool scales while an instance leaves
   * while a roll is held.
   *
   * @param size how many instances the cloud is to be asked for, where Weir picks the victims;
   *     absent if as many as are desired
   * @param leave instances that are to go now, all of them observed in the pool; empty where the
   *     cloud picks them
   * @param held what is to become of instances that are {@link Instance.State#HELD}; those that it
   *     does not name wait on
   * @param roll what is to become of a roll, where the cloud rolls by itself
   * @param changeSurge how many instances beyond the wanted ones the write is to ask for that
   *     outdates instances, where the pool keeps those: {@link RolloutPreferences#keepsOutdated};
   *     else 0
   */
  record Converge<D extends DesiredState>(
      D desired, OptionalInt size, List<Leave> leave, List<Held> held, Roll roll, int changeSurge)
      implements PoolIntent<D> {
    public Converge {
      leave = List.copyOf(leave);
      held = List.copyOf(held);
    }

    /** Nobody is held, and nothing surges with a change. */
    public Converge(D desired, OptionalInt size, List<Leave> leave, Roll roll) {
      this(desired, size, leave, List.of(), roll, 0);
    }

    /** As many as are desired. */
    public Converge(D desired, List<Leave> leave, Roll roll) {
      this(desired, OptionalInt.empty(), leave, roll);
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

  /**
   * An instance that the cloud is about to end, and which waits for our word.
   *
   * @param instanceId {@link Instance#id}
   * @param release whether the cloud is to go on and end it; if not, it is to wait longer
   * @param since when it is said: each time is another write
   */
  record Held(String instanceId, boolean release, Instant since) {}

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
