package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Digest;
import io.weir.api.Json;
import io.weir.provider.fingerprint.TemplateFingerprint;
import io.weir.provider.oci.api.OciTags;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An instance configuration as Oracle Cloud shows it.
 *
 * @param id OCID
 * @param name display name
 * @param created when it was created, as text that sorts by time
 * @param tags freeform tags
 * @param launch its launch details without the bootstrap data; absent where its tag tells what it
 *     was made from
 * @param userDataDigest digest of its bootstrap data; empty without {@code launch}
 */
public record InstanceConfiguration(
    String id,
    String name,
    String created,
    ObjectNode tags,
    Optional<ObjectNode> launch,
    String userDataDigest) {

  /** A suffix that Weir or Cluster API's own provider gives, and no other pool's name ends with. */
  private static final Pattern NAME = Pattern.compile("(.+)-([0-9a-f]{10}|[0-9]+)");

  /** A configuration as a list has it. */
  public static InstanceConfiguration of(JsonNode wire) {
    ObjectNode tags =
        wire.path("freeformTags") instanceof ObjectNode there
            ? there.deepCopy()
            : Json.MAPPER.createObjectNode();
    return new InstanceConfiguration(
        wire.path("id").asText(""),
        wire.path("displayName").asText(""),
        wire.path("timeCreated").asText(""),
        tags,
        Optional.empty(),
        "");
  }

  /** The same with its content, as an answer has it. */
  public InstanceConfiguration withContent(JsonNode wire) {
    JsonNode details = wire.path("instanceDetails").path("launchDetails");
    ObjectNode content = details.isObject() ? details.deepCopy() : Json.MAPPER.createObjectNode();
    String userData = "";
    if (content.path("metadata") instanceof ObjectNode metadata) {
      JsonNode removed = metadata.remove("user_data");
      userData = removed == null ? "" : removed.asText();
    }
    return new InstanceConfiguration(
        id, name, created, tags, Optional.of(content), Digest.sha256(userData));
  }

  /** The same with other tags. */
  public InstanceConfiguration withTags(ObjectNode others) {
    return new InstanceConfiguration(id, name, created, others, launch, userDataDigest);
  }

  /** Name of the pool that it is for, by its own name; empty if it has another form. */
  public String poolName() {
    var match = NAME.matcher(name);
    return match.matches() ? match.group(1) : "";
  }

  /** The value of a tag; empty without it. */
  public String tag(String key) {
    return tags.path(key).asText("");
  }

  /** What it was made from, if Weir made it. */
  public Optional<TemplateFingerprint> fingerprint() {
    return TemplateFingerprint.parse(tag(OciTags.FINGERPRINT));
  }
}
