package io.weir.provider.azure.scaleset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Digest;
import io.weir.api.Json;
import io.weir.provider.PoolMarks;
import io.weir.provider.azure.account.ResourcePath;
import java.util.regex.Pattern;

/**
 * The role that the identity of a scale set's machines is given.
 *
 * @param name a GUID
 * @param scope resource ID of what the role is for
 * @param definitionId resource ID of the role
 */
public record RoleAssignment(String name, String scope, String definitionId) {

  /** Resource IDs of assignments. */
  private static final Pattern ID =
      Pattern.compile(
          "(?i)/subscriptions/[^/]+/.*?/?providers/Microsoft\\.Authorization/roleAssignments/[0-9a-f-]{36}");

  /** Whether a text, which others may have written, is the ID of one in a subscription. */
  static boolean isId(String text, String subscriptionPath) {
    return ResourcePath.isOne(text)
        && ResourcePath.isWithin(text, subscriptionPath)
        && ID.matcher(text).matches();
  }

  /** Its resource ID. */
  public String id() {
    String parent = scope.endsWith("/") ? scope.substring(0, scope.length() - 1) : scope;
    return parent + "/providers/Microsoft.Authorization/roleAssignments/" + name;
  }

  /**
   * What assignments of a pool carry as their description. It tells that one is ours whose identity
   * is gone, as when the scale set was made again; the pool's own notes of it, others write too.
   */
  static String mark(PoolMarks marks) {
    return "Weir: %s of management cluster %s".formatted(marks.pool(), marks.managementCluster());
  }

  /**
   * The body of the request that makes it.
   *
   * @param principalId the identity
   * @param mark whose it is
   */
  public ObjectNode request(String principalId, String mark) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.putObject("properties")
        .put("principalId", principalId)
        // The identity is seconds old: without the type Azure looks it up, and may not find it yet.
        .put("principalType", "ServicePrincipal")
        .put("description", mark)
        .put("roleDefinitionId", definitionId);
    return body;
  }

  /** By which is noted that it was made for an identity. */
  String note(String principalId) {
    return Digest.sha256(String.join(" ", id(), definitionId, principalId)).substring(0, 32);
  }
}
