package io.weir.sandbox.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.Conditions;
import io.weir.clouds.Fault;
import io.weir.clouds.Faults;
import io.weir.clouds.Journal;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong with one pool in the cloud. */
@OnStage
class FaultsIT {

  private final Stage stage;

  FaultsIT(Stage stage) {
    this.stage = stage;
  }

  @Test
  void aWrongSubnetIsToldWithItsFieldIsNotTriedOverAndOverAndMendsItself() throws Exception {
    stage.create("wrong", 1, "subnet-0ffffffffffffffff");
    var pool = new ObjectKey(Stage.NAMESPACE, "wrong");

    ApiObject told =
        stage.await(
            Stage.AWS_POOL,
            pool,
            object ->
                message(object)
                    .filter(text -> text.contains("subnet-0ffffffffffffffff"))
                    .isPresent(),
            "tells of the subnet");
    String remedy = "correct AWSMachinePool spec.subnets";
    assertThat(message(told)).hasValueSatisfying(text -> assertThat(text).contains(remedy));
    var events = new Events(stage.sandbox());
    String[] words = {"create Auto Scaling group wrong", "subnet-0ffffffffffffffff", remedy};
    events.await(Stage.AWS_POOL, pool, "Failed", Stage.PATIENCE, words);
    for (int i = 0; i < 5; i++) {
      stage.kubectl("annotate", "--overwrite", "awsmachinepool", "wrong", "example.org/poke=" + i);
    }
    stage.awaitTwoRenewals();
    // Once, and at most once more should a pause have passed meanwhile.
    assertThat(stage.sandbox().aws().journal().calls("CreateAutoScalingGroup"))
        .filteredOn(call -> call.resource().equals("wrong"))
        .hasSizeBetween(1, 2);
    assertThat(events.count(Stage.AWS_POOL, pool, "Failed", words)).isEqualTo(1);

    stage.kubectl(
        "patch",
        "awsmachinepool",
        "wrong",
        "--type=merge",
        "-p",
        "{\"spec\":{\"subnets\":[{\"id\":\"subnet-0aaaaaaaaaaaaaaa1\"}]}}");

    stage.awaitRunning(pool, 1);
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CreateLaunchTemplate", "CreateAutoScalingGroup"})
  void aCreationWhoseAnswerIsLostIsNotMadeTwice(String action) throws Exception {
    String name = "lost-" + action.toLowerCase(Locale.ROOT);
    stage
        .sandbox()
        .aws()
        .faults()
        .add(Fault.of(Fault.Kind.DROPPED_AFTER).on(action).at(name).times(1));

    ObjectKey pool = stage.create(name, 1);

    stage.awaitRunning(pool, 1);
    Journal journal = stage.sandbox().aws().journal();
    assertThat(journal.creations("LaunchTemplate", pool.name())).isEqualTo(1);
    assertThat(journal.creations("AutoScalingGroup", pool.name())).isEqualTo(1);
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void aPoolThatCannotGrowSaysWhyAndStaysWhatItWas() throws Exception {
    ObjectKey pool = stage.create("starved", 1);
    stage.awaitRunning(pool, 1);
    var fault = Fault.of(Fault.Kind.NO_CAPACITY).at(pool.name() + "/*");
    Faults.Pending starving = stage.sandbox().aws().faults().lay(fault);

    stage.scale(pool, 2);

    ApiObject stuck =
        stage.await(
            GroupKind.MACHINE_POOL,
            pool,
            object -> told(object, "InfrastructureReady").contains("capacity"),
            "tells that there is no capacity");
    assertThat(told(stuck, "ScalingUp")).startsWith("from 1 to 2 replicas").contains("capacity");
    assertThat(told(stuck, "Available")).startsWith("1 of 2 replicas").contains("capacity");
    assertThat(stuck.at("/status/initialization/infrastructureProvisioned").asBoolean()).isTrue();

    starving.remove();

    stage.awaitRunning(pool, 2);
    stage.await(
        GroupKind.MACHINE_POOL,
        pool,
        object -> Conditions.holds(object.at("/status/conditions"), "InfrastructureReady"),
        "is ready again");
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  private static String told(ApiObject object, String type) {
    return Conditions.find(object.at("/status/conditions"), type)
        .map(Condition::message)
        .orElse("");
  }

  private static Optional<String> message(ApiObject pool) {
    return pool.at("/status/conditions")
        .valueStream()
        .filter(condition -> condition.path("type").asText().equals("Ready"))
        .map(condition -> condition.path("message").asText(""))
        .filter(text -> !text.isEmpty())
        .findFirst();
  }
}
