package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.Journal;
import java.util.Collections;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What a change of a pool does to its running machines. */
@WithTestSandbox
class RolloutIT {

  private static final String UP_TO_DATE = "InstancesUpToDate";

  private final TestSandbox testSandbox;

  RolloutIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @Test
  void anotherInstanceTypeReplacesEveryMachineByOneVersionAndOneRefresh() throws Exception {
    ObjectKey pool = testSandbox.create("retyped", 3);
    testSandbox.awaitRunning(pool, 3);
    Set<String> before = members(pool);

    try (var reported = sighting(GroupKind.MACHINE_POOL, pool, RolloutIT::tellsOfTheRefresh)) {
      patch(
          "awsmachinepool",
          pool,
          "{\"spec\":{\"awsLaunchTemplate\":{\"instanceType\":\"m5.large\"}}}");

      reported.await(TestSandbox.PATIENCE, "the pool tells how far the refresh is");
    }
    awaitReplaced(pool, before, 3);
    assertThat(journal().creations("LaunchTemplateVersion", pool.name())).isEqualTo(2);
    assertThat(journal().creations("InstanceRefresh", pool.name())).isEqualTo(1);
    assertThat(object(TestSandbox.AWS_POOL, pool).annotations())
        .doesNotContainKey("weir.io/owed-refresh");
    String event = "start an instance refresh of Auto Scaling group retyped";
    new RecordedEvents(testSandbox.sandbox())
        .await(TestSandbox.AWS_POOL, pool, "StartRefresh", TestSandbox.PATIENCE, event);
    assertThat(testSandbox.kubectl("get", "events", "-A")).contains(event);
    end(pool);
  }

  @Test
  void anotherKubernetesVersionReplacesEveryMachineByOneVersionAndOneRefresh() throws Exception {
    ObjectKey pool = testSandbox.create("raised", 2);
    testSandbox.awaitRunning(pool, 2);
    awaitSettled(pool);
    Set<String> before = members(pool);
    int versions = journal().creations("LaunchTemplateVersion", pool.name());
    int refreshes = journal().creations("InstanceRefresh", pool.name());

    try (var owed = sighting(TestSandbox.AWS_POOL, pool, RolloutIT::owesARefresh)) {
      patch("machinepool", pool, "{\"spec\":{\"template\":{\"spec\":{\"version\":\"v1.36.1\"}}}}");

      owed.await(TestSandbox.PATIENCE, "the pool owes a refresh");
    }
    awaitReplaced(pool, before, 2);
    assertThat(journal().creations("LaunchTemplateVersion", pool.name())).isEqualTo(versions + 1);
    assertThat(journal().creations("InstanceRefresh", pool.name())).isEqualTo(refreshes + 1);
    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object -> object.at("/status/versions/0/version").asText().equals("v1.36.1"),
        "runs v1.36.1 alone");
    end(pool);
  }

  @Test
  void aPoolThatIsDeletedWhileItIsRolledLeavesNothing() throws Exception {
    ObjectKey pool = testSandbox.create("interrupted", 3);
    testSandbox.awaitRunning(pool, 3);
    try (var owed = sighting(TestSandbox.AWS_POOL, pool, RolloutIT::owesARefresh)) {
      patch(
          "awsmachinepool",
          pool,
          "{\"spec\":{\"awsLaunchTemplate\":{\"instanceType\":\"m5.large\"}}}");
      owed.await(TestSandbox.PATIENCE, "the pool owes a refresh");
    }
    testSandbox.await(
        TestSandbox.AWS_POOL,
        pool,
        _ -> journal().creations("InstanceRefresh", pool.name()) == 1,
        "is being rolled");

    end(pool);

    testSandbox.awaitNodes(
        "no Node of the pool is left", () -> testSandbox.countNodesOf(pool) == 0);
  }

  private StateObserver sighting(GroupKind kind, ObjectKey pool, Predicate<ApiObject> wanted) {
    return StateObserver.start(testSandbox.sandbox().kube().cache(kind), pool, wanted);
  }

  private static boolean owesARefresh(ApiObject pool) {
    return pool.annotations().containsKey("weir.io/owed-refresh");
  }

  private static boolean tellsOfTheRefresh(ApiObject pool) {
    return field(pool, "RollingOut", "message")
            .filter(text -> text.startsWith("instance refresh "))
            .isPresent()
        && pool.at("/status/upToDateReplicas").asInt() < 3;
  }

  private void awaitSettled(ObjectKey pool) throws InterruptedException {
    testSandbox.await(
        TestSandbox.AWS_POOL,
        pool,
        object ->
            condition(object, UP_TO_DATE).filter("True"::equals).isPresent()
                && !owesARefresh(object),
        "has nothing to replace");
  }

  private void awaitReplaced(ObjectKey pool, Set<String> before, int replicas) throws Exception {
    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object ->
            members(object).size() == replicas && Collections.disjoint(members(object), before),
        "has %d machines, and none of %s".formatted(replicas, before));
    awaitSettled(pool);
    testSandbox.awaitRunning(pool, replicas);
    assertThat(members(pool)).hasSize(replicas).doesNotContainAnyElementsOf(before);
  }

  private Set<String> members(ObjectKey pool) throws InterruptedException {
    return members(object(GroupKind.MACHINE_POOL, pool));
  }

  private static Set<String> members(ApiObject pool) {
    Set<String> ids = new HashSet<>();
    pool.at("/spec/providerIDList").forEach(id -> ids.add(id.asText()));
    return ids;
  }

  private ApiObject object(GroupKind kind, ObjectKey key) throws InterruptedException {
    return testSandbox.await(kind, key, _ -> true, "exists");
  }

  private void patch(String kind, ObjectKey pool, String patch) throws Exception {
    testSandbox.kubectl("patch", kind, pool.name(), "--type=merge", "-p", patch);
  }

  private Journal journal() {
    return testSandbox.aws().journal();
  }

  private static Optional<String> condition(ApiObject pool, String type) {
    return field(pool, type, "status");
  }

  private static Optional<String> field(ApiObject pool, String type, String field) {
    return pool.at("/status/conditions")
        .valueStream()
        .filter(condition -> condition.path("type").asText().equals(type))
        .map(condition -> condition.path(field).asText(""))
        .findFirst();
  }

  private void end(ObjectKey pool) throws Exception {
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.awaitGone(TestSandbox.AWS_POOL, pool);
    testSandbox.assertNothingInAws(pool.name());
  }
}
