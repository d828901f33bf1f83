package io.weir.clouds.node.kubelet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The status of a Node, about as large as a real one. */
final class NodeStatus {
  private static final List<String> IMAGES =
      List.of(
          "registry.example/cni/agent",
          "registry.example/cni/operator",
          "registry.example/csi/block-driver",
          "registry.example/csi/node-registrar",
          "registry.example/dns/resolver",
          "registry.example/kube/proxy",
          "registry.example/kube/pause",
          "registry.example/logging/collector",
          "registry.example/metrics/exporter",
          "registry.example/security/scanner");

  private NodeStatus() {}

  /** Everything, as at registration: not Ready yet. */
  static ObjectNode initial(NodeIdentity node, Instant now) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    if (!node.usesExternalCloudProvider()) {
      ArrayNode addresses = status.putArray("addresses");
      addresses.addObject().put("type", "InternalIP").put("address", node.address());
      addresses.addObject().put("type", "Hostname").put("address", node.nodeName());
    }
    resources(status.putObject("capacity"), "8", "32768000Ki", "101430960Ki");
    resources(status.putObject("allocatable"), "7910m", "31641600Ki", "93478772650");
    status.set("conditions", conditions(now));
    status.putObject("daemonEndpoints").putObject("kubeletEndpoint").put("Port", 10250);
    status.set("nodeInfo", nodeInfo(node));
    ArrayNode images = status.putArray("images");
    for (String image : IMAGES) {
      String digest = UUID.nameUUIDFromBytes(image.getBytes(StandardCharsets.UTF_8)).toString();
      String hex = digest.replace("-", "");
      ObjectNode entry = images.addObject();
      entry.putArray("names").add(image + "@sha256:" + hex + hex).add(image + ":v1.0.0");
      entry.put("sizeBytes", 40_000_000);
    }
    return status;
  }

  /** What a kubelet sends when it has become Ready; the other conditions stay as they are. */
  static ObjectNode readyPatch(Instant now) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("status").putArray("conditions").add(ready(true, now));
    return patch;
  }

  /** What a kubelet sends when nothing has changed for a long time: that it still looked. */
  static ObjectNode heartbeatPatch(Instant now) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ArrayNode conditions = patch.putObject("status").putArray("conditions");
    for (String type : List.of("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")) {
      conditions.addObject().put("type", type).put("lastHeartbeatTime", NodeObject.timestamp(now));
    }
    return patch;
  }

  private static ArrayNode conditions(Instant now) {
    ArrayNode conditions = JsonNodeFactory.instance.arrayNode();
    conditions.add(
        condition("MemoryPressure", false, "KubeletHasSufficientMemory", "memory suffices", now));
    conditions.add(
        condition("DiskPressure", false, "KubeletHasNoDiskPressure", "disk suffices", now));
    conditions.add(condition("PIDPressure", false, "KubeletHasSufficientPID", "PIDs suffice", now));
    conditions.add(ready(false, now));
    return conditions;
  }

  private static ObjectNode ready(boolean ready, Instant now) {
    return ready
        ? condition("Ready", true, "KubeletReady", "kubelet is posting ready status", now)
        : condition("Ready", false, "KubeletNotReady", "container runtime network not ready", now);
  }

  private static ObjectNode condition(
      String type, boolean status, String reason, String message, Instant now) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("type", type)
        .put("status", status ? "True" : "False")
        .put("reason", reason)
        .put("message", message)
        .put("lastHeartbeatTime", NodeObject.timestamp(now))
        .put("lastTransitionTime", NodeObject.timestamp(now));
  }

  private static void resources(ObjectNode into, String cpu, String memory, String disk) {
    into.put("cpu", cpu).put("memory", memory).put("ephemeral-storage", disk);
    into.put("pods", "110").put("hugepages-1Gi", "0").put("hugepages-2Mi", "0");
  }

  private static ObjectNode nodeInfo(NodeIdentity node) {
    String machine =
        UUID.nameUUIDFromBytes(node.instanceId().getBytes(StandardCharsets.UTF_8)).toString();
    return JsonNodeFactory.instance
        .objectNode()
        .put("architecture", "amd64")
        .put("bootID", UUID.randomUUID().toString())
        .put("containerRuntimeVersion", "containerd://2.1.4")
        .put("kernelVersion", "6.8.0-1041-aws")
        .put("kubeProxyVersion", "")
        .put("kubeletVersion", node.kubeletVersion())
        .put("machineID", machine.replace("-", ""))
        .put("operatingSystem", "linux")
        .put("osImage", "Ubuntu 24.04.3 LTS")
        .put("systemUUID", machine);
  }
}
