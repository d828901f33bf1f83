package io.weir.clouds.aws.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.ec2.Ec2Instance;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.wire.StructJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Groups as JSON, to go on from another time. Left out: deleted groups, and pauses after failed
 * launches.
 */
final class GroupsStateJson {
  private final AccountRegion accountRegion;
  private final Ec2 ec2;

  GroupsStateJson(AccountRegion accountRegion, Ec2 ec2) {
    this.accountRegion = accountRegion;
    this.ec2 = ec2;
  }

  static ArrayNode toJson(Iterable<Group> groups) {
    ArrayNode saved = JsonNodeFactory.instance.arrayNode();
    groups.forEach(group -> saved.add(group(group)));
    return saved;
  }

  private static ObjectNode group(Group group) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("name", group.name).put("arn", group.arn).put("created", group.created.toString());
    saved.put("min", group.min).put("max", group.max).put("desired", group.desired);
    saved.put("deleting", group.deleting);
    saved.set("source", source(group.source));
    ArrayNode subnets = saved.putArray("subnets");
    group.subnets.forEach(subnet -> subnets.add(subnet.id()));
    saved.set("settings", StructJson.toJson(group.settings));
    saved.set("tags", map(group.tags, GroupsStateJson::tag));
    saved.set("hooks", map(group.hooks, StructJson::toJson));
    saved.set("suspended", map(group.suspended, JsonNodeFactory.instance::textNode));
    ArrayNode members = saved.putArray("members");
    group.members.values().forEach(groupMember -> members.add(member(groupMember)));
    ArrayNode refreshes = saved.putArray("refreshes");
    group.refreshes.forEach(instanceRefresh -> refreshes.add(refresh(instanceRefresh)));
    ArrayNode activities = saved.putArray("activities");
    group.activities.forEach(activity -> activities.add(activity.toJson()));
    return saved;
  }

  private static ObjectNode tag(Group.Tag tag) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("value", tag.value())
        .put("propagated", tag.propagated());
  }

  private static ObjectNode member(GroupMember groupMember) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", groupMember.id())
        .put("templateId", groupMember.template.id())
        .put("templateName", groupMember.template.name())
        .put("version", groupMember.version)
        .put("activity", groupMember.activity.id())
        .put("lifecycle", groupMember.lifecycle.name())
        .put("healthy", groupMember.healthy)
        .put("protected", groupMember.protectedFromScaleIn)
        .put("warm", groupMember.warm);
  }

  private static ObjectNode refresh(InstanceRefresh instanceRefresh) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("id", instanceRefresh.id).put("start", instanceRefresh.start.toString());
    saved
        .put("status", instanceRefresh.status)
        .put("percent", instanceRefresh.percent)
        .put("left", instanceRefresh.remaining);
    put(saved, "reason", instanceRefresh.reason);
    put(saved, "end", instanceRefresh.end);
    saved.set("preferences", StructJson.toJson(instanceRefresh.preferences));
    instanceRefresh.desired.ifPresent(desired -> saved.set("desired", source(desired)));
    instanceRefresh.configuration.ifPresent(c -> saved.set("configuration", StructJson.toJson(c)));
    ArrayNode targets = saved.putArray("targets");
    instanceRefresh.targets.stream().sorted().forEach(targets::add);
    return saved;
  }

  private static void put(ObjectNode saved, String name, @Nullable Object value) {
    if (value != null) {
      saved.put(name, value.toString());
    }
  }

  private static ObjectNode source(LaunchSource source) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.set("template", StructJson.toJson(source.template()));
    source.policy().ifPresent(policy -> saved.set("policy", StructJson.toJson(policy)));
    return saved;
  }

  private static <T> ObjectNode map(Map<String, T> values, Function<T, JsonNode> write) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    values.forEach((name, value) -> saved.set(name, write.apply(value)));
    return saved;
  }

  /** The groups of what was saved, in their order. */
  List<Group> fromJson(JsonNode saved) {
    List<Group> groups = new ArrayList<>();
    saved.forEach(one -> groups.add(group(one)));
    return groups;
  }

  private Group group(JsonNode saved) {
    var group =
        new Group(
            saved.path("name").asText(),
            saved.path("arn").asText(),
            Instant.parse(saved.path("created").asText()),
            source(saved.path("source")));
    group.min = saved.path("min").asInt();
    group.max = saved.path("max").asInt();
    group.desired = saved.path("desired").asInt();
    group.deleting = saved.path("deleting").asBoolean();
    group.subnets =
        saved
            .path("subnets")
            .valueStream()
            .flatMap(id -> accountRegion.findSubnet(id.asText()).stream())
            .toList();
    group.settings = StructJson.fromJson(saved.path("settings"));
    saved
        .path("tags")
        .properties()
        .forEach(
            tag ->
                group.tags.put(
                    tag.getKey(),
                    new Group.Tag(
                        tag.getValue().path("value").asText(),
                        tag.getValue().path("propagated").asBoolean())));
    saved
        .path("hooks")
        .properties()
        .forEach(hook -> group.hooks.put(hook.getKey(), StructJson.fromJson(hook.getValue())));
    saved
        .path("suspended")
        .properties()
        .forEach(process -> group.suspended.put(process.getKey(), process.getValue().asText()));
    saved
        .path("activities")
        .forEach(one -> Activity.fromJson(one, accountRegion).ifPresent(group.activities::addLast));
    saved.path("members").forEach(one -> member(one, group));
    group.activities.stream()
        .filter(Activity::isRunning)
        .filter(one -> group.members.values().stream().noneMatch(m -> m.activity.equals(one)))
        .forEach(one -> one.markSucceeded(accountRegion.now()));
    saved.path("refreshes").forEach(one -> group.refreshes.addLast(refresh(one)));
    return group;
  }

  /** One whose instance has terminated meanwhile is none any more. */
  private void member(JsonNode saved, Group group) {
    ec2.instances()
        .withId(saved.path("id").asText())
        .ifPresent(
            ec2Instance -> {
              Activity activity = activity(saved.path("activity").asText(), group, ec2Instance);
              var groupMember =
                  new GroupMember(
                      ec2Instance,
                      ec2.templates()
                          .findOrPlaceholder(
                              saved.path("templateId").asText(),
                              saved.path("templateName").asText()),
                      saved.path("version").asLong(),
                      activity);
              groupMember.lifecycle = LifecycleState.valueOf(saved.path("lifecycle").asText());
              groupMember.healthy = saved.path("healthy").asBoolean();
              groupMember.protectedFromScaleIn = saved.path("protected").asBoolean();
              groupMember.warm = saved.path("warm").asBoolean();
              group.members.put(ec2Instance.id(), groupMember);
            });
  }

  /** Only so many are kept; that of an older member is long over. */
  private static Activity activity(String id, Group group, Ec2Instance ec2Instance) {
    return group.activities.stream()
        .filter(one -> one.id().equals(id))
        .findFirst()
        .orElseGet(
            () -> {
              String launched = "Launching a new EC2 instance: " + ec2Instance.id();
              var over =
                  new Activity(id, ec2Instance.launchTime(), launched, "", ec2Instance.subnet());
              over.markSucceeded(ec2Instance.launchTime());
              return over;
            });
  }

  private static InstanceRefresh refresh(JsonNode saved) {
    Optional<JsonNode> desired = Optional.ofNullable(saved.get("desired"));
    Optional<JsonNode> configuration = Optional.ofNullable(saved.get("configuration"));
    var instanceRefresh =
        new InstanceRefresh(
            saved.path("id").asText(),
            Instant.parse(saved.path("start").asText()),
            StructJson.fromJson(saved.path("preferences")),
            desired.map(GroupsStateJson::source),
            configuration.map(StructJson::fromJson));
    instanceRefresh.status = saved.path("status").asText();
    instanceRefresh.percent = saved.path("percent").asInt();
    instanceRefresh.remaining = saved.path("left").asInt();
    instanceRefresh.reason = saved.has("reason") ? saved.path("reason").asText() : null;
    instanceRefresh.end = saved.has("end") ? Instant.parse(saved.path("end").asText()) : null;
    Set<String> targets = new HashSet<>();
    saved.path("targets").forEach(target -> targets.add(target.asText()));
    instanceRefresh.targets = Set.copyOf(targets);
    return instanceRefresh;
  }

  private static LaunchSource source(JsonNode saved) {
    Optional<Struct> policy = Optional.ofNullable(saved.get("policy")).map(StructJson::fromJson);
    return new LaunchSource(StructJson.fromJson(saved.path("template")), policy);
  }
}
