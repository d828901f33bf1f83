package io.weir.engine.noderef;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What matters of a Node. Two states with equal facts need no one's attention, however often the
 * kubelet has reported in between.
 *
 * @param name its name
 * @param uid tells it from a former Node of the name
 * @param providerId the cloud's identity of its instance; empty until the cloud controller set it
 * @param ready whether its condition Ready is True
 * @param readyChanged when that last changed, RFC 3339; empty if it is not known
 * @param kubeletVersion such as {@code v1.35.4}; empty before the first report
 * @param systemUuid tells its machine from one that had the name, and the Node, before; empty
 *     before the first report
 * @param unschedulable whether it is cordoned
 * @param deleting whether it is being deleted
 * @param labels those that a pool may set
 * @param annotations its annotations
 * @param taints its taints, each as {@code key=value:Effect}
 */
public record NodeFacts(
    String name,
    String uid,
    String providerId,
    boolean ready,
    String readyChanged,
    String kubeletVersion,
    String systemUuid,
    boolean unschedulable,
    boolean deleting,
    Map<String, String> labels,
    Map<String, String> annotations,
    Set<String> taints) {

  /** What matters of this Node. */
  public static NodeFacts of(ApiObject node) {
    Optional<JsonNode> ready = ready(node);
    return new NodeFacts(
        node.name(),
        node.uid(),
        node.at("/spec/providerID").asText(""),
        ready.map(condition -> condition.path("status").asText().equals("True")).orElse(false),
        ready.map(condition -> condition.path("lastTransitionTime").asText("")).orElse(""),
        node.at("/status/nodeInfo/kubeletVersion").asText(""),
        node.at("/status/nodeInfo/systemUUID").asText(""),
        node.at("/spec/unschedulable").asBoolean(),
        node.isDeleting(),
        new PropagatedMetadata(node.labels(), Map.of()).labels(),
        node.annotations(),
        taints(node));
  }

  /** Whether this is the same Node, and the machine behind it the same one. */
  public boolean isOfSameMachine(NodeFacts other) {
    return uid.equals(other.uid) && systemUuid.equals(other.systemUuid);
  }

  private static Optional<JsonNode> ready(ApiObject node) {
    for (JsonNode condition : node.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return Optional.of(condition);
      }
    }
    return Optional.empty();
  }

  private static Set<String> taints(ApiObject node) {
    var taints = new LinkedHashSet<String>();
    for (JsonNode taint : node.at("/spec/taints")) {
      taints.add(
          taint.path("key").asText()
              + "="
              + taint.path("value").asText("")
              + ":"
              + taint.path("effect").asText());
    }
    return taints;
  }
}
