package io.weir.provider.gcp.template;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Digest;
import io.weir.api.Json;
import io.weir.provider.fingerprint.FingerprintRules;
import io.weir.provider.fingerprint.InstanceRevision;
import io.weir.provider.fingerprint.TemplateChange;
import io.weir.provider.fingerprint.TemplateContent;
import io.weir.provider.fingerprint.TemplateFingerprint;
import io.weir.provider.gcp.api.GcpConstants;
import java.util.Map;
import java.util.Optional;

/**
 * What an instance template of a pool should be.
 *
 * @param pool name of the pool
 * @param properties {@link TemplateProperties}; not to be changed
 * @param userData what machines run at first boot
 * @param revision what running machines are compared by
 */
public record DesiredTemplate(
    String pool, ObjectNode properties, UserData userData, InstanceRevision revision) {

  /** All templates that Weir has made so far were made by the first. */
  private static final FingerprintRules<DesiredTemplate> RULES =
      new FingerprintRules<>(
          Map.of(
              1, want -> new TemplateContent(want.data(), want.userData.sha256(), want.revision)));

  private static final int LONGEST_PREFIX = 46;
  private static final int SUFFIX = 16;
  private static final int HASH = 56;

  private Map<String, Object> data() {
    return Json.MAPPER.convertValue(properties, new TypeReference<Map<String, Object>>() {});
  }

  /** What a template that is made now carries. */
  public TemplateFingerprint fingerprint() {
    return RULES.fingerprint(this);
  }

  /** How a template that carries this differs from what is wanted. */
  public TemplateChange changeFrom(Optional<TemplateFingerprint> carried) {
    return RULES.change(this, carried);
  }

  /**
   * The name of the template with these marks: as upstream's it begins with the pool's name and
   * ends in 16 digits, and equal templates have equal names, so that a repetition makes no second.
   */
  public String name(TemplateMarks marks) {
    String prefix = pool.substring(0, Math.min(LONGEST_PREFIX, pool.length()));
    return prefix + "-" + Digest.sha256(marks.format()).substring(0, SUFFIX);
  }

  /** The request that makes it. Holds a join token. */
  public ObjectNode request(TemplateMarks marks) {
    ObjectNode request = Json.MAPPER.createObjectNode();
    request.put("name", name(marks)).put("description", marks.format());
    ObjectNode copy = properties.deepCopy();
    if (copy.path("labels") instanceof ObjectNode labels) {
      String of = marks.fingerprint().format();
      labels.put(GcpConstants.HASH_LABEL, Digest.sha256(of).substring(0, HASH));
    }
    if (copy.path("metadata").path("items") instanceof ArrayNode items) {
      items.addObject().put("key", GcpConstants.USER_DATA).put("value", userData.text());
    }
    request.set("properties", copy);
    return request;
  }
}
