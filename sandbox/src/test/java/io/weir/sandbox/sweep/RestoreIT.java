package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.files.FileTree;
import io.weir.sandbox.watchman.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** etcd restored from a backup under a manager that goes on, on a real API server. */
@Tag("sweep")
@WithSharedApiServer
class RestoreIT {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration SILENCE = Duration.ofSeconds(4);

  @Test
  void aLifeWhoseApiServerIsRestoredEndsLikeThatOfTheBackup(
      SharedApiServer sharedApiServer, LifecycleBaseline like) throws Exception {
    List<SoakCase.RestoredAt> cases =
        SoakCase.fewOfThisRun(
            SoakCase.RestoredAt.class,
            1,
            restored -> restored.restore().compareTo(RestoreMoment.SHRUNK) <= 0);
    Assumptions.assumeFalse(cases.isEmpty(), "none is among the cases of this run");
    for (SoakCase.RestoredAt restored : cases) {
      live(sharedApiServer, like, restored);
    }
    System.out.printf("restores: %s, %s%n", cases, DrawnCases.ofThisRun());
  }

  private static void live(
      SharedApiServer sharedApiServer, LifecycleBaseline like, SoakCase.RestoredAt restored)
      throws Exception {
    String name = (restored.backup().name() + restored.restore().name()).toLowerCase(Locale.ROOT);
    Path backup = sharedApiServer.controlPlane().directory().resolve("backup-" + name);
    var counter = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
    try (var life = new PoolLifecycleRun(sharedApiServer, name, TestCloudType.AWS);
        var _ = RestartingManager.start(life, name, counter.hooks())) {
      // What it follows is a history that does not go back.
      life.watchman().exempt(name, Property.class);
      for (RestoreMoment moment : RestoreMoment.values()) {
        if (moment.compareTo(restored.restore()) > 0) {
          break;
        }
        moment.reach(life, like, PATIENCE);
        if (moment == restored.backup()) {
          sharedApiServer.controlPlane().backUpStore(backup);
        }
      }

      sharedApiServer.controlPlane().restoreStore(backup);
      // They look at the past as well, and ask to be restarted after a restore.
      sharedApiServer.controlPlane().restartControllers();

      if (restored.backup() == RestoreMoment.BEFORE) {
        assertNothingIsDone(life, restored);
      } else {
        assertEndsLike(life, like, restored);
      }
    } finally {
      if (Files.exists(backup)) {
        FileTree.delete(backup);
      }
    }
  }

  private static void assertEndsLike(
      PoolLifecycleRun life, LifecycleBaseline like, SoakCase.RestoredAt restored)
      throws InterruptedException {
    LifecyclePhase phase = restored.backup().phase();
    assertThat(life.awaitState(phase, like.stateAfter(phase), PATIENCE))
        .as(
            () ->
                "%s%n%s%n%s"
                    .formatted(
                        restored,
                        StateDiff.difference(like.stateAfter(phase), life.state()),
                        life.cloudCalls()))
        .isTrue();
  }

  /** A pool that no object names any more is nobody's: its machines run on. */
  private static void assertNothingIsDone(PoolLifecycleRun life, SoakCase.RestoredAt restored)
      throws InterruptedException {
    assertThat(life.awaitPhaseEnd(LifecyclePhase.DELETE, PATIENCE))
        .as("%s: %s", restored, life.state())
        .isTrue();
    life.awaitStillness(SILENCE);
    int writes = life.cloud().journal().writeCount();
    life.awaitStillness(SILENCE);
    assertThat(life.cloud().journal().writeCount()).as("%s", restored).isEqualTo(writes);
    assertThat(life.awaitPhaseEnd(LifecyclePhase.DELETE, Duration.ZERO))
        .as("%s", restored)
        .isTrue();
  }
}
