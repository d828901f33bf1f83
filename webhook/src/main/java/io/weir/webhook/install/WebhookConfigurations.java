package io.weir.webhook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.kernel.kube.Resource;
import io.weir.webhook.review.WebhookPaths;
import io.weir.webhook.review.WebhookPaths.AdmissionPhase;
import java.util.List;

/** The configurations that have the API server ask about objects. */
final class WebhookConfigurations {

  /** Name of both configurations. */
  static final String NAME = "weir";

  private static final int TIMEOUT_SECONDS = 10;

  private WebhookConfigurations() {}

  /** A configuration that does not exist yet. */
  static ObjectNode newConfiguration(
      AdmissionPhase admissionPhase,
      List<Resource> reviewed,
      WebhookAddress webhookAddress,
      String bundle) {
    ObjectNode tree =
        Json.MAPPER
            .createObjectNode()
            .put("apiVersion", "admissionregistration.k8s.io/v1")
            .put("kind", kind(admissionPhase));
    tree.putObject("metadata").put("name", NAME);
    write(tree, admissionPhase, reviewed, webhookAddress, bundle);
    return tree;
  }

  /**
   * Makes a configuration ask about these kinds and no others. What others have set and Weir does
   * not, such as a selector, stays.
   */
  static void write(
      ObjectNode tree,
      AdmissionPhase admissionPhase,
      List<Resource> reviewed,
      WebhookAddress webhookAddress,
      String bundle) {
    JsonNode before = tree.path("webhooks");
    ArrayNode webhooks = Json.MAPPER.createArrayNode();
    for (Resource resource : reviewed) {
      ObjectNode wanted = webhook(admissionPhase, resource, webhookAddress, bundle);
      ObjectNode kept = named(before, wanted.path("name").asText());
      kept.setAll(wanted);
      webhooks.add(kept);
    }
    tree.withObject("/metadata/labels").put(MetadataKeys.WEBHOOK, "admission");
    tree.set("webhooks", webhooks);
  }

  static String kind(AdmissionPhase admissionPhase) {
    return switch (admissionPhase) {
      case MUTATE -> "MutatingWebhookConfiguration";
      case VALIDATE -> "ValidatingWebhookConfiguration";
    };
  }

  /** The clients of a configuration. */
  static List<JsonNode> clientConfigs(ApiObject configuration) {
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

  private static ObjectNode webhook(
      AdmissionPhase admissionPhase,
      Resource resource,
      WebhookAddress webhookAddress,
      String bundle) {
    ObjectNode webhook = Json.MAPPER.createObjectNode();
    webhook.put("name", WebhookPaths.webhookName(admissionPhase, resource.kind()));
    webhook.putArray("admissionReviewVersions").add("v1");
    String path = WebhookPaths.path(admissionPhase, resource.kind(), resource.version());
    webhook.set("clientConfig", webhookAddress.clientConfig(path, bundle));
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
