package io.weir.kernel.harness;

import io.weir.api.ApiObject;
import io.weir.kernel.kube.Resource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The objects that a list or a watch is about.
 *
 * @param resource their kind
 * @param namespace where they are; empty for everywhere
 * @param labels requirements such as {@code key} and {@code key=value}
 * @param fields requirements on the name and the namespace, such as {@code metadata.name=a}
 */
record Selection(Resource resource, String namespace, List<String> labels, List<String> fields) {

  /** Requirements as a request has them, separated by commas; empty for none. */
  static List<String> requirements(String selector) {
    return Arrays.stream(selector.split(",", -1)).filter(part -> !part.isEmpty()).toList();
  }

  /** Whether the object is selected. */
  boolean has(ApiObject object) {
    return object.groupKind().equals(resource.kind())
        && (namespace.isEmpty() || namespace.equals(object.namespace()))
        && labels.stream().allMatch(requirement -> labelled(object, requirement))
        && fields.stream().allMatch(requirement -> inField(object, requirement));
  }

  private static boolean labelled(ApiObject object, String requirement) {
    int equals = requirement.indexOf('=');
    return equals < 0
        ? object.label(requirement).isPresent()
        : object
            .label(requirement.substring(0, equals))
            .filter(requirement.substring(equals + 1)::equals)
            .isPresent();
  }

  private static boolean inField(ApiObject object, String requirement) {
    int equals = requirement.indexOf('=');
    String pointer = "/" + requirement.substring(0, equals).replace('.', '/');
    return object.at(pointer).asText().equals(requirement.substring(equals + 1));
  }

  /** What a watch of these objects is told of a change; empty if it is none of theirs. */
  Optional<String> told(MemoryObjects.Event event) {
    boolean before = event.before().filter(this::has).isPresent();
    boolean after = event.after().filter(this::has).isPresent();
    if (!before && !after) {
      return Optional.empty();
    }
    String type = !before ? "ADDED" : after ? "MODIFIED" : "DELETED";
    // An object that leaves the selection goes as it last was in it, at the version of the change.
    var object = (after ? event.after() : event.before()).orElseThrow().copyTree();
    object.withObject("/metadata").put("resourceVersion", Long.toString(event.version()));
    return Optional.of("{\"type\":\"" + type + "\",\"object\":" + object + "}\n");
  }
}
