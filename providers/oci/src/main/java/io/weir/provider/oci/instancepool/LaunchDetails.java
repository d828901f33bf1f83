package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What instances are made from, by Oracle's names. Its text shows nothing of it: the bootstrap data
 * holds a join token.
 *
 * @param fields all but the bootstrap data; not to be changed
 * @param userData the bootstrap data, base64
 */
public record LaunchDetails(ObjectNode fields, String userData) {
  private static final List<String> TAGS = List.of("freeformTags", "definedTags");

  /** All of it, as a request has it. */
  public ObjectNode request() {
    ObjectNode request = fields.deepCopy();
    request.withObject("/metadata").put("user_data", userData);
    return request;
  }

  /** Without names and tags, which matter to no running instance. */
  ObjectNode revision() {
    ObjectNode revision = fields.deepCopy();
    revision.remove(TAGS);
    revision.remove("displayName");
    if (revision.path("createVnicDetails") instanceof ObjectNode vnic) {
      vnic.remove(TAGS);
      vnic.remove("displayName");
    }
    return revision;
  }

  @Override
  public String toString() {
    return "LaunchDetails";
  }
}
