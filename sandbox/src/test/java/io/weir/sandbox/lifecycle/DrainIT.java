package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is on a machine that leaves, on a real API server. */
@WithTestSandbox
class DrainIT {

  private static final int DRAIN_SECONDS = 5;

  private final TestSandbox testSandbox;
  private final PoolWorkloads workloads;

  DrainIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
    this.workloads = new PoolWorkloads(testSandbox);
  }

  @Test
  void aScaleInWaitsForAPodDisruptionBudgetAndGoesOnWhenItIsLifted() throws Exception {
    ObjectKey pool = workloads.createPool("drained", 2);
    List<String> nodes = nodesOf(pool);
    occupy("drained", nodes);

    testSandbox.scale(pool, 1);

    ApiObject held = awaitHeld(pool);
    String victim = victim(held, nodes);
    String stays = nodes.get(1 - nodes.indexOf(victim));
    assertThat(message(held))
        .startsWith("1 of 2 leaving: i-")
        .contains("(scale-in, Node " + victim);
    assertThat(held.at("/spec/providerIDList")).hasSize(2);
    assertThat(unschedulable(victim)).isTrue();
    assertThat(unschedulable(stays)).isFalse();
    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object ->
            ConditionLists.find(object.at("/status/conditions"), ConditionTypes.SCALING_DOWN)
                .filter(condition -> condition.message().contains("PodDisruptionBudget"))
                .isPresent(),
        "tells why it does not shrink");

    testSandbox.kubectl("delete", "pdb", "drained");

    testSandbox.awaitRunning(pool, 1);
    awaitNobodyLeaves(pool);
    assertThat(nodesOf(pool)).containsExactly(stays);
    assertThat(workloads.nodesOfPods("drained")).containsExactly(stays);
    workloads.deletePods("drained");
    workloads.end(pool);
  }

  @Test
  void aScaleInThatIsTakenBackGivesTheNodeBack() throws Exception {
    ObjectKey pool = workloads.createPool("kept", 2);
    List<String> nodes = nodesOf(pool);
    occupy("kept", nodes);
    testSandbox.scale(pool, 1);
    awaitHeld(pool);

    testSandbox.scale(pool, 2);

    awaitNobodyLeaves(pool);
    assertThat(nodesOf(pool)).isEqualTo(nodes);
    assertThat(nodes).noneMatch(this::unschedulable);
    assertThat(workloads.nodesOfPods("kept")).containsExactlyInAnyOrderElementsOf(nodes);
    testSandbox.kubectl("delete", "pdb", "kept");
    workloads.deletePods("kept");
    workloads.end(pool);
  }

  @Test
  void aScaleInWhoseDrainTimeIsOverEndsTheMachineWithThePodsThatABudgetKeeps() throws Exception {
    ObjectKey pool =
        workloads.createPool(
            "impatient",
            2,
            object -> {
              if (object.path("kind").asText().equals(GroupKind.MACHINE_POOL.kind())) {
                object
                    .withObject("/spec/template/spec/deletion")
                    .put("nodeDrainTimeoutSeconds", DRAIN_SECONDS);
              }
            });
    List<String> nodes = nodesOf(pool);
    occupy("impatient", nodes);
    AuditLog.Mark before = testSandbox.sandbox().controlPlane().auditLog().mark();

    testSandbox.scale(pool, 1);

    String victim = victim(awaitHeld(pool), nodes);
    testSandbox.awaitRunning(pool, 1);
    awaitNobodyLeaves(pool);
    assertThat(nodesOf(pool)).hasSize(1).doesNotContain(victim);
    new RecordedEvents(testSandbox.sandbox())
        .await(
            TestSandbox.AWS_POOL,
            pool,
            "DrainTimedOut",
            TestSandbox.PATIENCE,
            victim,
            "the drain time of %d s is over: 1 pod left: default/on-%s"
                .formatted(DRAIN_SECONDS, victim));
    assertThat(evictionCodes(before, "on-" + victim)).isNotEmpty().containsOnly(429);
    testSandbox.kubectl("delete", "pdb", "impatient");
    workloads.deletePods("impatient");
    workloads.end(pool);
  }

  @Test
  void aDeletionDrainsAllNodesForAsLongAsThePoolAsks() throws Exception {
    ObjectKey pool =
        workloads.createPool(
            "farewell",
            2,
            object -> {
              if (object.path("kind").asText().equals(GroupKind.MACHINE_POOL.kind())) {
                object
                    .withObject("/spec/template/spec/deletion")
                    .put("nodeDrainTimeoutSeconds", 600);
              }
            });
    List<String> nodes = nodesOf(pool);
    occupy("farewell", nodes);

    testSandbox.delete(pool);

    ApiObject held = awaitHeld(pool);
    assertThat(message(held))
        .startsWith(
            "the pool is being deleted, and 2 of 2 machines drain first, for 600 s at most: i-")
        .contains(nodes);
    assertThat(nodes).allMatch(this::unschedulable);
    assertThat(workloads.nodesOfPods("farewell")).containsExactlyInAnyOrderElementsOf(nodes);
    assertThat(
            testSandbox.aws().instances().stream()
                .filter(instance -> "farewell".equals(instance.group()))
                .filter(instance -> instance.state().equals("running")))
        .hasSize(2);

    testSandbox.kubectl("delete", "pdb", "farewell");

    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.assertNothingInAws("farewell");
    assertThat(workloads.nodesOfPods("farewell")).isEmpty();
  }

  @Test
  void anInstanceRefreshOfAwsWaitsForAPodDisruptionBudgetWhereItsMachinesAreToBeDrained()
      throws Exception {
    ObjectKey pool =
        workloads.createPool(
            "refreshed",
            1,
            object -> {
              if (object.path("kind").asText().equals(GroupKind.MACHINE_POOL.kind())) {
                object
                    .withObject("/metadata/annotations")
                    .put(MetadataKeys.CLOUD_TERMINATIONS, MetadataKeys.DRAIN_CLOUD_TERMINATIONS);
              }
            });
    List<String> nodes = nodesOf(pool);
    occupy("refreshed", nodes);

    testSandbox.kubectl(
        "patch",
        "awsmachinepool",
        "refreshed",
        "--type=merge",
        "-p",
        "{\"spec\":{\"awsLaunchTemplate\":{\"instanceType\":\"m5.large\"}}}");

    assertThat(message(awaitHeld(pool))).contains("(ended-by-cloud, Node " + nodes.getFirst());
    assertThat(unschedulable(nodes.getFirst())).isTrue();

    testSandbox.kubectl("delete", "pdb", "refreshed");

    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object ->
            object.at("/status/nodeRefs").size() == 1
                && !object.at("/status/nodeRefs/0/name").asText().equals(nodes.getFirst()),
        "has another Node");
    awaitNobodyLeaves(pool);
    assertThat(workloads.nodesOfPods("refreshed")).isEmpty();
    workloads.end(pool);
  }

  @Test
  void rulesSayWhichPodStaysWhichGoesFirstAndWhichIsWaitedFor() throws Exception {
    ObjectKey pool =
        workloads.createPool(
            "ruled",
            1,
            object -> {
              if (object.path("kind").asText().equals(TestSandbox.AWS_POOL.kind())) {
                object.withObject("/spec").put("minSize", 0);
              }
            });
    String node = nodesOf(pool).getFirst();
    rule("agents", "{behavior: Skip}", "{kubernetes.io/metadata.name: default}");
    rule("early", "{behavior: Drain, order: -1}", "{}");
    rule("jobs", "{behavior: WaitCompleted}", "{}");
    rule("late", "{behavior: Drain, order: 10}", "{}");
    for (String app : List.of("agents", "early", "jobs", "late")) {
      workloads.apply(
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: ruled-%1$s, labels: {app: ruled-%1$s, ruled: "yes"}}
          spec:
            nodeName: %2$s
            restartPolicy: Never
            containers: [{name: main, image: example.org/nothing}]
          """
              .formatted(app, node));
    }
    testSandbox.kubectl("wait", "pod", "-l", "ruled=yes", "--for=condition=Ready");
    workloads.keep("ruled-early", 1);
    AuditLog.Mark before = testSandbox.sandbox().controlPlane().auditLog().mark();

    testSandbox.scale(pool, 0);

    String job = "default/ruled-jobs (waits for completion by MachineDrainRule ruled-jobs)";
    String late =
        "default/ruled-late (after those of a lower order, by MachineDrainRule ruled-late)";
    assertThat(message(awaitHeld(pool))).contains("3 pods left", job, late);
    assertThat(evictionCodes(before, "ruled-late")).isEmpty();

    testSandbox.kubectl("delete", "pdb", "ruled-early");

    testSandbox.await(
        TestSandbox.AWS_POOL,
        pool,
        object -> message(object).contains("2 pods left: %s, %s".formatted(job, late)),
        "waits for the job alone");
    assertThat(evictionCodes(before, "ruled-late")).isEmpty();

    testSandbox.kubectl("annotate", "pod", "ruled-jobs", "sandbox.weir.io/completes-after=1s");

    testSandbox.awaitRunning(pool, 0);
    awaitNobodyLeaves(pool);
    assertThat(evictionCodes(before, "ruled-late")).contains(201);
    assertThat(evictionCodes(before, "ruled-jobs")).isEmpty();
    assertThat(evictionCodes(before, "ruled-agents")).isEmpty();
    testSandbox.kubectl("delete", "machinedrainrule", "-l", "ruled=yes");
    testSandbox.kubectl("delete", "pods", "-l", "ruled=yes", "--force", "--grace-period=0");
    workloads.end(pool);
  }

  /** For Pods of an application on the machines of that one pool. */
  private void rule(String app, String drain, String namespaceLabels) throws Exception {
    workloads.apply(
        """
        apiVersion: cluster.x-k8s.io/v1beta2
        kind: MachineDrainRule
        metadata: {name: ruled-%1$s, labels: {ruled: "yes"}}
        spec:
          drain: %2$s
          machines: [{selector: {matchLabels: {cluster.x-k8s.io/pool-name: ruled}}}]
          pods:
            - selector: {matchLabels: {app: ruled-%1$s}}
              namespaceSelector: {matchLabels: %3$s}
        """
            .formatted(app, drain, namespaceLabels));
  }

  /** A Pod on each of these Nodes, of which a budget lets none go. */
  private void occupy(String app, List<String> nodes) throws Exception {
    workloads.runOn(app, nodes);
    workloads.keep(app, nodes.size());
  }

  private ApiObject awaitHeld(ObjectKey pool) throws InterruptedException {
    return testSandbox.await(
        TestSandbox.AWS_POOL,
        pool,
        object -> message(object).contains("PodDisruptionBudget"),
        "is held up by the budget");
  }

  private void awaitNobodyLeaves(ObjectKey pool) throws InterruptedException {
    testSandbox.await(
        TestSandbox.AWS_POOL,
        pool,
        object ->
            message(object).isEmpty()
                && !object.annotations().containsKey(MetadataKeys.RETIREMENTS),
        "has nobody who leaves");
  }

  private static String victim(ApiObject held, List<String> nodes) {
    return nodes.stream()
        .filter(node -> message(held).contains("Node " + node))
        .findFirst()
        .orElseThrow();
  }

  private List<Integer> evictionCodes(AuditLog.Mark since, String pod) throws Exception {
    return testSandbox.sandbox().controlPlane().auditLog().since(since).stream()
        .filter(request -> request.subresource().equals("eviction") && request.name().equals(pod))
        .map(AuditRecord::code)
        .toList();
  }

  private static String message(ApiObject pool) {
    return ConditionLists.find(pool.at("/status/conditions"), ConditionTypes.DRAINING_SUCCEEDED)
        .map(Condition::message)
        .orElse("");
  }

  private List<String> nodesOf(ObjectKey pool) throws InterruptedException {
    return testSandbox
        .await(GroupKind.MACHINE_POOL, pool, _ -> true, "exists")
        .at("/status/nodeRefs")
        .valueStream()
        .map(ref -> ref.path("name").asText())
        .sorted()
        .toList();
  }

  private boolean unschedulable(String node) {
    return testSandbox.nodes().stream()
        .filter(one -> one.name().equals(node))
        .anyMatch(one -> one.at("/spec/unschedulable").asBoolean());
  }
}
