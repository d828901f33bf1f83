package io.weir.sandbox.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.Journal;
import io.weir.sandbox.sweep.Drawn;
import io.weir.sandbox.sweep.SoakCase;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manager is killed as {@code kill -9} does it, in the middle, and started again. */
@Tag("soak")
@AloneOnStage
class CrashIT {

  private static final long LOOK_NANOS = 1_000_000;
  private static final long BOUND_NANOS = 240_000_000_000L;

  private final Stage stage;

  CrashIT(Stage stage) {
    this.stage = stage;
  }

  @AfterEach
  void theManagerRuns() throws Exception {
    stage.restartManager();
  }

  @Drawn(SoakCase.Single.CRASH_AFTER_CREATION)
  @ParameterizedTest
  @ValueSource(strings = {"CreateLaunchTemplate", "CreateAutoScalingGroup"})
  void aPoolWhoseManagerDiesAfterACreationIsMadeOnce(String action) throws Exception {
    int before = journal().count(action);
    ObjectKey pool = stage.create("crash-" + action.toLowerCase(Locale.ROOT), 2);
    killWhen(() -> journal().count(action) > before);

    stage.restartManager();

    stage.awaitRunning(pool, 2);
    assertThat(journal().creations("LaunchTemplate", pool.name())).isEqualTo(1);
    assertThat(journal().creations("AutoScalingGroup", pool.name())).isEqualTo(1);
    stage.awaitNodes("2 Nodes carry the mark of their pool", () -> stage.nodesOf(pool) == 2);
    end(pool);
  }

  @Drawn(SoakCase.Single.CRASH_BEFORE_REPORT)
  @Test
  void aPoolWhoseManagerDiesBeforeItsDataIsReportedHasOneToken() throws Exception {
    ObjectKey pool = new ObjectKey(Stage.NAMESPACE, "crash-data");
    var secrets = stage.sandbox().kube().cache(GroupKind.SECRET);
    stage.create(pool.name(), 1);
    killWhen(() -> secrets.get(pool).isPresent());

    stage.restartManager();

    stage.awaitRunning(pool, 1);
    assertThat(stage.tokensOf(pool)).hasSize(1);
    end(pool);
  }

  @Drawn(SoakCase.Single.CRASH_WHILE_SCALING)
  @Test
  void aScaleThatWasCutOffEndsAsAsked() throws Exception {
    ObjectKey pool = stage.create("crash-scale", 1);
    stage.awaitRunning(pool, 1);
    int before = journal().count("UpdateAutoScalingGroup");
    stage.scale(pool, 3);
    killWhen(() -> journal().count("UpdateAutoScalingGroup") > before);

    stage.restartManager();

    stage.awaitRunning(pool, 3);
    stage.awaitNodes("3 Nodes carry the mark of their pool", () -> stage.nodesOf(pool) == 3);
    end(pool);
  }

  @Drawn(SoakCase.Single.CRASH_WHILE_DELETING)
  @Test
  void aDeletionThatWasCutOffLeavesNothing() throws Exception {
    ObjectKey pool = stage.create("crash-delete", 2);
    stage.awaitRunning(pool, 2);
    int before = journal().count("DeleteAutoScalingGroup");
    stage.delete(pool);
    killWhen(() -> journal().count("DeleteAutoScalingGroup") > before);

    stage.restartManager();

    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
    stage.awaitGone(Stage.AWS_POOL, pool);
    stage.assertNothingInAws(pool.name());
    stage.awaitNodes("no Node of the pool is left", () -> stage.nodesOf(pool) == 0);
  }

  private Journal journal() {
    return stage.sandbox().aws().journal();
  }

  private void killWhen(BooleanSupplier point) {
    long end = System.nanoTime() + BOUND_NANOS;
    while (!point.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the point to kill at comes").isLessThan(end);
      LockSupport.parkNanos(LOOK_NANOS);
    }
    stage.sandbox().manager().kill();
  }

  private void end(ObjectKey pool) throws Exception {
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
    stage.assertNothingInAws(pool.name());
  }
}
