package io.weir.sandbox.sweep;

import java.time.Duration;
import java.util.List;

/** When a backup of a lifecycle's API server is made, or restored; in this order. */
enum RestoreMoment {
  /** There is a cluster, and no pool. */
  BEFORE(LifecyclePhase.DELETE, false),
  CREATED(LifecyclePhase.CREATE, true),
  GROWN(LifecyclePhase.GROW, true),
  /** People have asked for fewer machines, and nothing more is known. */
  SHRINKING(LifecyclePhase.SHRINK, false),
  SHRUNK(LifecyclePhase.SHRINK, true),
  DELETING(LifecyclePhase.DELETE, false),
  DELETED(LifecyclePhase.DELETE, true);

  private final LifecyclePhase phase;
  private final boolean ended;

  RestoreMoment(LifecyclePhase phase, boolean ended) {
    this.phase = phase;
    this.ended = ended;
  }

  /** How the lifecycle must end after a restore of what was then. */
  LifecyclePhase phase() {
    return phase;
  }

  /**
   * Pairs of a backup and its restore. Without those where machines have joined between: a restore
   * takes their Nodes away, and no kubelet registers twice by itself.
   */
  static List<SoakCase.RestoredAt> cases() {
    return List.of(
        new SoakCase.RestoredAt(GROWN, SHRUNK),
        new SoakCase.RestoredAt(BEFORE, CREATED),
        new SoakCase.RestoredAt(CREATED, DELETED),
        new SoakCase.RestoredAt(GROWN, SHRINKING),
        new SoakCase.RestoredAt(SHRUNK, DELETING),
        new SoakCase.RestoredAt(SHRINKING, SHRUNK),
        new SoakCase.RestoredAt(SHRINKING, DELETED),
        new SoakCase.RestoredAt(DELETING, DELETED));
  }

  /** Goes on from the moment before. */
  void reach(PoolLifecycleRun life, LifecycleBaseline like, Duration patience)
      throws InterruptedException {
    if (this == BEFORE) {
      return;
    }
    if (!isBegunBefore()) {
      life.startPhase(phase);
    }
    if (ended && !life.awaitState(phase, like.stateAfter(phase), patience)) {
      throw new AssertionError(
          "%s, without a restore%n%s"
              .formatted(this, StateDiff.difference(like.stateAfter(phase), life.state())));
    }
  }

  private boolean isBegunBefore() {
    return this == SHRUNK || this == DELETED;
  }
}
