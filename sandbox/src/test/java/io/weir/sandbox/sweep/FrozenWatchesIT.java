package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A replica whose watch of one kind stands still from one of the leader's writes on, and which
 * leads after people have asked for the next thing.
 */
@Tag("sweep")
@WithSharedApiServer
class FrozenWatchesIT {

  private static final int AT_ONCE = 8;

  /** A write of the first phases, after which the rest of the lifecycle need not be waited for. */
  private static final int EARLY = 30;

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration MOMENT = Duration.ofMillis(200);

  /** How long the watch stands still after the replica has begun to lead. */
  private static final Duration STILL = Duration.ofSeconds(5);

  @Test
  void aReplicaThatLooksAtThePastDoesWhatIsAskedForNow(
      SharedApiServer sharedApiServer, LifecycleBaseline like) throws Exception {
    List<SoakCase.FrozenAt> cases =
        SoakCase.fewOfThisRun(SoakCase.FrozenAt.class, 2, frozen -> frozen.write() <= EARLY);
    Assumptions.assumeFalse(cases.isEmpty(), "none is among the cases of this run");
    var lives = new ArrayList<Callable<Boolean>>();
    for (SoakCase.FrozenAt frozen : cases) {
      lives.add(() -> live(sharedApiServer, like, frozen));
    }

    List<Boolean> handedOver = ParallelRuns.runAll(AT_ONCE, lives);

    System.out.printf(
        "frozen watches: %s, of which %d led to a hand-over; %s%n",
        cases, handedOver.stream().filter(it -> it).count(), DrawnCases.ofThisRun());
  }

  /** Tells whether a replica led that had looked at the past. */
  private static boolean live(
      SharedApiServer sharedApiServer, LifecycleBaseline like, SoakCase.FrozenAt frozen)
      throws InterruptedException {
    String name = "frozen%d%s".formatted(frozen.write(), frozen.kind().shortName());
    var first = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
    var watches = new FrozenWatches();
    try (var life = new PoolLifecycleRun(sharedApiServer, name, TestCloudType.AWS);
        var leader = RestartingManager.start(life, name, first.hooks())) {
      life.startPhase(LifecyclePhase.CREATE);
      first.awaitWrites(1, PATIENCE);
      try (var _ = RestartingManager.start(life, name, watches.hooks())) {
        Runnable leaderEnds = leader::close;
        boolean still = false;
        for (LifecyclePhase phase : LifecyclePhase.values()) {
          if (phase != LifecyclePhase.CREATE) {
            life.startPhase(phase);
          }
          if (still) {
            leaderEnds.run();
            watches.counter().awaitWrites(1, PATIENCE);
            Thread.sleep(STILL); // so long it must do without the watch
            watches.thaw();
            awaitLike(life, phase, like, frozen);
            return true;
          }
          still = awaitWrite(life, phase, like, frozen, first, watches);
        }
        return false;
      }
    }
  }

  /** Waits for the phase's end; tells whether the watch was frozen in it. */
  private static boolean awaitWrite(
      PoolLifecycleRun life,
      LifecyclePhase phase,
      LifecycleBaseline like,
      SoakCase.FrozenAt frozen,
      ManagerCutoff leader,
      FrozenWatches watches)
      throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      if (leader.writes().size() >= frozen.write()) {
        watches.freeze(frozen.kind().kind());
        awaitLike(life, phase, like, frozen);
        return true;
      }
      if (life.awaitState(phase, like.stateAfter(phase), MOMENT)) {
        return false;
      }
    }
    throw new AssertionError(phase + " does not end, before " + frozen);
  }

  private static void awaitLike(
      PoolLifecycleRun life, LifecyclePhase phase, LifecycleBaseline like, SoakCase.FrozenAt frozen)
      throws InterruptedException {
    assertThat(life.awaitState(phase, like.stateAfter(phase), PATIENCE))
        .as(
            () ->
                "%s, %s%n%s"
                    .formatted(
                        frozen, phase, StateDiff.difference(like.stateAfter(phase), life.state())))
        .isTrue();
  }
}
