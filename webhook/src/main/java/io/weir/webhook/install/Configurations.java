package io.weir.webhook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.Keys;
import io.weir.kernel.kube.Resource;
import io.weir.webhook.review.WebhookPaths;
import io.weir.webhook.review.WebhookPaths.Role;
import java.util.List;

/** The configurations that have the API server ask about objects. */
final class Configurations {

  /** Name of both configurations. */
  static final String NAME = "weir";

  private static final int TIMEOUT_SECONDS = 10;

  private Configurations() {}

  /** A configuration that does not exist yet. */
  static ObjectNode fresh(Role role, List<Resource> reviewed, Address address, String bundle) {
    ObjectNode tree =
        Json.MAPPER
            .createObjectNode()
            .put("apiVersion", "admissionregistration.k8s.io/v1")
            .put("kind", kind(role));
    tree.putObject("metadata").put("name", NAME);
    write(tree, role, reviewed, address, bundle);
    return tree;
  }

  /**
   * Makes a configuration ask about these kinds and no others. What others have set and Weir does
   * not, such as a selector, stays.
   */
  static void write(
      ObjectNode tree, Role role, List<Resource> reviewed, Address address, String bundle) {
    JsonNode before = tree.path("webhooks");
    ArrayNode webhooks = Json.MAPPER.createArrayNode();
    for (Resource resource : reviewed) {
      ObjectNode wanted = webhook(role, resource, address, bundle);
      ObjectNode kept = named(before, wanted.path("name").asText());
      kept.setAll(wanted);
      webhooks.add(kept);
    }
    tree.withObject("/metadata/labels").put(Keys.WEBHOOK, "admission");
    tree.set("webhooks", webhooks);
  }

  static String kind(Role role) {
    return switch (role) {
      case MUTATE -> "MutatingWebhookConfiguration";
      case VALIDATE -> "ValidatingWebhookConfiguration";
    };
  }

  /** The clients of a configuration. */
  static List<JsonNode> clients(ApiObject configuration) {
    return configuration.at("/webhooks").findValues("clientConfig");
  }

  private static ObjectNode named(JsonNode webhooks, String name) {
    for (JsonNode webhook : webhooks) {
      if (webhook instanceof ObjectNode object && object.path("name").asText().equals(name)) {
        return object.deepCopy();
      }
    }
    return Json.MAPPER.createObjectNode();
  }

  private static ObjectNode webhook(Role role, Resource resource, Address address, String bundle) {
    ObjectNode webhook = Json.MAPPER.createObjectNode();
    webhook.put("name", WebhookPaths.name(role, resource.kind()));
    webhook.putArray("admissionReviewVersions").add("v1");
    String path = WebhookPaths.of(role, resource.kind(), resource.version());
    webhook.set("clientConfig", address.client(path, bundle));
    webhook.put("failurePolicy", "Fail");
    webhook.put("matchPolicy", "Equivalent");
    webhook.put("sideEffects", "None");
    webhook.put("timeoutSeconds", TIMEOUT_SECONDS);
    // A resource without a slash leaves out its status and scale.
    ObjectNode rule = webhook.putArray("rules").addObject();
    rule.putArray("apiGroups").add(resource.kind().group());
    rule.putArray("apiVersions").add(resource.version());
    rule.putArray("operations").add("CREATE").add("UPDATE");
    rule.putArray("resources").add(resource.plural());
    rule.put("scope", resource.namespaced() ? "Namespaced" : "Cluster");
    return webhook;
  }
}
