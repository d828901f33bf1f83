package io.weir.clouds.aws.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.wire.StructJson;
import io.weir.clouds.aws.world.Place;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Launch templates, instances and the client tokens of requests as JSON, to go on from another
 * time. Left out: instances that have terminated.
 */
public final class SavedEc2 {
  private SavedEc2() {}

  /** All of it. Under the lock of the place. */
  public static ObjectNode of(Ec2 ec2) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    ArrayNode templates = saved.putArray("templates");
    ec2.templates().all().forEach(template -> templates.add(template(template)));
    ArrayNode machines = saved.putArray("machines");
    ec2.machines().all().stream()
        .filter(machine -> machine.state() != Machine.State.TERMINATED)
        .forEach(machine -> machines.add(machine(machine)));
    saved.set("tokens", ec2.tokens().save());
    return saved;
  }

  /** Puts it into an empty EC2; running instances are told as started. Under the same lock. */
  public static void restore(JsonNode saved, Ec2 ec2, Place place) {
    saved.path("templates").forEach(template -> ec2.templates().add(template(template)));
    saved.path("machines").forEach(machine -> ec2.machines().restore(machine(machine, place)));
    ec2.tokens().restore(saved.path("tokens"));
  }

  private static ObjectNode template(LaunchTemplate template) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("id", template.id()).put("name", template.name());
    saved.put("created", template.created().toString());
    saved.put("default", template.defaultVersion()).put("last", template.lastNumber());
    saved.set("tags", tags(template.tags()));
    ArrayNode versions = saved.putArray("versions");
    for (TemplateVersion version : template.versions().values()) {
      ObjectNode one = versions.addObject();
      one.put("number", version.number()).put("created", version.created().toString());
      if (version.description() != null) {
        one.put("description", version.description());
      }
      one.set("data", StructJson.write(version.data()));
    }
    return saved;
  }

  private static LaunchTemplate template(JsonNode saved) {
    var template =
        new LaunchTemplate(
            saved.path("id").asText(),
            saved.path("name").asText(),
            Instant.parse(saved.path("created").asText()),
            tags(saved.path("tags")));
    for (JsonNode one : saved.path("versions")) {
      long number = one.path("number").asLong();
      @Nullable String description =
          one.has("description") ? one.path("description").asText() : null;
      template
          .versions()
          .put(
              number,
              new TemplateVersion(
                  number,
                  Instant.parse(one.path("created").asText()),
                  description,
                  StructJson.read(one.path("data"))));
    }
    template.restore(saved.path("default").asLong(), saved.path("last").asLong());
    return template;
  }

  private static ObjectNode machine(Machine machine) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    Launch launch = machine.launch();
    saved.put("id", machine.id()).put("ip", machine.ip());
    saved.put("launched", machine.launched().toString());
    saved.put("state", machine.state().name().toLowerCase(Locale.ROOT));
    saved.set("tags", tags(machine.tags()));
    ObjectNode order = saved.putObject("launch");
    order.put("group", launch.group()).put("subnet", launch.subnet().id());
    order.put("spot", launch.spot());
    order.set("data", StructJson.write(launch.data()));
    order.set("tags", tags(launch.extraTags()));
    return saved;
  }

  private static Machine machine(JsonNode saved, Place place) {
    JsonNode order = saved.path("launch");
    String subnet = order.path("subnet").asText();
    var launch =
        new Launch(
            order.path("group").asText(),
            StructJson.read(order.path("data")),
            place
                .subnet(subnet)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException("there is no subnet " + subnet + " any more")),
            order.path("spot").asBoolean(),
            tags(order.path("tags")));
    var machine =
        new Machine(
            saved.path("id").asText(),
            launch,
            saved.path("ip").asText(),
            Instant.parse(saved.path("launched").asText()));
    machine.tags().clear();
    machine.tags().putAll(tags(saved.path("tags")));
    machine.state(Machine.State.valueOf(saved.path("state").asText().toUpperCase(Locale.ROOT)));
    return machine;
  }

  private static ObjectNode tags(Map<String, String> tags) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    tags.forEach(saved::put);
    return saved;
  }

  private static Map<String, String> tags(JsonNode saved) {
    Map<String, String> tags = new TreeMap<>();
    saved.properties().forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
    return tags;
  }
}
