package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.clouds.InstanceState;
import io.weir.clouds.gcp.GcpCloud;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lifecycle of managed instance groups, from YAML to Nodes and back. */
@WithTestSandbox
class GcpLifecycleIT {
  private static final GroupKind POOL = TestSandbox.GCP_POOL;
  private static final String NAMESPACE = TestSandbox.GCP_NAMESPACE;

  private final TestSandbox testSandbox;
  private final Sandbox sandbox;

  GcpLifecycleIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
    this.sandbox = testSandbox.sandbox();
  }

  @Test
  void aPoolRunsFollowsItsReplicasIsReplacedForAnotherTypeAndLeavesNothing() throws Exception {
    ObjectKey pool = create("gce", 1);
    testSandbox.awaitRunning(pool, 1);
    Set<String> first = members(pool);

    scale(pool, 2);
    testSandbox.awaitRunning(pool, 2);
    Set<String> before = members(pool);
    assertThat(before).containsAll(first);
    testSandbox.kubectl(
        "-n",
        NAMESPACE,
        "patch",
        "gcpmachinepool",
        pool.name(),
        "--type=merge",
        "-p",
        "{\"spec\": {\"instanceType\": \"n2-standard-8\"}}");
    ApiObject rolled =
        testSandbox.await(
            POOL,
            pool,
            object ->
                ConditionLists.isTrue(object.at("/status/conditions"), "InstancesUpToDate")
                    && members(object).stream().noneMatch(before::contains),
            "has other machines");
    testSandbox.awaitRunning(pool, 2);

    assertThat(rolled.at("/status/ready").asBoolean()).isTrue();
    assertThat(running(pool)).hasSize(2);
    scale(pool, 0);
    testSandbox.awaitRunning(pool, 0);
    assertThat(running(pool)).isEmpty();
    delete(pool);
  }

  /** The simulated machine boots so fast that its Node may still be deleted as its forerunner's. */
  @Tag("explore")
  @Test
  void aMachineThatStopsIsRepairedByItsGroupAndJoinsAgain() throws Exception {
    ObjectKey pool = create("repaired-gce", 1);
    testSandbox.awaitRunning(pool, 1);
    testSandbox.awaitNodes(
        "one Node bears the mark of its pool", () -> testSandbox.countNodesOf(pool) == 1);
    InstanceState machine = running(pool).getFirst();
    String node = testSandbox.namesOfNodesOf(pool).getFirst();
    String before = machineId(node);
    int steps = gcp().journal().creations("Instance", group(pool));

    assertThat(gcp().killInstance(machine.id())).isTrue();
    testSandbox.awaitNodes(
        "another machine of the name " + node + " is ready",
        () -> isReady(node) && !machineId(node).equals(before));
    testSandbox.awaitRunning(pool, 1);

    assertThat(running(pool)).singleElement().extracting(InstanceState::id).isEqualTo(machine.id());
    assertThat(gcp().journal().creations("Instance", group(pool))).isEqualTo(steps);
    delete(pool);
  }

  private boolean isReady(String node) {
    return testSandbox.nodes().stream()
        .filter(each -> each.name().equals(node))
        .anyMatch(each -> ConditionLists.isTrue(each.at("/status/conditions"), "Ready"));
  }

  /** Empty for a Node that is not there. */
  private String machineId(String node) {
    return testSandbox.nodes().stream()
        .filter(each -> each.name().equals(node))
        .map(each -> each.at("/status/nodeInfo/machineID").asText())
        .findFirst()
        .orElse("");
  }

  private GcpCloud gcp() {
    return sandbox.simulator(GcpCloud.class);
  }

  private static String group(ObjectKey pool) {
    return ExamplePools.CLUSTER + "-" + pool.name();
  }

  private Set<String> members(ObjectKey pool) {
    return members(sandbox.kube().client().get(POOL, pool).orElseThrow());
  }

  private static Set<String> members(ApiObject pool) {
    return pool.at("/spec/providerIDList")
        .valueStream()
        .map(JsonNode::asText)
        .collect(Collectors.toSet());
  }

  private List<InstanceState> running(ObjectKey pool) {
    return gcp().instances().stream()
        .filter(each -> each.group().equals(group(pool)))
        .filter(each -> each.phase() == InstanceState.Phase.RUNNING)
        .toList();
  }

  private void scale(ObjectKey pool, int replicas) throws Exception {
    testSandbox.kubectl(
        "-n", NAMESPACE, "scale", "machinepool", pool.name(), "--replicas=" + replicas);
  }

  private ObjectKey create(String name, int replicas) {
    for (ObjectNode object : ExamplePools.pool(SandboxCloud.GCP, NAMESPACE, name, replicas)) {
      ApiObject _ = sandbox.kube().client().apply(object);
    }
    return new ObjectKey(NAMESPACE, name);
  }

  private void delete(ObjectKey pool) throws Exception {
    testSandbox.end(POOL, pool);
    assertThat(gcp().comparableState()).doesNotContain("/" + group(pool) + "\"");
    assertThat(gcp().instances()).noneMatch(each -> each.group().equals(group(pool)));
  }
}
