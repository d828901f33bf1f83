package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Pods on the machines of a pool, by the real scheduler and the real controllers. */
@WithTestSandbox
class WorkloadsIT {
  private final TestSandbox testSandbox;
  private final PoolWorkloads workloads;

  WorkloadsIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
    this.workloads = new PoolWorkloads(testSandbox);
  }

  @Test
  void aDrainKeepsTheBudgetAndThePodsComeBackOnOtherNodes() throws Exception {
    ObjectKey pool = workloads.createPool("budgeted", 3);
    workloads.apply(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: budgeted}
        spec:
          replicas: 4
          selector: {matchLabels: {app: budgeted}}
          template: %s
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: budgeted}
        spec:
          minAvailable: 3
          selector: {matchLabels: {app: budgeted}}
        """
            .formatted(PoolWorkloads.template("budgeted")));
    workloads.awaitDeployed("budgeted");
    workloads.awaitField("pdb/budgeted", "{.status.disruptionsAllowed}", "1");
    // With four pods on three Nodes, one Node has two, of which the budget spares one at first.
    String crowded = crowdedNode("budgeted");
    AuditLog.Mark before = testSandbox.sandbox().controlPlane().auditLog().mark();

    workloads.drain(crowded);

    assertThat(evictionCodes(before)).contains(201, 429);
    workloads.awaitDeployed("budgeted");
    workloads.awaitField("pdb/budgeted", "{.status.currentHealthy}", "4");
    assertThat(workloads.nodesOfPods("budgeted")).hasSize(4).doesNotContain(crowded);
    testSandbox.kubectl("delete", "deployment,pdb", "budgeted");
    workloads.end(pool);
  }

  @Test
  void aDaemonSetGetsAPodOnEachNewMachine() throws Exception {
    ObjectKey pool = workloads.createPool("attended", 1);
    workloads.apply(
        """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: attended}
        spec:
          selector: {matchLabels: {app: attended}}
          template: %s
        """
            .formatted(PoolWorkloads.template("attended")));
    workloads.awaitField("daemonset/attended", "{.status.numberReady}", "1");

    testSandbox.scale(pool, 2);

    workloads.awaitField("daemonset/attended", "{.status.numberReady}", "2");
    assertThat(workloads.nodesOfPods("attended")).hasSize(2).doesNotHaveDuplicates();
    testSandbox.kubectl("delete", "daemonset", "attended");
    workloads.end(pool);
  }

  @Test
  void aJobCompletesWhenItsPodSaysThatItEnds() throws Exception {
    ObjectKey pool = workloads.createPool("finite", 1);
    workloads.apply(
        """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: finite}
        spec:
          template:
            metadata: {annotations: {sandbox.weir.io/completes-after: 2s}}
            spec:
              restartPolicy: Never
              nodeSelector: {test.weir.io/workers: finite}
              containers: [{name: main, image: example.org/nothing}]
        """);

    workloads.awaitComplete("finite");

    testSandbox.kubectl("delete", "job", "finite");
    workloads.end(pool);
  }

  private String crowdedNode(String app) throws Exception {
    return workloads.nodesOfPods(app).stream()
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
        .entrySet()
        .stream()
        .filter(node -> node.getValue() > 1)
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  private List<Integer> evictionCodes(AuditLog.Mark since) throws Exception {
    return testSandbox.sandbox().controlPlane().auditLog().since(since).stream()
        .filter(request -> request.subresource().equals("eviction"))
        .map(AuditRecord::code)
        .toList();
  }
}
