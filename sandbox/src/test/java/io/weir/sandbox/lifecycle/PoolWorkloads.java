package io.weir.sandbox.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.sandbox.objects.ExamplePools;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Pods on the machines of pools, by the real scheduler and the real controllers. */
final class PoolWorkloads {
  /** Of the Nodes of a pool: its name. */
  static final String LABEL = "test.weir.io/workers";

  private static final String PATIENCE = "--timeout=" + TestSandbox.PATIENCE.toSeconds() + "s";

  private final TestSandbox testSandbox;

  PoolWorkloads(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  /** A pool that runs, whose Nodes are told apart from those of other tests. */
  ObjectKey createPool(String name, int replicas) throws InterruptedException {
    return createPool(name, replicas, _ -> {});
  }

  /** The same after each of its objects was edited. */
  ObjectKey createPool(String name, int replicas, Consumer<ObjectNode> edit)
      throws InterruptedException {
    for (ObjectNode object : ExamplePools.pool(TestSandbox.NAMESPACE, name, replicas)) {
      if (object.path("kind").asText().equals(GroupKind.KUBEADM_CONFIG.kind())) {
        object
            .withArray("/spec/joinConfiguration/nodeRegistration/kubeletExtraArgs")
            .addObject()
            .put("name", "node-labels")
            .put("value", LABEL + "=" + name);
      }
      edit.accept(object);
      testSandbox.sandbox().kube().client().apply(object);
    }
    ObjectKey pool = new ObjectKey(TestSandbox.NAMESPACE, name);
    testSandbox.awaitRunning(pool, replicas);
    return pool;
  }

  /** A Pod template for the Nodes of the pool of this name. */
  static String template(String app) {
    return """
    {metadata: {labels: {app: %1$s}}, spec: {nodeSelector: {%2$s: %1$s}, \
    containers: [{name: main, image: example.org/nothing}]}}\
    """
        .formatted(app, LABEL);
  }

  /** Runs a Pod of an application on each of these Nodes. */
  void runOn(String app, List<String> nodes) throws IOException, InterruptedException {
    for (String node : nodes) {
      apply(
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: on-%1$s, labels: {app: %2$s}}
          spec:
            nodeName: %1$s
            containers: [{name: main, image: example.org/nothing}]
          """
              .formatted(node, app));
    }
    testSandbox.kubectl("wait", "pod", "-l", "app=" + app, "--for=condition=Ready", PATIENCE);
  }

  /** A budget by which an application needs so many Pods; they are there when this returns. */
  void keep(String app, int pods) throws IOException, InterruptedException {
    apply(
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: %1$s}
        spec: {minAvailable: %2$d, selector: {matchLabels: {app: %1$s}}}
        """
            .formatted(app, pods));
    awaitField("pdb/" + app, "{.status.desiredHealthy}", String.valueOf(pods));
  }

  void apply(String yaml) throws IOException, InterruptedException {
    testSandbox.sandbox().controlPlane().apply(yaml);
  }

  /** Waits until a field of an object, by its JSON path, has a value. */
  void awaitField(String object, String path, String value)
      throws IOException, InterruptedException {
    testSandbox.kubectl("wait", object, "--for=jsonpath=" + path + "=" + value, PATIENCE);
  }

  /** Waits until all Pods of a Deployment are available. */
  void awaitDeployed(String name) throws IOException, InterruptedException {
    testSandbox.kubectl("rollout", "status", "deployment/" + name, PATIENCE);
  }

  /** Waits until a Job has succeeded. */
  void awaitComplete(String job) throws IOException, InterruptedException {
    testSandbox.kubectl("wait", "job/" + job, "--for=condition=Complete", PATIENCE);
  }

  /** Drains a Node as people do. */
  void drain(String node) throws IOException, InterruptedException {
    testSandbox.kubectl("drain", node, "--ignore-daemonsets", PATIENCE);
  }

  /** Of each Pod of an application, the Node that it is on. */
  List<String> nodesOfPods(String app) throws IOException, InterruptedException {
    String names =
        testSandbox.kubectl(
            "get", "pods", "-l", "app=" + app, "-o", "jsonpath={.items[*].spec.nodeName}");
    return names.isEmpty() ? List.of() : List.of(names.split(" ", -1));
  }

  /** Deletes Pods of an application that nothing replaces. */
  void deletePods(String app) throws IOException, InterruptedException {
    testSandbox.kubectl("delete", "pods", "-l", "app=" + app, "--force", "--grace-period=0");
  }

  void end(ObjectKey pool) throws IOException, InterruptedException {
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }
}
