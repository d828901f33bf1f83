package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.Journal;
import io.weir.sandbox.sweep.RunIfDrawn;
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
@WithExclusiveSandbox
class CrashIT {

  private static final long LOOK_NANOS = 1_000_000;
  private static final long BOUND_NANOS = 240_000_000_000L;

  private final TestSandbox testSandbox;

  CrashIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @AfterEach
  void theManagerRuns() throws Exception {
    testSandbox.restartManager();
  }

  @RunIfDrawn(SoakCase.Single.CRASH_AFTER_CREATION)
  @ParameterizedTest
  @ValueSource(strings = {"CreateLaunchTemplate", "CreateAutoScalingGroup"})
  void aPoolWhoseManagerDiesAfterACreationIsMadeOnce(String action) throws Exception {
    int before = journal().callCount(action);
    ObjectKey pool = testSandbox.create("crash-" + action.toLowerCase(Locale.ROOT), 2);
    killWhen(() -> journal().callCount(action) > before);

    testSandbox.restartManager();

    testSandbox.awaitRunning(pool, 2);
    assertThat(journal().creations("LaunchTemplate", pool.name())).isEqualTo(1);
    assertThat(journal().creations("AutoScalingGroup", pool.name())).isEqualTo(1);
    testSandbox.awaitNodes(
        "2 Nodes carry the mark of their pool", () -> testSandbox.countNodesOf(pool) == 2);
    end(pool);
  }

  @RunIfDrawn(SoakCase.Single.CRASH_BEFORE_REPORT)
  @Test
  void aPoolWhoseManagerDiesBeforeItsDataIsReportedHasOneToken() throws Exception {
    ObjectKey pool = new ObjectKey(TestSandbox.NAMESPACE, "crash-data");
    var secrets = testSandbox.sandbox().kube().cache(GroupKind.SECRET);
    testSandbox.create(pool.name(), 1);
    killWhen(() -> secrets.get(pool).isPresent());

    testSandbox.restartManager();

    testSandbox.awaitRunning(pool, 1);
    assertThat(testSandbox.tokensOf(pool)).hasSize(1);
    end(pool);
  }

  @RunIfDrawn(SoakCase.Single.CRASH_WHILE_SCALING)
  @Test
  void aScaleThatWasCutOffEndsAsAsked() throws Exception {
    ObjectKey pool = testSandbox.create("crash-scale", 1);
    testSandbox.awaitRunning(pool, 1);
    int before = journal().callCount("UpdateAutoScalingGroup");
    testSandbox.scale(pool, 3);
    killWhen(() -> journal().callCount("UpdateAutoScalingGroup") > before);

    testSandbox.restartManager();

    testSandbox.awaitRunning(pool, 3);
    testSandbox.awaitNodes(
        "3 Nodes carry the mark of their pool", () -> testSandbox.countNodesOf(pool) == 3);
    end(pool);
  }

  @RunIfDrawn(SoakCase.Single.CRASH_WHILE_DELETING)
  @Test
  void aDeletionThatWasCutOffLeavesNothing() throws Exception {
    ObjectKey pool = testSandbox.create("crash-delete", 2);
    testSandbox.awaitRunning(pool, 2);
    int before = journal().callCount("DeleteAutoScalingGroup");
    testSandbox.delete(pool);
    killWhen(() -> journal().callCount("DeleteAutoScalingGroup") > before);

    testSandbox.restartManager();

    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.awaitGone(TestSandbox.AWS_POOL, pool);
    testSandbox.assertNothingInAws(pool.name());
    testSandbox.awaitNodes(
        "no Node of the pool is left", () -> testSandbox.countNodesOf(pool) == 0);
  }

  private Journal journal() {
    return testSandbox.aws().journal();
  }

  private void killWhen(BooleanSupplier point) {
    long end = System.nanoTime() + BOUND_NANOS;
    while (!point.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the point to kill at comes").isLessThan(end);
      LockSupport.parkNanos(LOOK_NANOS);
    }
    testSandbox.sandbox().manager().kill();
  }

  private void end(ObjectKey pool) throws Exception {
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.assertNothingInAws(pool.name());
  }
}
