package io.weir.clouds.aws.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.StructJson;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Launch templates, instances and the client tokens of requests as JSON, to go on from another
 * time. Left out: instances that have terminated.
 */
public final class Ec2StateJson {
  private Ec2StateJson() {}

  /** All of it. Under the lock of the account and region. */
  public static ObjectNode toJson(Ec2 ec2) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    ArrayNode templates = saved.putArray("templates");
    ec2.templates().all().forEach(template -> templates.add(template(template)));
    ArrayNode machines = saved.putArray("machines");
    ec2.instances().all().stream()
        .filter(ec2Instance -> ec2Instance.state() != Ec2Instance.State.TERMINATED)
        .forEach(ec2Instance -> machines.add(machine(ec2Instance)));
    saved.set("tokens", ec2.tokens().save());
    return saved;
  }

  /** Puts it into an empty EC2, where nothing moves yet. Under the same lock. */
  public static void load(JsonNode saved, Ec2 ec2, AccountRegion accountRegion) {
    saved.path("templates").forEach(template -> ec2.templates().add(template(template)));
    saved.path("machines").forEach(machine -> ec2.instances().add(machine(machine, accountRegion)));
    ec2.tokens().load(saved.path("tokens"));
  }

  private static ObjectNode template(LaunchTemplate template) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("id", template.id()).put("name", template.name());
    saved.put("created", template.createdAt().toString());
    saved.put("default", template.defaultVersion()).put("last", template.lastNumber());
    saved.set("tags", tags(template.tags()));
    ArrayNode versions = saved.putArray("versions");
    for (TemplateVersion version : template.versions().values()) {
      ObjectNode one = versions.addObject();
      one.put("number", version.number()).put("created", version.created().toString());
      if (version.description() != null) {
        one.put("description", version.description());
      }
      one.set("data", StructJson.toJson(version.data()));
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
                  StructJson.fromJson(one.path("data"))));
    }
    template.restore(saved.path("default").asLong(), saved.path("last").asLong());
    return template;
  }

  private static ObjectNode machine(Ec2Instance ec2Instance) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    LaunchRequest launchRequest = ec2Instance.launchRequest();
    saved.put("id", ec2Instance.id()).put("ip", ec2Instance.ip());
    saved.put("launched", ec2Instance.launchTime().toString());
    saved.put("state", ec2Instance.state().name().toLowerCase(Locale.ROOT));
    saved.set("tags", tags(ec2Instance.tags()));
    ObjectNode order = saved.putObject("launch");
    order.put("group", launchRequest.group()).put("subnet", launchRequest.subnet().id());
    order.put("spot", launchRequest.spot());
    order.set("data", StructJson.toJson(launchRequest.data()));
    order.set("tags", tags(launchRequest.extraTags()));
    return saved;
  }

  private static Ec2Instance machine(JsonNode saved, AccountRegion accountRegion) {
    JsonNode order = saved.path("launch");
    String subnet = order.path("subnet").asText();
    var launchRequest =
        new LaunchRequest(
            order.path("group").asText(),
            StructJson.fromJson(order.path("data")),
            accountRegion
                .findSubnet(subnet)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException("there is no subnet " + subnet + " any more")),
            order.path("spot").asBoolean(),
            tags(order.path("tags")));
    var ec2Instance =
        new Ec2Instance(
            saved.path("id").asText(),
            launchRequest,
            saved.path("ip").asText(),
            Instant.parse(saved.path("launched").asText()));
    ec2Instance.tags().clear();
    ec2Instance.tags().putAll(tags(saved.path("tags")));
    ec2Instance.state(
        Ec2Instance.State.valueOf(saved.path("state").asText().toUpperCase(Locale.ROOT)));
    return ec2Instance;
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
