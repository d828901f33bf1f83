package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.clouds.Journal;
import io.weir.sandbox.sweep.RunIfDrawn;
import io.weir.sandbox.sweep.SoakCase;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The manager is killed as {@code kill -9} does it, in the middle, and started again. */
@Tag("soak")
@WithExclusiveSandbox
class CrashIT {

  private static final String OTHER_TYPE =
      "{\"spec\":{\"awsLaunchTemplate\":{\"instanceType\":\"m5.large\"}}}";

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
    testSandbox.killManagerWhen(() -> journal().callCount(action) > before);

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
    testSandbox.killManagerWhen(() -> secrets.get(pool).isPresent());

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
    testSandbox.killManagerWhen(() -> journal().callCount("UpdateAutoScalingGroup") > before);

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
    testSandbox.killManagerWhen(() -> journal().callCount("DeleteAutoScalingGroup") > before);

    testSandbox.restartManager();

    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.awaitGone(TestSandbox.AWS_POOL, pool);
    testSandbox.assertNothingInAws(pool.name());
    testSandbox.awaitNodes(
        "no Node of the pool is left", () -> testSandbox.countNodesOf(pool) == 0);
  }

  @RunIfDrawn(SoakCase.Single.CRASH_WHILE_LEAVING)
  @ParameterizedTest
  @EnumSource(Leaving.class)
  void aMachineThatLeavesIsEndedOnceInWhateverStateOfItsRecordTheManagerDies(Leaving leaving)
      throws Exception {
    var workloads = new PoolWorkloads(testSandbox);
    String name = "crash-" + leaving.name().toLowerCase(Locale.ROOT);
    ObjectKey pool = workloads.createPool(name, leaving.replicas, leaving::edit);
    workloads.runOn(name, markedNodes(pool, leaving.replicas));
    workloads.keep(name, leaving == Leaving.DRAINING ? leaving.replicas : 0);
    int before = journal().callCount(leaving.call);
    if (leaving.replicas > 1) {
      testSandbox.scale(pool, leaving.replicas - 1);
    } else {
      testSandbox.kubectl("patch", "awsmachinepool", name, "--type=merge", "-p", OTHER_TYPE);
    }
    testSandbox.killManagerWhen(
        () -> record(pool).contains('"' + leaving.name().toLowerCase(Locale.ROOT) + '"'));
    testSandbox.kubectl("delete", "pdb", name);

    testSandbox.restartManager();

    testSandbox.await(
        TestSandbox.AWS_POOL,
        pool,
        object -> !object.annotations().containsKey(MetadataKeys.RETIREMENTS),
        "has nobody who leaves");
    testSandbox.awaitRunning(pool, 1);
    assertThat(journal().callCount(leaving.call)).isEqualTo(before + 1);
    testSandbox.awaitNodes("no Node leaves", () -> testSandbox.nodesThatLeave().isEmpty());
    workloads.deletePods(name);
    end(pool);
  }

  /** What {@code clusterctl move} does to objects: new ones, without status, as they were. */
  @RunIfDrawn(SoakCase.Single.MOVED_WHILE_LEAVING)
  @Test
  void aPoolThatIsMovedWhileAMachineDrainsEndsThatOneAndNoOther() throws Exception {
    var workloads = new PoolWorkloads(testSandbox);
    ObjectKey pool = workloads.createPool("moved", 3);
    workloads.runOn("moved", markedNodes(pool, 3));
    workloads.keep("moved", 3);
    testSandbox.scale(pool, 2);
    testSandbox.awaitNodes("one is drained", () -> !testSandbox.nodesThatLeave().isEmpty());
    List<String> before = testSandbox.nodesThatLeave();
    int ended = journal().callCount("TerminateInstanceInAutoScalingGroup");

    pauseCluster(true);
    new MovedObjects(testSandbox).move(pool.name());
    pauseCluster(false);

    testSandbox.await(
        TestSandbox.AWS_POOL,
        pool,
        object ->
            ConditionLists.find(object.at("/status/conditions"), ConditionTypes.DRAINING_SUCCEEDED)
                .filter(condition -> condition.message().contains("PodDisruptionBudget"))
                .isPresent(),
        "goes on draining");
    assertThat(testSandbox.nodesThatLeave()).isEqualTo(before);
    testSandbox.kubectl("delete", "pdb", "moved");
    testSandbox.awaitRunning(pool, 2);
    assertThat(testSandbox.namesOfNodesOf(pool)).doesNotContainAnyElementsOf(before);
    assertThat(journal().callCount("TerminateInstanceInAutoScalingGroup")).isEqualTo(ended + 1);
    assertThat(journal().creations("AutoScalingGroup", pool.name())).isEqualTo(1);
    workloads.deletePods("moved");
    end(pool);
  }

  private List<String> markedNodes(ObjectKey pool, int count) throws InterruptedException {
    testSandbox.awaitNodes(
        count + " Nodes carry the mark of their pool",
        () -> testSandbox.countNodesOf(pool) == count);
    return testSandbox.namesOfNodesOf(pool);
  }

  private void pauseCluster(boolean paused) throws Exception {
    testSandbox.kubectl(
        "patch",
        "cluster",
        "demo",
        "--type=merge",
        "-p",
        "{\"spec\":{\"paused\":%s}}".formatted(paused));
  }

  private String record(ObjectKey pool) {
    return testSandbox
        .sandbox()
        .kube()
        .cache(TestSandbox.AWS_POOL)
        .get(pool)
        .flatMap(object -> object.annotation(MetadataKeys.RETIREMENTS))
        .orElse("");
  }

  /** How far a machine is that leaves, and the call that ends it. */
  enum Leaving {
    DRAINING(2, "TerminateInstanceInAutoScalingGroup"),
    SHRINKING(2, "TerminateInstanceInAutoScalingGroup"),
    REPLACING(1, "TerminateInstanceInAutoScalingGroup"),
    RELEASED(1, "CompleteLifecycleAction");

    private final int replicas;
    private final String call;

    Leaving(int replicas, String call) {
      this.replicas = replicas;
      this.call = call;
    }

    private void edit(ObjectNode object) {
      if (!object.path("kind").asText().equals(GroupKind.MACHINE_POOL.kind())) {
        return;
      }
      ObjectNode annotations = object.withObject("/metadata/annotations");
      switch (this) {
        case REPLACING ->
            annotations.put(MetadataKeys.ROLLOUT_ENGINE, "weir").put(MetadataKeys.MAX_SURGE, "0");
        case RELEASED ->
            annotations.put(MetadataKeys.CLOUD_TERMINATIONS, MetadataKeys.DRAIN_CLOUD_TERMINATIONS);
        case DRAINING, SHRINKING -> {
          // As people have it who ask for nothing.
        }
      }
    }
  }

  private Journal journal() {
    return testSandbox.aws().journal();
  }

  private void end(ObjectKey pool) throws Exception {
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.assertNothingInAws(pool.name());
  }
}
