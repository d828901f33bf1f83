package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.once.SandboxRun;
import io.weir.sandbox.once.Transcript;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run without a session tells of pools that run, and of such as cannot. */
@WithTestSandbox
class SandboxRunIT {

  private static final String WRONG_SUBNET = "subnet-9";

  /** Nothing is waited for: what the pool says is there before. */
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  private final TestSandbox testSandbox;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  SandboxRunIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @Test
  void theExamplesRunAndWhatTheyCostIsTold() throws Exception {
    var kapsule = new ArrayList<>(ExamplePools.cluster(SandboxCloud.SCALEWAY, "once"));
    kapsule.addAll(ExamplePools.pool(SandboxCloud.SCALEWAY, "once", "nodes-once", 1));

    SandboxRun.Outcome outcome = once(Manifests.example().withFirst(kapsule), TestSandbox.PATIENCE);

    assertThat(outcome).as(told()).isEqualTo(SandboxRun.Outcome.RUNNING);
    assertThat(told())
        .contains("MachinePool workers: Running, 3 of 3 replicas, 3 of 3 Nodes Ready")
        .contains("MachinePool nodes-once: Running, 1 of 1 replicas, 1 of 1 Nodes Ready")
        .contains("CreatePool")
        .contains("machinepools/status")
        .contains("resident memory");
    delete(new ObjectKey(TestSandbox.NAMESPACE, "workers"));
    delete(new ObjectKey("once", "nodes-once"));
  }

  @Test
  void aPoolThatCannotRunIsToldWithTheReason() throws Exception {
    var pool = new ObjectKey(TestSandbox.NAMESPACE, "cannot");
    testSandbox.create(pool.name(), 1, WRONG_SUBNET);
    testSandbox.await(
        TestSandbox.AWS_POOL,
        pool,
        object ->
            ConditionLists.find(object.at("/status/conditions"), "Ready")
                .filter(ready -> ready.message().contains(WRONG_SUBNET))
                .isPresent(),
        "says what is wrong");
    new RecordedEvents(testSandbox.sandbox())
        .await(TestSandbox.AWS_POOL, pool, "Failed", TestSandbox.PATIENCE, WRONG_SUBNET);
    List<ObjectNode> wrong = ExamplePools.pool(TestSandbox.NAMESPACE, pool.name(), 1);
    wrong.get(1).withObject("/spec").putArray("subnets").addObject().put("id", WRONG_SUBNET);

    SandboxRun.Outcome outcome = once(Manifests.none().withFirst(wrong), AT_ONCE);

    assertThat(outcome).isEqualTo(SandboxRun.Outcome.NOT_RUNNING);
    assertThat(told())
        .contains("not Running after 5 s")
        .contains("AWSMachinePool default/cannot")
        .contains(WRONG_SUBNET)
        .containsOnlyOnce("Warning: AWSMachinePool cannot: Failed: ")
        .contains("Last log lines of the manager");
    delete(pool);
  }

  private SandboxRun.Outcome once(Manifests manifests, Duration timeout) throws Exception {
    var transcript =
        new Transcript(new PrintStream(out, true, StandardCharsets.UTF_8), System::nanoTime);
    return new SandboxRun(manifests, timeout, transcript).runIn(testSandbox.sandbox());
  }

  private String told() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private void delete(ObjectKey pool) throws Exception {
    testSandbox.kubectl(
        "-n", pool.namespace(), "delete", "machinepool", pool.name(), "--wait=false");
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }
}
