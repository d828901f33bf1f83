package io.weir.clouds.node.kubelet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.node.kubeadm.JoinConfiguration.Taint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The Node object as its kubelet writes it. */
final class NodeObject {
  /** With an external cloud provider the kubelet keeps pods away until the cloud was asked. */
  static final Taint CLOUD_UNINITIALIZED =
      new Taint("node.cloudprovider.kubernetes.io/uninitialized", "true", "NoSchedule");

  private NodeObject() {}

  /** The object to register with. */
  static ObjectNode forRegistration(NodeIdentity node, Instant now) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", "v1").put("kind", "Node");
    ObjectNode metadata = object.putObject("metadata").put("name", node.nodeName());
    metadata
        .putObject("annotations")
        .put("volumes.kubernetes.io/controller-managed-attach-detach", "true");
    ObjectNode labels = metadata.putObject("labels");
    kubeletLabels(node).forEach(labels::put);
    configuredLabels(node).forEach(labels::put);
    ObjectNode spec = object.putObject("spec");
    String providerId =
        node.registration()
            .kubeletArgs()
            .getOrDefault(
                "provider-id", node.usesInTreeCloudProvider() ? node.awsProviderId() : "");
    if (!providerId.isEmpty()) {
      spec.put("providerID", providerId);
    }
    List<Taint> taints = taints(node);
    if (!taints.isEmpty()) {
      ArrayNode list = spec.putArray("taints");
      taints.forEach(taint -> list.add(json(taint)));
    }
    object.set("status", NodeStatus.initial(node, now));
    return object;
  }

  /** The labels that the kubelet keeps true also on a Node that it found. */
  static Map<String, String> kubeletLabels(NodeIdentity node) {
    var labels = new LinkedHashMap<String, String>();
    labels.put("beta.kubernetes.io/arch", "amd64");
    labels.put("beta.kubernetes.io/os", "linux");
    labels.put("kubernetes.io/arch", "amd64");
    labels.put("kubernetes.io/hostname", node.nodeName());
    labels.put("kubernetes.io/os", "linux");
    if (node.usesInTreeCloudProvider()) {
      labels.put("node.kubernetes.io/instance-type", node.instanceType());
      labels.put("topology.kubernetes.io/region", node.region());
      labels.put("topology.kubernetes.io/zone", node.zone());
    }
    return labels;
  }

  private static Map<String, String> configuredLabels(NodeIdentity node) {
    var labels = new LinkedHashMap<String, String>();
    for (String pair :
        node.registration().kubeletArgs().getOrDefault("node-labels", "").split(",", -1)) {
      if (!pair.isBlank()) {
        int equals = pair.indexOf('=');
        labels.put(
            equals < 0 ? pair.strip() : pair.substring(0, equals).strip(),
            equals < 0 ? "" : pair.substring(equals + 1).strip());
      }
    }
    return labels;
  }

  private static List<Taint> taints(NodeIdentity node) {
    String given = node.registration().kubeletArgs().get("register-with-taints");
    var taints = new ArrayList<Taint>(given == null ? node.registration().taints() : parse(given));
    if (node.usesExternalCloudProvider()) {
      taints.add(CLOUD_UNINITIALIZED);
    }
    return taints;
  }

  /** Taints in the kubelet's notation, {@code key=value:effect} or {@code key:effect}. */
  private static List<Taint> parse(String list) {
    var taints = new ArrayList<Taint>();
    for (String item : list.split(",", -1)) {
      int colon = item.lastIndexOf(':');
      if (colon > 0) {
        String[] keyValue = item.substring(0, colon).strip().split("=", 2);
        taints.add(
            new Taint(
                keyValue[0],
                keyValue.length > 1 ? keyValue[1] : "",
                item.substring(colon + 1).strip()));
      }
    }
    return taints;
  }

  private static ObjectNode json(Taint taint) {
    ObjectNode object = JsonNodeFactory.instance.objectNode().put("key", taint.key());
    if (!taint.value().isEmpty()) {
      object.put("value", taint.value());
    }
    return object.put("effect", taint.effect());
  }

  static String timestamp(Instant now) {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
