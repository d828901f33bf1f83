package io.weir.sandbox.life;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Conditions;
import io.weir.sandbox.objects.Cloud;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.once.Once;
import io.weir.sandbox.once.Transcript;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run without a session tells of pools that run, and of such as cannot. */
@OnStage
class OnceIT {

  private static final String WRONG_SUBNET = "subnet-9";

  /** Nothing is waited for: what the pool says is there before. */
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  private final Stage stage;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  OnceIT(Stage stage) {
    this.stage = stage;
  }

  @Test
  void theExamplesRunAndWhatTheyCostIsTold() throws Exception {
    var kapsule = new ArrayList<>(ExamplePools.cluster(Cloud.SCALEWAY, "once"));
    kapsule.addAll(ExamplePools.pool(Cloud.SCALEWAY, "once", "nodes-once", 1));

    Once.Outcome outcome = once(Manifests.example().after(kapsule), Stage.PATIENCE);

    assertThat(outcome).as(told()).isEqualTo(Once.Outcome.RUNNING);
    assertThat(told())
        .contains("MachinePool workers: Running, 3 of 3 replicas, 3 of 3 Nodes Ready")
        .contains("MachinePool nodes-once: Running, 1 of 1 replicas, 1 of 1 Nodes Ready")
        .contains("CreatePool")
        .contains("machinepools/status")
        .contains("resident memory");
    delete(new ObjectKey(Stage.NAMESPACE, "workers"));
    delete(new ObjectKey("once", "nodes-once"));
  }

  @Test
  void aPoolThatCannotRunIsToldWithTheReason() throws Exception {
    var pool = new ObjectKey(Stage.NAMESPACE, "cannot");
    stage.create(pool.name(), 1, WRONG_SUBNET);
    stage.await(
        Stage.AWS_POOL,
        pool,
        object ->
            Conditions.find(object.at("/status/conditions"), "Ready")
                .filter(ready -> ready.message().contains(WRONG_SUBNET))
                .isPresent(),
        "says what is wrong");
    new Events(stage.sandbox()).await(Stage.AWS_POOL, pool, "Failed", Stage.PATIENCE, WRONG_SUBNET);
    List<ObjectNode> wrong = ExamplePools.pool(Stage.NAMESPACE, pool.name(), 1);
    wrong.get(1).withObject("/spec").putArray("subnets").addObject().put("id", WRONG_SUBNET);

    Once.Outcome outcome = once(Manifests.none().after(wrong), AT_ONCE);

    assertThat(outcome).isEqualTo(Once.Outcome.NOT_RUNNING);
    assertThat(told())
        .contains("not there after 5 s")
        .contains("AWSMachinePool default/cannot")
        .contains(WRONG_SUBNET)
        .containsOnlyOnce("Warning: AWSMachinePool cannot: Failed: ")
        .contains("Last lines of the manager");
    delete(pool);
  }

  private Once.Outcome once(Manifests manifests, Duration timeout) throws Exception {
    var transcript =
        new Transcript(new PrintStream(out, true, StandardCharsets.UTF_8), System::nanoTime);
    return new Once(manifests, timeout, transcript).runIn(stage.sandbox());
  }

  private String told() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private void delete(ObjectKey pool) throws Exception {
    stage.kubectl("-n", pool.namespace(), "delete", "machinepool", pool.name(), "--wait=false");
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }
}
