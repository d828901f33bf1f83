package io.weir.sandbox.rights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.controlplane.audit.AuditRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * One verb on one resource, as a rule of a role grants it.
 *
 * @param role that grants it
 * @param namespace empty for all
 * @param group API group, empty for the core group
 * @param resource the plural, with a subresource after a slash
 * @param name the only object that may be meant; empty for any
 * @param verb what may be done
 */
public record ShippedRight(
    String role, String namespace, String group, String resource, String name, String verb) {

  /** Those of all roles among some objects. */
  public static List<ShippedRight> of(Collection<ObjectNode> objects) {
    var rights = new ArrayList<ShippedRight>();
    for (ObjectNode object : objects) {
      if (object.path("kind").asText().endsWith("Role")) {
        object.path("rules").forEach(rule -> add(rights, object, rule));
      }
    }
    return List.copyOf(rights);
  }

  private static void add(List<ShippedRight> rights, ObjectNode role, JsonNode rule) {
    List<String> named = texts(rule, "resourceNames");
    for (String group : texts(rule, "apiGroups")) {
      for (String resource : texts(rule, "resources")) {
        for (String name : named.isEmpty() ? List.of("") : named) {
          for (String verb : texts(rule, "verbs")) {
            rights.add(
                new ShippedRight(
                    role.at("/metadata/name").asText(),
                    role.at("/metadata/namespace").asText(""),
                    group,
                    resource,
                    name,
                    verb));
          }
        }
      }
    }
  }

  private static List<String> texts(JsonNode rule, String field) {
    return rule.path(field).valueStream().map(JsonNode::asText).toList();
  }

  /** Whether it grants all of some kind. */
  public boolean isWildcard() {
    return List.of(group, resource, verb).contains("*");
  }

  /** Whether a request needed it, or one that grants the same. */
  public boolean isUsedBy(AuditRecord request) {
    String asked =
        request.subresource().isEmpty()
            ? request.resource()
            : request.resource() + "/" + request.subresource();
    return request.verb().equals(verb)
        && request.group().equals(group)
        && asked.equals(resource)
        && (namespace.isEmpty() || namespace.equals(request.namespace()))
        && (name.isEmpty() || name.equals(request.name()));
  }

  /** Such as {@code weir-core: patch machinepools.cluster.x-k8s.io/status}. */
  @Override
  public String toString() {
    return "%s: %s %s%s%s"
        .formatted(
            role,
            verb,
            resource,
            group.isEmpty() ? "" : " of " + group,
            name.isEmpty() ? "" : " " + name);
  }
}
