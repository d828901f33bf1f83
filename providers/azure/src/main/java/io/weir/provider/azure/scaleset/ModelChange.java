package io.weir.provider.azure.scaleset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.weir.api.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a scale set that exists is to be told so that it has the model that is wanted.
 *
 * @param differences where Azure shows something else, for people; empty if it shows what is wanted
 * @param patch the parts of the document that differ, whole; what others put into them is kept
 */
record ModelChange(Set<String> differences, ObjectNode patch) {

  private static final String PROPERTIES = "properties";
  private static final String CAPABILITIES = "additionalCapabilities";

  private static final String IMAGE = "/storageProfile/imageReference";

  /** The fields that refer to an image, in one way or another. */
  private static final List<String> REFERENCES =
      List.of(
          "id",
          "publisher",
          "offer",
          "sku",
          "version",
          "communityGalleryImageId",
          "sharedGalleryImageId");

  /** Of the set's own fields, those that are of its model. */
  private static final List<String> TOP = List.of("sku", "plan", "identity");

  /** Parts of an OS profile that are fixed when the set is made. */
  private static final List<String> FIXED_OS = List.of("adminUsername", "computerNamePrefix");

  ModelChange {
    differences = Set.copyOf(new TreeSet<>(differences));
    patch = patch.deepCopy();
  }

  /** Whether Azure shows what is wanted. */
  boolean isEmpty() {
    return differences.isEmpty();
  }

  /**
   * Compares.
   *
   * @param ours names of extensions that we may have put there
   * @param withSecrets whether extensions with secret settings are to be told again
   */
  static ModelChange between(
      ScaleSetModel model, JsonNode shown, Collection<String> ours, boolean withSecrets) {
    var comparison = new Comparison(withEnds(model.document(), shown), shown);
    TOP.forEach(field -> comparison.part("", field));
    comparison.part("/" + PROPERTIES, CAPABILITIES);
    comparison.profile();
    if (withSecrets && !model.protectedSettings().byExtension().isEmpty()) {
      comparison.restate("extensionProfile");
    }
    comparison.extensions(ours);
    return new ModelChange(comparison.found, comparison.patch);
  }

  /** What was on and is wanted no more must be said to be off: what is left out stays as it is. */
  private static ObjectNode withEnds(ObjectNode wanted, JsonNode shown) {
    ObjectNode full = FixedSettings.removeFrom(wanted.deepCopy());
    ObjectNode properties = object(full, PROPERTIES);
    ObjectNode profile = object(properties, ScaleSetModel.PROFILE);
    JsonNode there = shown.path(PROPERTIES).path(ScaleSetModel.PROFILE);
    if (shown.path(PROPERTIES).path(CAPABILITIES).path("ultraSSDEnabled").asBoolean()) {
      end(object(properties, CAPABILITIES), "ultraSSDEnabled", BooleanNode.FALSE);
    }
    if (there.path("securityProfile").path("encryptionAtHost").asBoolean()) {
      end(object(profile, "securityProfile"), "encryptionAtHost", BooleanNode.FALSE);
    }
    JsonNode notification =
        there.path("scheduledEventsProfile").path("terminateNotificationProfile");
    if (notification.path("enable").asBoolean()) {
      end(
          object(object(profile, "scheduledEventsProfile"), "terminateNotificationProfile"),
          "enable",
          BooleanNode.FALSE);
    }
    endImage(full, shown);
    if (!there.path("storageProfile").path("dataDisks").isEmpty()) {
      end(object(profile, "storageProfile"), "dataDisks", Json.MAPPER.createArrayNode());
    }
    if (there.path("billingProfile").hasNonNull("maxPrice")) {
      end(object(profile, "billingProfile"), "maxPrice", IntNode.valueOf(-1));
    }
    if (there.path("diagnosticsProfile").path("bootDiagnostics").hasNonNull("storageUri")) {
      end(
          object(object(profile, "diagnosticsProfile"), "bootDiagnostics"),
          "storageUri",
          NullNode.instance);
    }
    String identity = shown.path("identity").path("type").asText("None");
    if (!identity.equals("None")) {
      end(object(full, "identity"), "type", TextNode.valueOf("None"));
    }
    endIdentities(full, shown);
    return full;
  }

  /** An image is referred to in one way: what stands there of another would contradict it. */
  private static void endImage(ObjectNode full, JsonNode shown) {
    String reference = "/" + PROPERTIES + "/" + ScaleSetModel.PROFILE + IMAGE;
    JsonNode there = shown.at(reference);
    if (full.at(reference) instanceof ObjectNode wanted) {
      REFERENCES.stream()
          .filter(there::hasNonNull)
          .forEach(field -> end(wanted, field, NullNode.instance));
    }
    if (shown.path("plan").isObject()) {
      end(full, "plan", NullNode.instance);
    }
  }

