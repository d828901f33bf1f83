package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.clouds.CloudFault;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.Journal;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong with one pool in the cloud. */
@WithTestSandbox
class PoolFaultsIT {

  private final TestSandbox testSandbox;

  PoolFaultsIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @Test
  void aWrongSubnetIsToldWithItsFieldIsNotTriedOverAndOverAndMendsItself() throws Exception {
    testSandbox.create("wrong", 1, "subnet-0ffffffffffffffff");
    var pool = new ObjectKey(TestSandbox.NAMESPACE, "wrong");

    ApiObject reported =
        testSandbox.await(
            TestSandbox.AWS_POOL,
            pool,
            object ->
                message(object)
                    .filter(text -> text.contains("subnet-0ffffffffffffffff"))
                    .isPresent(),
            "tells of the subnet");
    String remedy = "correct AWSMachinePool spec.subnets";
    assertThat(message(reported)).hasValueSatisfying(text -> assertThat(text).contains(remedy));
    var recordedEvents = new RecordedEvents(testSandbox.sandbox());
    String[] words = {"create Auto Scaling group wrong", "subnet-0ffffffffffffffff", remedy};
    recordedEvents.await(TestSandbox.AWS_POOL, pool, "Failed", TestSandbox.PATIENCE, words);
    for (int i = 0; i < 5; i++) {
      testSandbox.kubectl(
          "annotate", "--overwrite", "awsmachinepool", "wrong", "example.org/poke=" + i);
    }
    testSandbox.awaitTwoRenewals();
    // Once, and at most once more should a pause have passed meanwhile.
    assertThat(testSandbox.aws().journal().calls("CreateAutoScalingGroup"))
        .filteredOn(call -> call.resource().equals("wrong"))
        .hasSizeBetween(1, 2);
    assertThat(recordedEvents.count(TestSandbox.AWS_POOL, pool, "Failed", words)).isEqualTo(1);

    testSandbox.kubectl(
        "patch",
        "awsmachinepool",
        "wrong",
        "--type=merge",
        "-p",
        "{\"spec\":{\"subnets\":[{\"id\":\"subnet-0aaaaaaaaaaaaaaa1\"}]}}");

    testSandbox.awaitRunning(pool, 1);
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CreateLaunchTemplate", "CreateAutoScalingGroup"})
  void aCreationWhoseAnswerIsLostIsNotMadeTwice(String action) throws Exception {
    String name = "lost-" + action.toLowerCase(Locale.ROOT);
    testSandbox
        .aws()
        .faults()
        .add(
            CloudFault.of(CloudFault.Kind.DROPPED_AFTER)
                .forAction(action)
                .forResource(name)
                .times(1));

    ObjectKey pool = testSandbox.create(name, 1);

    testSandbox.awaitRunning(pool, 1);
    Journal journal = testSandbox.aws().journal();
    assertThat(journal.creations("LaunchTemplate", pool.name())).isEqualTo(1);
    assertThat(journal.creations("AutoScalingGroup", pool.name())).isEqualTo(1);
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void aPoolThatCannotGrowSaysWhyAndStaysWhatItWas() throws Exception {
    ObjectKey pool = testSandbox.create("starved", 1);
    testSandbox.awaitRunning(pool, 1);
    var cloudFault = CloudFault.of(CloudFault.Kind.NO_CAPACITY).forResource(pool.name() + "/*");
    FaultInjector.PendingFault starving = testSandbox.aws().faults().inject(cloudFault);

    testSandbox.scale(pool, 2);

    ApiObject stuck =
        testSandbox.await(
            GroupKind.MACHINE_POOL,
            pool,
            object -> told(object, "InfrastructureReady").contains("capacity"),
            "tells that there is no capacity");
    assertThat(told(stuck, "ScalingUp")).startsWith("from 1 to 2 replicas").contains("capacity");
    assertThat(told(stuck, "Available")).startsWith("1 of 2 replicas").contains("capacity");
    assertThat(stuck.at("/status/initialization/infrastructureProvisioned").asBoolean()).isTrue();

    starving.remove();

    testSandbox.awaitRunning(pool, 2);
    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object -> ConditionLists.isTrue(object.at("/status/conditions"), "InfrastructureReady"),
        "is ready again");
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  private static String told(ApiObject object, String type) {
    return ConditionLists.find(object.at("/status/conditions"), type)
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
