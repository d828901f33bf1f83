package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState.Phase;
import io.weir.clouds.Journal.InstanceStep;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The manager is killed while its engine rolls a pool, and started again. */
@Tag("soak")
@WithExclusiveSandbox
class KilledRolloutIT {

  private static final int REPLICAS = 3;
  private static final String END = "TerminateInstanceInAutoScalingGroup";

  private final TestSandbox testSandbox;

  KilledRolloutIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @AfterEach
  void theManagerRuns() throws Exception {
    testSandbox.restartManager();
  }

  @Test
  void aRollWhoseManagerDiesAtTheFirstEndReplacesEachMachineOnceAndKeepsTheFloor()
      throws Exception {
    var workloads = new PoolWorkloads(testSandbox);
    ObjectKey pool = workloads.createPool("roll-killed", REPLICAS, KilledRolloutIT::rolledByWeir);
    Set<String> before =
        instances(testSandbox.await(GroupKind.MACHINE_POOL, pool, _ -> true, "is"));
    int ended = testSandbox.aws().journal().callCount(END);

    testSandbox.kubectl(
        "patch",
        "awsmachinepool",
        pool.name(),
        "--type=merge",
        "-p",
        "{\"spec\":{\"awsLaunchTemplate\":{\"instanceType\":\"m5.large\"}}}");
    testSandbox.killManagerWhen(() -> testSandbox.aws().journal().callCount(END) > ended);
    testSandbox.restartManager();

    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object ->
            instances(object).size() == REPLICAS
                && instances(object).stream().noneMatch(before::contains),
        "has three other machines");
    testSandbox.awaitRunning(pool, REPLICAS);
    assertThat(testSandbox.aws().journal().callCount(END)).isEqualTo(ended + REPLICAS);
    assertThat(steps(pool).map(InstanceStep::id).distinct()).hasSize(2 * REPLICAS);
    assertThat(fewestRunning(steps(pool))).isEqualTo(REPLICAS);
    workloads.end(pool);
  }

  private static void rolledByWeir(ObjectNode object) {
    if (object.path("kind").asText().equals(GroupKind.MACHINE_POOL.kind())) {
      object
          .withObject("/metadata/annotations")
          .put(MetadataKeys.ROLLOUT_ENGINE, "weir")
          .put(MetadataKeys.MAX_SURGE, "1")
          .put(MetadataKeys.MAX_UNAVAILABLE, "0");
    }
    if (object.path("kind").asText().equals(TestSandbox.AWS_POOL.kind())) {
      object.withObject("/spec").put("maxSize", REPLICAS + 1);
      // AWS would level the zones that the rollout leaves two apart by ending one more instance.
      object.withObject("/spec/suspendProcesses/processes").put("azRebalance", true);
    }
  }

  /** What the pool's instances went through, oldest first. */
  private Stream<InstanceStep> steps(ObjectKey pool) {
    return testSandbox.aws().journal().stepsAfter(0).stream()
        .filter(step -> step.group().equals(pool.name()));
  }

  /** The fewest that ran at once since all ran. */
  private static int fewestRunning(Stream<InstanceStep> steps) {
    var running = new HashSet<String>();
    List<Integer> counts =
        steps
            .map(
                step -> {
                  boolean _ =
                      step.phase() == Phase.RUNNING
                          ? running.add(step.id())
                          : running.remove(step.id());
                  return running.size();
                })
            .toList();
    return counts.stream().dropWhile(count -> count < REPLICAS).min(Integer::compare).orElse(0);
  }

  private static Set<String> instances(ApiObject pool) {
    return pool.at("/spec/providerIDList")
        .valueStream()
        .map(id -> id.asText().substring(id.asText().lastIndexOf('/') + 1))
        .collect(Collectors.toSet());
  }
}
