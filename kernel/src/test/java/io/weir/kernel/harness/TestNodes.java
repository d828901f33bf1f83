package io.weir.kernel.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/** Nodes in a workload cluster, as kubelets and a cloud controller write them. */
public final class TestNodes {

  private final KubeClient workload;

  public TestNodes(KubeClient workload) {
    this.workload = workload;
  }

  /** One that has joined and is Ready. */
  public ApiObject join(String name, String providerId) {
    return join(name, providerId, Map.of());
  }

  /** The same with these labels. */
  public ApiObject join(String name, String providerId, Map<String, String> labels) {
    ObjectNode node =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%s"},
             "spec": {"providerID": "%s", "taints": [
               {"key": "node.cluster.x-k8s.io/uninitialized", "effect": "NoSchedule"}]}}
            """
                .formatted(name, providerId));
    labels.forEach((key, value) -> MetadataEdits.setLabel(node, key, value));
    return setReady(workload.create(node), true);
  }

  /** What its kubelet reports from now on. */
  public ApiObject setReady(ApiObject node, boolean ready) {
    return RetriedEdits.editStatus(
        workload,
        node,
        status -> {
          status.withObject("/nodeInfo").put("kubeletVersion", "v1.35.4");
          status
              .putArray("conditions")
              .addObject()
              .put("type", "Ready")
              .put("status", ready ? "True" : "False")
              .put("reason", "Kubelet")
              .put("message", "")
              .put("lastHeartbeatTime", now())
              .put("lastTransitionTime", now());
        });
  }

  /** What the kubelet of a machine reports, which may be another than before. */
  public void report(ApiObject node, String systemUuid) {
    ApiObject _ =
        RetriedEdits.editStatus(
            workload, node, status -> status.withObject("/nodeInfo").put("systemUUID", systemUuid));
  }

  /** The Node as it is; empty if there is none. */
  public Optional<ApiObject> find(String name) {
    return workload.get(BuiltInKinds.NODE, new ObjectKey("", name));
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
