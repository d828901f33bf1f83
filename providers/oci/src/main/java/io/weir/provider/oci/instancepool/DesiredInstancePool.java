package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Digest;
import io.weir.api.Json;
import io.weir.provider.DesiredState;
import io.weir.provider.fingerprint.FingerprintRules;
import io.weir.provider.fingerprint.InstanceRevision;
import io.weir.provider.fingerprint.TemplateChange;
import io.weir.provider.fingerprint.TemplateContent;
import io.weir.provider.fingerprint.TemplateFingerprint;
import io.weir.provider.oci.api.OciTags;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What an instance pool and its configuration should be. The objects hold fields by their names on
 * the wire, and are not to be changed.
 *
 * @param name display name of the instance pool
 * @param compartment OCID of the compartment
 * @param launch what instances are made from
 * @param placement where they are
 * @param names how the instance pool names them; empty where Oracle Cloud chooses
 * @param tags freeform tags of the instance pool and of its configurations
 * @param definedTags defined tags of its configurations
 * @param revision what running instances are compared by
 * @param size how many instances; empty if that is decided elsewhere
 * @param initialSize how many instances at first
 * @param remarks fields that have no effect, and why
 */
public record DesiredInstancePool(
    String name,
    String compartment,
    LaunchDetails launch,
    ArrayNode placement,
    ObjectNode names,
    ObjectNode tags,
    ObjectNode definedTags,
    InstanceRevision revision,
    OptionalInt size,
    int initialSize,
    List<String> remarks)
    implements DesiredState {
  private static final FingerprintRules<DesiredInstancePool> RULES =
      new FingerprintRules<>(
          Map.of(
              1,
              want ->
                  new TemplateContent(
                      want.launch.fields(), Digest.sha256(want.launch.userData()), want.revision)));

  private static final int SUFFIX = 10;

  public DesiredInstancePool {
    remarks = List.copyOf(remarks);
  }

  @Override
  public OptionalInt desiredSize() {
    return size;
  }

  /** What the configuration should carry. */
  TemplateFingerprint fingerprint() {
    return RULES.fingerprint(this);
  }

  /** How a configuration that carries this differs from what is wanted. */
  TemplateChange changeFrom(TemplateFingerprint carried) {
    return RULES.change(this, Optional.of(carried));
  }

  /** What the creation of the configuration asks for. */
  ObjectNode configuration() {
    String fingerprint = fingerprint().format();
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.put("compartmentId", compartment);
    fields.put("displayName", name + "-" + Digest.sha256(fingerprint).substring(0, SUFFIX));
    fields.set("freeformTags", tags.deepCopy().put(OciTags.FINGERPRINT, fingerprint));
    fields.set("definedTags", definedTags.deepCopy());
    fields.put("source", "NONE");
    fields
        .putObject("instanceDetails")
        .put("instanceType", "compute")
        .set("launchDetails", launch.request());
    return fields;
  }

  /** What the creation of the instance pool asks for. */
  ObjectNode pool(String configurationId) {
    ObjectNode fields = Json.MAPPER.createObjectNode();
    fields.put("compartmentId", compartment).put("displayName", name);
    fields.put("instanceConfigurationId", configurationId).put("size", initialSize);
    fields.set("freeformTags", tags.deepCopy());
    fields.set("placementConfigurations", placement.deepCopy());
    fields.setAll(names.deepCopy());
    return fields;
  }
}
