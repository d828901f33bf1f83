package io.weir.clouds.gcp.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.gcp.compute.Project;
import io.weir.clouds.site.LongOperation;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How Kubernetes Engine shows things. */
final class ContainerJson {
  private static final String ROOT = "https://container.googleapis.com/v1/projects/";

  /** Maps, which are left out when they are empty; other objects are there or not. */
  private static final Set<String> MAPS = Set.of("labels", "resourceLabels", "metadata");

  private ContainerJson() {}

  /** The address of something in the project. */
  static String url(Project project, String path) {
    return ROOT + project.id() + "/" + path;
  }

  /**
   * The same without numbers that are 0, what is false, and what is empty, as protobuf's JSON is.
   */
  static ObjectNode withoutDefaults(ObjectNode whole) {
    List<String> names = whole.properties().stream().map(Map.Entry::getKey).toList();
    for (String name : names) {
      JsonNode value = whole.get(name);
      if (isDefault(value) || (MAPS.contains(name) && value.isEmpty())) {
        whole.remove(name);
      } else {
        prune(value);
      }
    }
    return whole;
  }

  private static void prune(JsonNode value) {
    if (value instanceof ObjectNode object) {
      ObjectNode _ = withoutDefaults(object);
    } else if (value.isArray()) {
      value.forEach(ContainerJson::prune);
    }
  }

  private static boolean isDefault(JsonNode value) {
    return switch (value.getNodeType()) {
      case BOOLEAN -> !value.asBoolean();
      case NUMBER -> value.asLong() == 0;
      case STRING -> value.asText().isEmpty();
      case ARRAY -> value.isEmpty();
      case NULL -> true;
      default -> false;
    };
  }

  /** An operation. */
  static ObjectNode operation(Project project, LongOperation operation) {
    String location = location(operation);
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown
        .put("name", name(operation))
        .put("operationType", operation.type())
        .put("status", status(operation.status()))
        .put("location", location)
        .put("zone", location)
        .put(
            "selfLink",
            url(project, "locations/%s/operations/%s".formatted(location, name(operation))))
        .put("targetLink", url(project, operation.target()))
        .put("startTime", operation.created().toString());
    operation.ended().ifPresent(at -> shown.put("endTime", at.toString()));
    operation
        .failure()
        .ifPresent(
            failure -> {
              shown.put("statusMessage", failure.message());
              shown
                  .putObject("error")
                  .put("code", RpcCode.of(failure.code()).number())
                  .put("message", failure.message());
            });
    return shown;
  }

  static String name(LongOperation operation) {
    return "operation-" + operation.id();
  }

  /** The region or zone of what it is done to. */
  static String location(LongOperation operation) {
    return operation.target().split("/", -1)[1];
  }

  private static String status(LongOperation.Status status) {
    return switch (status) {
      case PENDING, RUNNING -> status.name();
      case SUCCEEDED, FAILED, CANCELLED -> "DONE";
    };
  }
}
