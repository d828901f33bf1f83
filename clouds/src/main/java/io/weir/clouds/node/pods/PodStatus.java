package io.weir.clouds.node.pods;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/** What a kubelet writes into a pod's status, as patches that apply to that pod only. */
final class PodStatus {
  private static final List<String> CONDITIONS =
      List.of("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady");

  private PodStatus() {}

  /**
   * It runs and is Ready.
   *
   * @param hostAddress of its node
   */
  static ObjectNode running(Pod pod, String hostAddress, Instant now) {
    ObjectNode patch = patchOf(pod);
    ObjectNode status = patch.putObject("status").put("phase", "Running");
    String address = pod.hostNetwork() ? hostAddress : address(pod.uid());
    status.put("hostIP", hostAddress).put("podIP", address);
    status.putArray("hostIPs").addObject().put("ip", hostAddress);
    status.putArray("podIPs").addObject().put("ip", address);
    String started = timestamp(pod.started().orElse(now));
    status.put("startTime", started);
    ArrayNode conditions = status.putArray("conditions");
    CONDITIONS.forEach(type -> condition(conditions, type, now).put("status", "True"));
    ArrayNode containers = status.putArray("containerStatuses");
    for (Pod.Container container : pod.containers()) {
      container(containers, container, pod)
          .put("ready", true)
          .put("started", true)
          .putObject("state")
          .putObject("running")
          .put("startedAt", started);
    }
    return patch;
  }

  /** All of its containers have ended, and well. */
  static ObjectNode succeeded(Pod pod, Instant now) {
    ObjectNode patch = patchOf(pod);
    ObjectNode status = patch.putObject("status").put("phase", "Succeeded");
    ArrayNode conditions = status.putArray("conditions");
    for (String type : List.of("Ready", "ContainersReady")) {
      condition(conditions, type, now).put("status", "False").put("reason", "PodCompleted");
    }
    ArrayNode containers = status.putArray("containerStatuses");
    for (Pod.Container container : pod.containers()) {
      container(containers, container, pod)
          .put("ready", false)
          .put("started", false)
          .putObject("state")
          .putObject("terminated")
          .put("exitCode", 0)
          .put("reason", "Completed")
          .put("startedAt", timestamp(pod.started().orElse(now)))
          .put("finishedAt", timestamp(now));
    }
    return patch;
  }

  /** With a uid it is refused by another pod of the same name. */
  private static ObjectNode patchOf(Pod pod) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("metadata").put("uid", pod.uid());
    return patch;
  }

  private static ObjectNode condition(ArrayNode into, String type, Instant now) {
    return into.addObject().put("type", type).put("lastTransitionTime", timestamp(now));
  }

  private static ObjectNode container(ArrayNode into, Pod.Container container, Pod pod) {
    String id = UUID.nameUUIDFromBytes((pod.uid() + container.name()).getBytes(UTF_8)).toString();
    String hex = id.replace("-", "");
    return into.addObject()
        .put("name", container.name())
        .put("image", container.image())
        .put("imageID", container.image())
        .put("containerID", "containerd://" + hex + hex)
        .put("restartCount", 0);
  }

  /** One of 10.128.0.0/9 that stays the same; no packet ever asks whether another pod has it. */
  private static String address(String uid) {
    int bits = uid.hashCode();
    return "10.%d.%d.%d".formatted(128 + (bits >>> 16 & 0x7f), bits >>> 8 & 0xff, bits & 0xff);
  }

  private static String timestamp(Instant now) {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
