package io.weir.webhook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.webhook.review.WebhookPaths;

/**
 * A CRD and who converts its objects.
 *
 * @param crd as stored
 * @param converter who does
 */
record CrdConversion(ApiObject crd, Converter converter) {

  private static final String CLIENT = "/spec/conversion/webhook/clientConfig";

  /** Who converts the objects of a CRD. */
  enum Converter {
    /** The API server: its versions have the same fields. */
    NOBODY,
    /** Weir at this address. */
    WEIR,
    /** Somebody else, whose CRD it is. */
    OTHER
  }

  static CrdConversion of(ApiObject crd, WebhookAddress webhookAddress) {
    return new CrdConversion(crd, converter(crd, webhookAddress));
  }

  GroupKind kind() {
    return new GroupKind(crd.at("/spec/group").asText(), crd.at("/spec/names/kind").asText());
  }

  /** Where its objects are sent to and whom to trust there. */
  JsonNode clientConfig() {
    return crd.at(CLIENT);
  }

  /** Who somebody else is, for people. */
  String otherConverter() {
    JsonNode service = clientConfig().path("service");
    return service.isObject()
        ? "Service " + service.path("namespace").asText() + "/" + service.path("name").asText()
        : clientConfig().path("url").asText("nobody");
  }

  /** Has a copy of it sent to the address. */
  static void setConversionWebhook(ObjectNode crd, WebhookAddress webhookAddress, String bundle) {
    crd.withObject("/metadata/labels").put(MetadataKeys.WEBHOOK, "conversion");
    crd.withObject("/spec/conversion/webhook")
        .set("clientConfig", webhookAddress.clientConfig(WebhookPaths.CONVERT, bundle));
  }

  private static Converter converter(ApiObject crd, WebhookAddress webhookAddress) {
    if (!crd.at("/spec/conversion/strategy").asText().equals("Webhook")) {
      return Converter.NOBODY;
    }
    JsonNode client = crd.at(CLIENT);
    JsonNode service = client.path("service");
    boolean ours =
        service.isObject()
            ? isOurs(service, client, webhookAddress)
            : crd.label(MetadataKeys.WEBHOOK).isPresent();
    return ours ? Converter.WEIR : Converter.OTHER;
  }

  /**
   * A CRD as shipped names the Service in a namespace that need not be ours, and trusts nobody yet.
   * One that trusts somebody and names another namespace belongs to another installation of Weir.
   */
  private static boolean isOurs(JsonNode service, JsonNode client, WebhookAddress webhookAddress) {
    boolean here =
        webhookAddress instanceof WebhookAddress.Service(var namespace, var _)
            && namespace.equals(service.path("namespace").asText());
    return service.path("name").asText().equals(WebhookAddress.SERVICE)
        && (here || client.path("caBundle").asText("").isEmpty());
  }
}
