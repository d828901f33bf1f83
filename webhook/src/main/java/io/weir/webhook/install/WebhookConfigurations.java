package io.weir.webhook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.kernel.kube.Resource;
import io.weir.webhook.review.WebhookPaths;
import io.weir.webhook.review.WebhookPaths.AdmissionPhase;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The configurations that have the API server ask about objects. Whoever installs the manager makes
 * them: a right to create them cannot be held to a name.
 */
final class WebhookConfigurations {

  /** Name of both configurations. */
  static final String NAME = "weir";

  private static final int TIMEOUT_SECONDS = 10;

  private WebhookConfigurations() {}

  /**
   * What a configuration should ask about.
   *
   * @param reviewed kinds to ask about
   * @param kinds that this installation would ask about, were they installed and nobody else's
   * @param address where to ask
   * @param unreviewedWriter whose writes it should not ask about
   * @param cleaning whether others that ask here go, which nobody answers: left by an earlier start
   */
  record Wanted(
      AdmissionPhase admissionPhase,
      List<Resource> reviewed,
      OwnKinds kinds,
      WebhookAddress address,
      Optional<UnreviewedWriter> unreviewedWriter,
      boolean cleaning) {

    private boolean isOwn(JsonNode webhook) {
      return kinds.webhookNames(admissionPhase).contains(webhook.path("name").asText())
          || (cleaning && address.isHost(webhook.path("clientConfig")));
    }
  }

  /**
   * Makes a configuration ask here about these kinds and no others. What it asks elsewhere about
   * other kinds stays, and so does what others have set and Weir does not, such as a selector. The
   * order is by name: several installations write to it, and must not differ about that.
   */
  static void write(ObjectNode tree, Wanted wanted, String bundle) {
    JsonNode before = tree.path("webhooks");
    var webhooks = new TreeMap<String, JsonNode>();
    for (JsonNode webhook : before) {
      if (!wanted.isOwn(webhook)) {
        webhooks.put(webhook.path("name").asText(), webhook);
      }
    }
    for (Resource resource : wanted.reviewed()) {
      ObjectNode own = webhook(wanted, resource, bundle);
      String name = own.path("name").asText();
      ObjectNode kept = named(before, name);
      kept.setAll(own);
      setMatchConditions(kept, wanted.unreviewedWriter());
      webhooks.put(name, kept);
    }
    if (webhooks.isEmpty()) {
      tree.remove("webhooks"); // as it is stored
    } else {
      tree.putArray("webhooks").addAll(webhooks.values());
    }
  }

  static String kind(AdmissionPhase admissionPhase) {
    return switch (admissionPhase) {
      case MUTATE -> "MutatingWebhookConfiguration";
      case VALIDATE -> "ValidatingWebhookConfiguration";
    };
  }

  /** The clients of a configuration's webhooks of these names. */
  static List<JsonNode> clientConfigs(ApiObject configuration, Set<String> names) {
    return configuration
        .at("/webhooks")
        .valueStream()
        .filter(webhook -> names.contains(webhook.path("name").asText()))
        .map(webhook -> webhook.path("clientConfig"))
        .toList();
  }

  private static ObjectNode named(JsonNode webhooks, String name) {
    for (JsonNode webhook : webhooks) {
      if (webhook instanceof ObjectNode object && object.path("name").asText().equals(name)) {
        return object.deepCopy();
      }
    }
    return Json.MAPPER.createObjectNode();
  }

  /** Conditions of others stay, in their order. */
  private static void setMatchConditions(ObjectNode webhook, Optional<UnreviewedWriter> writer) {
    List<JsonNode> conditions =
        Stream.concat(
                webhook
                    .path("matchConditions")
                    .valueStream()
                    .filter(condition -> !UnreviewedWriter.isOwn(condition)),
                writer.map(UnreviewedWriter::matchCondition).stream())
            .toList();
    if (conditions.isEmpty()) {
      webhook.remove("matchConditions");
    } else {
      webhook.putArray("matchConditions").addAll(conditions);
    }
  }

  private static ObjectNode webhook(Wanted wanted, Resource resource, String bundle) {
    ObjectNode webhook = Json.MAPPER.createObjectNode();
    AdmissionPhase admissionPhase = wanted.admissionPhase();
    webhook.put("name", WebhookPaths.webhookName(admissionPhase, resource.kind()));
    webhook.putArray("admissionReviewVersions").add("v1");
    String path = WebhookPaths.path(admissionPhase, resource.kind(), resource.version());
    webhook.set("clientConfig", wanted.address().clientConfig(path, bundle));
    webhook.put("failurePolicy", "Fail");
    webhook.put("matchPolicy", "Equivalent");
    webhook.put("sideEffects", "None");
    webhook.put("timeoutSeconds", TIMEOUT_SECONDS);
    // A resource without a slash leaves out its status and scale.
    ObjectNode rule = webhook.putArray("rules").addObject();
    rule.putArray("apiGroups").add(resource.kind().group());
    ArrayNode versions = rule.putArray("apiVersions").add(resource.version());
    // In these, too, as they are: converted for each review, they would come here twice as often.
    resource.servedVersions().stream()
        .filter(version -> !version.equals(resource.version()))
        .filter(version -> wanted.kinds().knowsVersion(resource.kind(), version))
        .forEach(versions::add);
    rule.putArray("operations").add("CREATE").add("UPDATE");
    rule.putArray("resources").add(resource.plural());
    rule.put("scope", resource.namespaced() ? "Namespaced" : "Cluster");
    return webhook;
  }
}
