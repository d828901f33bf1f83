package io.weir.sandbox.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.Conditions;
import io.weir.clouds.Fault;
import io.weir.clouds.Journal;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@OnStage
class FaultsIT {

  private final Stage stage;

  FaultsIT(Stage stage) {
    this.stage = stage;
  }

  @AfterEach
  void theCloudBehaves() {
    stage.sandbox().aws().faults().clear();
  }

  @Test
  void aWrongSubnetIsToldWithItsFieldIsNotTriedOverAndOverAndMendsItself() throws Exception {
    Journal journal = stage.sandbox().aws().journal();
    int before = journal.count("CreateAutoScalingGroup");
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
    assertThat(journal.count("CreateAutoScalingGroup") - before).isBetween(1, 2);
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
    stage.sandbox().aws().faults().add(Fault.of(Fault.Kind.DROPPED_AFTER).on(action).times(1));

    ObjectKey pool = stage.create("lost-" + action.toLowerCase(Locale.ROOT), 1);

    stage.awaitRunning(pool, 1);
    Journal journal = stage.sandbox().aws().journal();
    assertThat(journal.creations("LaunchTemplate", pool.name())).isEqualTo(1);
    assertThat(journal.creations("AutoScalingGroup", pool.name())).isEqualTo(1);
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void aCloudThatThrottlesEveryThirdCallIsBorne() throws Exception {
    stage.sandbox().aws().faults().add(Fault.of(Fault.Kind.THROTTLED).every(3));

    ObjectKey pool = stage.create("throttled", 2);

    stage.awaitRunning(pool, 2);
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void aPoolThatCannotGrowSaysWhyAndStaysWhatItWas() throws Exception {
    ObjectKey pool = stage.create("starved", 1);
    stage.awaitRunning(pool, 1);
    stage.sandbox().aws().faults().add(Fault.of(Fault.Kind.NO_CAPACITY));

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

    stage.sandbox().aws().faults().clear();

    stage.awaitRunning(pool, 2);
    stage.await(
        GroupKind.MACHINE_POOL,
        pool,
        object -> Conditions.holds(object.at("/status/conditions"), "InfrastructureReady"),
        "is ready again");
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void aCloudThatMayNotBeLookedAtAnyMoreIsToldOfPoolsThatRunAndOfThoseThatGo() throws Exception {
    ObjectKey runs = stage.create("unseen", 1);
    ObjectKey goes = stage.create("unseen-going", 1);
    stage.awaitRunning(runs, 1);
    stage.awaitRunning(goes, 1);
    stage.sandbox().aws().faults().add(Fault.of(Fault.Kind.DENIED).on("DescribeAutoScalingGroups"));
    stage.delete(goes);

    ApiObject blind = stage.await(Stage.AWS_POOL, runs, FaultsIT::unseen, "tells that it is old");
    stage.await(
        GroupKind.MACHINE_POOL,
        runs,
        object -> told(object, "InfrastructureReady").contains("DescribeAutoScalingGroups"),
        "passes it on");
    stage.await(Stage.AWS_POOL, goes, FaultsIT::unseen, "tells that its end is not seen");
    stage.sandbox().aws().faults().clear();

    assertThat(blind.at("/spec/providerIDList")).hasSize(1);
    assertThat(blind.at("/status/ready").asBoolean()).isTrue();
    stage.await(Stage.AWS_POOL, runs, FaultsIT::ready, "is ready again by itself");
    stage.awaitGone(GroupKind.MACHINE_POOL, goes);
    stage.delete(runs);
    stage.awaitGone(GroupKind.MACHINE_POOL, runs);
  }

  private static boolean unseen(ApiObject pool) {
    return message(pool)
        .filter(text -> text.startsWith("cannot observe aws in "))
        .filter(text -> text.contains("DescribeAutoScalingGroups"))
        .filter(
            text ->
                text.endsWith("the status stays as last observed until observations succeed again"))
        .isPresent();
  }

  private static boolean ready(ApiObject pool) {
    return pool.at("/status/conditions")
        .valueStream()
        .anyMatch(
            condition ->
                condition.path("type").asText().equals("Ready")
                    && condition.path("status").asText().equals("True"));
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
