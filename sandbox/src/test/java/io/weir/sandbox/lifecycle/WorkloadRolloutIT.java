package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What an application feels of it when Weir replaces all machines that it is on. */
@WithTestSandbox
class WorkloadRolloutIT {

  private static final int REPLICAS = 10;
  private static final int SURGE = 3;
  private static final int UNAVAILABLE = 1;
  private static final int FLOOR = REPLICAS - UNAVAILABLE;

  private final TestSandbox testSandbox;
  private final PoolWorkloads workloads;

  WorkloadRolloutIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
    this.workloads = new PoolWorkloads(testSandbox);
  }

  @Test
  void nineOfTenServeAtEveryMomentWhileTenMachinesAreReplacedOnceEach() throws Exception {
    ObjectKey pool = workloads.createPool("serving", REPLICAS, WorkloadRolloutIT::rolledByWeir);
    deploy("serving");
    try (var watched = RolledWorkload.watch(testSandbox, pool, REPLICAS)) {
      Set<String> before = watched.ends().keySet();

      testSandbox.kubectl(
          "patch",
          "awsmachinepool",
          pool.name(),
          "--type=merge",
          "-p",
          "{\"spec\":{\"awsLaunchTemplate\":{\"instanceType\":\"m5.large\"}}}");

      awaitRolled(pool, before);
      workloads.awaitDeployed("serving");
      Map<String, Optional<Instant>> ends = watched.ends();
      System.out.printf(
          "while %d machines were replaced: at least %d endpoints ready and %d Nodes available, at"
              + " most %d machines, %d Pods placed%n",
          ends.size() - REPLICAS,
          watched.fewestEndpoints(),
          watched.fewestNodes(),
          watched.mostInstances(),
          watched.placedPods());
      assertThat(watched.fewestEndpoints()).isGreaterThanOrEqualTo(FLOOR);
      assertThat(watched.fewestNodes()).isGreaterThanOrEqualTo(FLOOR);
      assertThat(watched.mostInstances()).isLessThanOrEqualTo(REPLICAS + SURGE);
      assertThat(ends).hasSize(2 * REPLICAS);
      assertThat(ends.keySet().stream().filter(id -> ends.get(id).isPresent()))
          .containsExactlyInAnyOrderElementsOf(before);
      assertThat(watched.endedUncordoned()).isEmpty();
      assertThat(watched.killed()).isEmpty();
    }
    testSandbox.kubectl("delete", "deployment,pdb,service", "serving");
    workloads.end(pool);
  }

  private static void rolledByWeir(ObjectNode object) {
    if (object.path("kind").asText().equals(GroupKind.MACHINE_POOL.kind())) {
      object
          .withObject("/metadata/annotations")
          .put("weir.io/rollout-engine", "weir")
          .put("weir.io/max-surge", String.valueOf(SURGE))
          .put("weir.io/max-unavailable", String.valueOf(UNAVAILABLE));
    }
    if (object.path("kind").asText().equals(TestSandbox.AWS_POOL.kind())) {
      object.withObject("/spec").put("maxSize", REPLICAS + SURGE);
      // AWS would level the zones that the rollout leaves two apart by ending one more instance.
      object.withObject("/spec/suspendProcesses/processes").put("azRebalance", true);
    }
  }

  /** As many Pods as there are machines, each on a machine of its own. */
  private void deploy(String app) throws Exception {
    workloads.apply(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %1$s}
        spec:
          replicas: %2$d
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec:
              nodeSelector: {%3$s: %1$s}
              affinity:
                podAntiAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    - topologyKey: kubernetes.io/hostname
                      labelSelector: {matchLabels: {app: %1$s}}
              containers: [{name: main, image: example.org/nothing, ports: [{containerPort: 80}]}]
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: %1$s}
        spec:
          maxUnavailable: %4$d
          selector: {matchLabels: {app: %1$s}}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: %1$s}
        spec:
          selector: {app: %1$s}
          ports: [{port: 80}]
        """
            .formatted(app, REPLICAS, PoolWorkloads.LABEL, UNAVAILABLE));
    workloads.awaitDeployed(app);
    workloads.awaitField("pdb/" + app, "{.status.disruptionsAllowed}", "" + UNAVAILABLE);
  }

  private void awaitRolled(ObjectKey pool, Set<String> before) throws Exception {
    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object ->
            instances(object).size() == REPLICAS
                && instances(object).stream().noneMatch(before::contains),
        "has ten other machines");
    testSandbox.awaitRunning(pool, REPLICAS);
  }

  private static Set<String> instances(ApiObject pool) {
    return pool.at("/spec/providerIDList")
        .valueStream()
        .map(id -> id.asText().substring(id.asText().lastIndexOf('/') + 1))
        .collect(Collectors.toSet());
  }
}
