package io.weir.webhook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.webhook.review.WebhookPaths;

/**
 * A CRD and who converts its objects.
 *
 * @param crd as stored
 * @param converter who does
 */
record Definition(ApiObject crd, Converter converter) {

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

  static Definition of(ApiObject crd, Address address) {
    return new Definition(crd, converter(crd, address));
  }

  GroupKind kind() {
    return new GroupKind(crd.at("/spec/group").asText(), crd.at("/spec/names/kind").asText());
  }

  /** Where its objects are sent to and whom to trust there. */
  JsonNode client() {
    return crd.at(CLIENT);
  }

  /** Who somebody else is, for people. */
  String other() {
    JsonNode service = client().path("service");
    return service.isObject()
        ? "Service " + service.path("namespace").asText() + "/" + service.path("name").asText()
        : client().path("url").asText("nobody");
  }

  /** Has a copy of it sent to the address. */
  static void point(ObjectNode crd, Address address, String bundle) {
    crd.withObject("/metadata/labels").put(Keys.WEBHOOK, "conversion");
    crd.withObject("/spec/conversion/webhook")
        .set("clientConfig", address.client(WebhookPaths.CONVERT, bundle));
  }

  private static Converter converter(ApiObject crd, Address address) {
    if (!crd.at("/spec/conversion/strategy").asText().equals("Webhook")) {
      return Converter.NOBODY;
    }
    JsonNode client = crd.at(CLIENT);
    JsonNode service = client.path("service");
    boolean ours =
        service.isObject() ? ours(service, client, address) : crd.label(Keys.WEBHOOK).isPresent();
    return ours ? Converter.WEIR : Converter.OTHER;
  }

  /**
   * A CRD as shipped names the Service in a namespace that need not be ours, and trusts nobody yet.
   * One that trusts somebody and names another namespace belongs to another installation of Weir.
   */
  private static boolean ours(JsonNode service, JsonNode client, Address address) {
    boolean here =
        address instanceof Address.Service(var namespace, var _)
            && namespace.equals(service.path("namespace").asText());
    return service.path("name").asText().equals(Address.SERVICE)
        && (here || client.path("caBundle").asText("").isEmpty());
  }
}
