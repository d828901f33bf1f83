package io.weir.clouds.aws.iam;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.wire.StructJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Roles of IAM, as far as node groups need them; kept apart in each region. */
public final class Iam {
  private static final String DEFAULT_ROLE = "eks-nodegroup.cluster-api-provider-aws.sigs.k8s.io";
  private static final String POLICIES = "AttachedPolicies";

  private final AccountRegion accountRegion;
  private final Map<String, Struct> roles = new TreeMap<>();

  /** With the role that Cluster API's provider gives nodes of EKS, and one for each profile. */
  public Iam(AccountRegion accountRegion) {
    this.accountRegion = accountRegion;
    add(DEFAULT_ROLE);
    accountRegion.region().instanceProfiles().forEach(this::add);
  }

  private void add(String name) {
    roles.put(name, role(name, "/", List.of()));
  }

  /** What each operation does. */
  public Map<String, Handler> handlers() {
    return Map.of(
        "CreateRole", this::create,
        "GetRole", call -> new Struct().set("Role", shown(requested(call))),
        "DeleteRole", this::delete,
        "ListAttachedRolePolicies", this::policies,
        "AttachRolePolicy", this::attach,
        "DetachRolePolicy", this::detach,
        "TagRole", this::tag,
        "UntagRole", this::untag);
  }

  /** The tags of the role of this name; none if there is none. */
  public Map<String, String> tagsOf(String name) {
    Map<String, String> tags = new TreeMap<>();
    Optional.ofNullable(roles.get(name))
        .ifPresent(
            role ->
                role.structs("Tags").forEach(tag -> tags.put(tag.text("Key"), tag.text("Value"))));
    return tags;
  }

  /** Whether there is a role of this ARN. */
  public boolean hasRole(String arn) {
    return roles.values().stream().anyMatch(role -> role.text("Arn").equals(arn));
  }

  private Struct role(String name, String path, List<Struct> tags) {
    return new Struct()
        .set("Path", path)
        .set("RoleName", name)
        .set("RoleId", "AROA%017d".formatted(accountRegion.ids().next()))
        .set("Arn", "arn:aws:iam::%s:role%s%s".formatted(accountRegion.account().id(), path, name))
        .set("CreateDate", accountRegion.now())
        .set("Tags", tags)
        .set(POLICIES, List.of());
  }

  private Struct create(AwsCall call) {
    Struct input = call.input();
    String name = input.text("RoleName");
    if (roles.containsKey(name)) {
      throw new AwsErrorException(
          409, "EntityAlreadyExists", "Role with name %s already exists.".formatted(name));
    }
    Struct role = role(name, input.findText("Path").orElse("/"), input.structs("Tags"));
    roles.put(name, role);
    accountRegion.journal().recordCreation("Role", name);
    return new Struct().set("Role", shown(role));
  }

  private Struct delete(AwsCall call) {
    Struct role = requested(call);
    if (!role.texts(POLICIES).isEmpty()) {
      throw new AwsErrorException(
          409, "DeleteConflict", "Cannot delete entity, must detach all policies first.");
    }
    roles.remove(role.text("RoleName"));
    return new Struct();
  }

  private Struct policies(AwsCall call) {
    return new Struct()
        .set("IsTruncated", false)
        .set(
            POLICIES,
            requested(call).texts(POLICIES).stream()
                .map(
                    arn ->
                        new Struct()
                            .set("PolicyName", arn.substring(arn.lastIndexOf('/') + 1))
                            .set("PolicyArn", arn))
                .toList());
  }

  private Struct attach(AwsCall call) {
    Struct role = requested(call);
    List<String> attached = new ArrayList<>(role.texts(POLICIES));
    String arn = call.input().text("PolicyArn");
    if (!attached.contains(arn)) {
      attached.add(arn);
    }
    role.set(POLICIES, attached);
    return new Struct();
  }

  private Struct detach(AwsCall call) {
    Struct role = requested(call);
    List<String> left = new ArrayList<>(role.texts(POLICIES));
    String arn = call.input().text("PolicyArn");
    if (!left.remove(arn)) {
      throw new AwsErrorException(404, "NoSuchEntity", "Policy %s was not found.".formatted(arn));
    }
    role.set(POLICIES, left);
    return new Struct();
  }

  private Struct tag(AwsCall call) {
    Struct role = requested(call);
    Map<String, String> tags = new TreeMap<>(tagsOf(role.text("RoleName")));
    call.input().structs("Tags").forEach(tag -> tags.put(tag.text("Key"), tag.text("Value")));
    role.set("Tags", listed(tags));
    return new Struct();
  }

  private Struct untag(AwsCall call) {
    Struct role = requested(call);
    Map<String, String> tags = new TreeMap<>(tagsOf(role.text("RoleName")));
    call.input().texts("TagKeys").forEach(tags::remove);
    role.set("Tags", listed(tags));
    return new Struct();
  }

  private static List<Struct> listed(Map<String, String> tags) {
    return tags.entrySet().stream()
        .map(tag -> new Struct().set("Key", tag.getKey()).set("Value", tag.getValue()))
        .toList();
  }

  private Struct requested(AwsCall call) {
    String name = call.input().text("RoleName");
    return Optional.ofNullable(roles.get(name))
        .orElseThrow(
            () ->
                new AwsErrorException(
                    404, "NoSuchEntity", "The role with name %s cannot be found.".formatted(name)));
  }

  private static Struct shown(Struct role) {
    Struct shown = new Struct();
    role.members()
        .forEach(
            (name, value) -> {
              if (!name.equals(POLICIES)) {
                shown.set(name, value);
              }
            });
    return shown;
  }

  /** The roles, to go on from another time. */
  public ArrayNode save() {
    ArrayNode saved = JsonNodeFactory.instance.arrayNode();
    roles.values().forEach(role -> saved.add(StructJson.toJson(role)));
    return saved;
  }

  /** Takes roles of another time in. */
  public void load(JsonNode saved) {
    if (saved.isArray()) {
      roles.clear();
      saved.forEach(
          each -> {
            Struct role = StructJson.fromJson(each);
            roles.put(role.text("RoleName"), role);
          });
    }
  }
}
