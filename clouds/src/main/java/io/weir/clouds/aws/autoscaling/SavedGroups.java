package io.weir.clouds.aws.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.ec2.Machine;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.wire.StructJson;
import io.weir.clouds.aws.world.Place;
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
final class SavedGroups {
  private final Place place;
  private final Ec2 ec2;

  SavedGroups(Place place, Ec2 ec2) {
    this.place = place;
    this.ec2 = ec2;
  }

  static ArrayNode of(Iterable<Group> groups) {
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
    saved.set("settings", StructJson.write(group.settings));
    saved.set("tags", map(group.tags, SavedGroups::tag));
    saved.set("hooks", map(group.hooks, StructJson::write));
    saved.set("suspended", map(group.suspended, JsonNodeFactory.instance::textNode));
    ArrayNode members = saved.putArray("members");
    group.members.values().forEach(member -> members.add(member(member)));
    ArrayNode refreshes = saved.putArray("refreshes");
    group.refreshes.forEach(refresh -> refreshes.add(refresh(refresh)));
    ArrayNode activities = saved.putArray("activities");
    group.activities.forEach(activity -> activities.add(activity.save()));
    return saved;
  }

  private static ObjectNode tag(Group.Tag tag) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("value", tag.value())
        .put("propagated", tag.propagated());
  }

  private static ObjectNode member(Member member) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", member.id())
        .put("templateId", member.template.id())
        .put("templateName", member.template.name())
        .put("version", member.version)
        .put("activity", member.activity.id())
        .put("lifecycle", member.lifecycle.name())
        .put("healthy", member.healthy)
        .put("protected", member.protectedFromScaleIn)
        .put("warm", member.warm);
  }

  private static ObjectNode refresh(Refresh refresh) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("id", refresh.id).put("start", refresh.start.toString());
    saved.put("status", refresh.status).put("percent", refresh.percent).put("left", refresh.left);
    put(saved, "reason", refresh.reason);
    put(saved, "end", refresh.end);
    saved.set("preferences", StructJson.write(refresh.preferences));
    refresh.desired.ifPresent(desired -> saved.set("desired", source(desired)));
    refresh.configuration.ifPresent(c -> saved.set("configuration", StructJson.write(c)));
    ArrayNode targets = saved.putArray("targets");
    refresh.targets.stream().sorted().forEach(targets::add);
    return saved;
  }

  private static void put(ObjectNode saved, String name, @Nullable Object value) {
    if (value != null) {
      saved.put(name, value.toString());
    }
  }

  private static ObjectNode source(LaunchSource source) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.set("template", StructJson.write(source.template()));
    source.policy().ifPresent(policy -> saved.set("policy", StructJson.write(policy)));
    return saved;
  }

  private static <T> ObjectNode map(Map<String, T> values, Function<T, JsonNode> write) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    values.forEach((name, value) -> saved.set(name, write.apply(value)));
    return saved;
  }

  /** The groups of what was saved, in their order. */
  List<Group> groups(JsonNode saved) {
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
            .flatMap(id -> place.subnet(id.asText()).stream())
            .toList();
    group.settings = StructJson.read(saved.path("settings"));
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
        .forEach(hook -> group.hooks.put(hook.getKey(), StructJson.read(hook.getValue())));
    saved
        .path("suspended")
        .properties()
        .forEach(process -> group.suspended.put(process.getKey(), process.getValue().asText()));
    saved
        .path("activities")
        .forEach(one -> Activity.read(one, place).ifPresent(group.activities::addLast));
    saved.path("members").forEach(one -> member(one, group));
    group.activities.stream()
        .filter(Activity::running)
        .filter(one -> group.members.values().stream().noneMatch(m -> m.activity.equals(one)))
        .forEach(one -> one.succeeds(place.now()));
    saved.path("refreshes").forEach(one -> group.refreshes.addLast(refresh(one)));
    return group;
  }

  /** One whose instance has terminated meanwhile is none any more. */
  private void member(JsonNode saved, Group group) {
    ec2.machines()
        .withId(saved.path("id").asText())
        .ifPresent(
            machine -> {
              Activity activity = activity(saved.path("activity").asText(), group, machine);
              var member =
                  new Member(
                      machine,
                      ec2.templates()
                          .known(
                              saved.path("templateId").asText(),
                              saved.path("templateName").asText()),
                      saved.path("version").asLong(),
                      activity);
              member.lifecycle = Lifecycle.valueOf(saved.path("lifecycle").asText());
              member.healthy = saved.path("healthy").asBoolean();
              member.protectedFromScaleIn = saved.path("protected").asBoolean();
              member.warm = saved.path("warm").asBoolean();
              group.members.put(machine.id(), member);
            });
  }

  /** Only so many are kept; that of an older member is long over. */
  private static Activity activity(String id, Group group, Machine machine) {
    return group.activities.stream()
        .filter(one -> one.id().equals(id))
        .findFirst()
        .orElseGet(
            () -> {
              String launched = "Launching a new EC2 instance: " + machine.id();
              var over = new Activity(id, machine.launched(), launched, "", machine.subnet());
              over.succeeds(machine.launched());
              return over;
            });
  }

  private static Refresh refresh(JsonNode saved) {
    Optional<JsonNode> desired = Optional.ofNullable(saved.get("desired"));
    Optional<JsonNode> configuration = Optional.ofNullable(saved.get("configuration"));
    var refresh =
        new Refresh(
            saved.path("id").asText(),
            Instant.parse(saved.path("start").asText()),
            StructJson.read(saved.path("preferences")),
            desired.map(SavedGroups::source),
            configuration.map(StructJson::read));
    refresh.status = saved.path("status").asText();
    refresh.percent = saved.path("percent").asInt();
    refresh.left = saved.path("left").asInt();
    refresh.reason = saved.has("reason") ? saved.path("reason").asText() : null;
    refresh.end = saved.has("end") ? Instant.parse(saved.path("end").asText()) : null;
    Set<String> targets = new HashSet<>();
    saved.path("targets").forEach(target -> targets.add(target.asText()));
    refresh.targets = Set.copyOf(targets);
    return refresh;
  }

  private static LaunchSource source(JsonNode saved) {
    Optional<Struct> policy = Optional.ofNullable(saved.get("policy")).map(StructJson::read);
    return new LaunchSource(StructJson.read(saved.path("template")), policy);
  }
}