  /** Identities are taken away one by one. */
  private static void endIdentities(ObjectNode full, JsonNode shown) {
    JsonNode wanted = full.path("identity").path("userAssignedIdentities");
    for (var each : shown.path("identity").path("userAssignedIdentities").properties()) {
      boolean kept =
          wanted.propertyStream().anyMatch(one -> one.getKey().equalsIgnoreCase(each.getKey()));
      if (!kept && full.path("identity").path("type").asText().contains("UserAssigned")) {
        object(object(full, "identity"), "userAssignedIdentities")
            .set(each.getKey(), NullNode.instance);
      }
    }
  }

  private static ObjectNode object(ObjectNode parent, String field) {
    return parent.path(field) instanceof ObjectNode there ? there : parent.putObject(field);
  }

  private static void end(ObjectNode parent, String field, JsonNode off) {
    if (!parent.has(field)) {
      parent.set(field, off);
    }
  }

  private static final class Comparison {
    private final ObjectNode wanted;
    private final JsonNode shown;
    private final Set<String> found = new TreeSet<>();
    private final ObjectNode patch = Json.MAPPER.createObjectNode();

    Comparison(ObjectNode wanted, JsonNode shown) {
      this.wanted = wanted;
      this.shown = shown;
    }

    void part(String parent, String field) {
      JsonNode want = wanted.at(parent).path(field);
      JsonNode there = shown.at(parent).path(field);
      if (want.isMissingNode()) {
        return;
      }
      Set<String> differences = ModelDocuments.differences(want, there);
      if (differences.isEmpty()) {
        return;
      }
      for (String difference : differences) {
        found.add(difference.isEmpty() ? field : field + "." + difference);
      }
      into(parent).set(field, cleaned(field, ModelDocuments.overlay(want, there)));
    }

    void profile() {
      String at = "/" + PROPERTIES + "/" + ScaleSetModel.PROFILE;
      List<String> fields = new ArrayList<>();
      wanted.at(at).fieldNames().forEachRemaining(fields::add);
      fields.forEach(field -> part(at, field));
    }

    /** Says a part again that does not show whether it differs. */
    void restate(String field) {
      String at = "/" + PROPERTIES + "/" + ScaleSetModel.PROFILE;
      JsonNode want = wanted.at(at).path(field);
      into(at).set(field, ModelDocuments.overlay(want, shown.at(at).path(field)));
    }

    /** Extensions of others stay; ours that are wanted no more go. */
    void extensions(Collection<String> ours) {
      String at = "/" + PROPERTIES + "/" + ScaleSetModel.PROFILE;
      JsonNode there = shown.at(at + "/extensionProfile/extensions");
      Set<String> names = names(wanted.at(at + "/extensionProfile/extensions"));
      Set<String> surplus = new TreeSet<>(ours);
      surplus.retainAll(names(there));
      surplus.removeAll(names);
      if (surplus.isEmpty()) {
        return;
      }
      surplus.forEach(name -> found.add("extensionProfile.extensions[" + name + "]"));
      ObjectNode profile = object(into(at), "extensionProfile");
      JsonNode said = profile.has("extensions") ? profile.path("extensions") : there;
      ArrayNode left = Json.MAPPER.createArrayNode();
      said.valueStream()
          .filter(each -> !surplus.contains(each.path("name").asText()))
          .forEach(left::add);
      profile.set("extensions", left);
    }

    private static Set<String> names(JsonNode list) {
      var names = new TreeSet<String>();
      list.forEach(each -> names.add(each.path("name").asText()));
      return names;
    }

    private ObjectNode into(String parent) {
      ObjectNode place = patch;
      for (String field : parent.split("/", -1)) {
        place = field.isEmpty() ? place : object(place, field);
      }
      return place;
    }

    /** Without what is Azure's to say, or fixed. */
    private static JsonNode cleaned(String field, JsonNode part) {
      if (part instanceof ObjectNode fields) {
        switch (field) {
          case "osProfile" -> fields.remove(FIXED_OS);
          case "sku" -> fields.remove("capacity"); // somebody else may have set it since
          case "identity" -> {
            fields.remove(List.of("principalId", "tenantId"));
            fields
                .path("userAssignedIdentities")
                .properties()
                .forEach(
                    each -> {
                      if (each.getValue() instanceof ObjectNode one) {
                        one.removeAll();
                      }
                    });
          }
          default -> {}
        }
      }
      return part;
    }
  }
}
