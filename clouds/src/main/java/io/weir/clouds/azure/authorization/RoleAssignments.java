package io.weir.clouds.azure.authorization;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.ArmList;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.resources.ResourceGroups;
import io.weir.clouds.http.RestResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Who may do what, at a subscription, a resource group or a resource. Nothing is checked by it. */
public final class RoleAssignments {
  private static final String TYPE = "Microsoft.Authorization/roleAssignments";
  private static final String SUFFIX = "/providers/" + TYPE;

  private final Subscription subscription;
  private final ResourceGroups groups;
  private final Map<String, ObjectNode> byId = new TreeMap<>();

  /** None yet. */
  public RoleAssignments(Subscription subscription, ResourceGroups groups) {
    this.subscription = subscription;
    this.groups = groups;
  }

  /** Answers a call. */
  public RestResponse get(ArmCall call) {
    ObjectNode found = byId.get(key(call));
    if (found == null) {
      throw ArmErrorException.of(
          404,
          "RoleAssignmentNotFound",
          "The role assignment '%s' is not found.".formatted(call.variable("assignment")));
    }
    return RestResponse.ok(found.deepCopy());
  }

  /** Answers a call: those at a scope and at what lies in it. */
  public RestResponse list(ArmCall call) {
    String scope = scope(call).toLowerCase(Locale.ROOT);
    List<ObjectNode> there = new ArrayList<>();
    byId.forEach(
        (id, one) -> {
          if (id.startsWith(scope + "/")) {
            there.add(one);
          }
        });
    return ArmList.of(
        call, there, one -> one.path("id").asText(), ObjectNode::deepCopy, subscription.pageSize());
  }

  /** Answers a call. */
  public RestResponse put(ArmCall call) {
    if (!call.group().isEmpty()) {
      var _ = groups.require(call.group());
    }
    JsonNode wanted = call.body().path("properties");
    String principal = wanted.path("principalId").asText("");
    String role = wanted.path("roleDefinitionId").asText("");
    if (principal.isEmpty() || role.isEmpty()) {
      throw ArmErrorException.of(
          400,
          "InvalidCreateRoleAssignmentRequest",
          "The request to create role assignment is not valid.");
    }
    if (!wanted.hasNonNull("principalType") && !subscription.knowsPrincipal(principal)) {
      throw ArmErrorException.of(
          400,
          "PrincipalNotFound",
          "Principal %s does not exist in the directory %s. Check that you have the correct principal ID. If you are creating this principal and then immediately assigning a role, this error might be related to a replication delay. In this case, set the role assignment principalType property to a value, such as ServicePrincipal, User, or Group.  See https://aka.ms/docs-principaltype"
              .formatted(principal.replace("-", ""), subscription.seed().tenant()));
    }
    ObjectNode before = byId.get(key(call));
    if (before != null && !same(before, principal, role)) {
      throw ArmErrorException.of(
          409,
          "RoleAssignmentUpdateNotPermitted",
          "Tenant ID, application ID, principal ID, and scope are not allowed to be updated.");
    }
    if (before == null && exists(scope(call), principal, role)) {
      throw ArmErrorException.of(
          409, "RoleAssignmentExists", "The role assignment already exists.");
    }
    ObjectNode assignment = before == null ? create(call, wanted) : before;
    return new RestResponse(before == null ? 201 : 200, Map.of(), assignment.deepCopy());
  }

  private ObjectNode create(ArmCall call, JsonNode wanted) {
    ObjectNode assignment = JsonNodeFactory.instance.objectNode();
    String name = call.variable("assignment");
    assignment.put("id", scope(call) + SUFFIX + "/" + name).put("name", name).put("type", TYPE);
    ObjectNode properties = assignment.putObject("properties");
    properties.put("principalType", "ServicePrincipal");
    wanted.properties().forEach(one -> properties.set(one.getKey(), one.getValue().deepCopy()));
    String now = subscription.now().toString();
    properties.put("scope", scope(call)).put("createdOn", now).put("updatedOn", now);
    properties.putNull("createdBy").put("updatedBy", call.caller().objectId());
    byId.put(key(call), assignment);
    subscription.journal().recordCreation("RoleAssignment", name);
    return assignment;
  }

  private static boolean same(JsonNode assignment, String principal, String role) {
    JsonNode properties = assignment.path("properties");
    return properties.path("principalId").asText().equalsIgnoreCase(principal)
        && properties.path("roleDefinitionId").asText().equalsIgnoreCase(role);
  }

  private boolean exists(String scope, String principal, String role) {
    return byId.values().stream()
        .filter(one -> one.path("properties").path("scope").asText().equalsIgnoreCase(scope))
        .anyMatch(one -> same(one, principal, role));
  }

  /** Answers a call. */
  public RestResponse delete(ArmCall call) {
    ObjectNode removed = byId.remove(key(call));
    return removed == null
        ? new RestResponse(204, Map.of(), MissingNode.getInstance())
        : RestResponse.ok(removed);
  }

  private static String scope(ArmCall call) {
    String path = call.request().wire().path();
    return path.substring(
        0, path.toLowerCase(Locale.ROOT).indexOf(SUFFIX.toLowerCase(Locale.ROOT)));
  }

  private static String key(ArmCall call) {
    return call.request().wire().path().toLowerCase(Locale.ROOT);
  }

  /** All of them by what they are, without names and times. */
  public List<String> comparableState() {
    return byId.values().stream()
        .map(one -> one.path("properties"))
        .map(one -> one.path("scope").asText() + " " + one.path("roleDefinitionId").asText())
        .sorted()
        .toList();
  }

  /** All of them, to be known at another time. */
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    byId.forEach((id, one) -> saved.set(id, one.deepCopy()));
    return saved;
  }

  /** Takes in those of another time. */
  public void load(JsonNode saved) {
    saved
        .properties()
        .forEach(
            one -> {
              if (one.getValue() instanceof ObjectNode assignment) {
                byId.put(one.getKey(), assignment.deepCopy());
              }
            });
  }
}
