package io.weir.sandbox.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.clouds.Journal;
import io.weir.clouds.SimulatedCloud;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * What the clouds have of one pool or another. Numbers of versions, which tell how often something
 * was changed, and tokens are left out, and so is what the machines that run were made of: an edit
 * that takes effect in place leaves them as they are. Safe for concurrent use.
 */
final class FieldClouds {

  private static final long LOOK = 1_000_000_000;
  private static final int GZIP = 0x1f;

  /** Ignition has it after an escaped character. */
  private static final Pattern TOKEN =
      Pattern.compile("(%[0-9A-F]{2}|\\b)[a-z0-9]{6}\\.[a-z0-9]{16}\\b");

  private static final Pattern MACHINE = Pattern.compile(" .*");

  private final SimulatedCloud aws;
  private final SimulatedCloud kapsule;
  private final String kapsuleCluster;
  private Look look =
      new Look(0, Json.MAPPER.createObjectNode(), Json.MAPPER.createObjectNode(), Map.of());

  private final Map<SimulatedCloud, Long> lastCalls = new HashMap<>();
  private final Map<String, Long> lastWrites = new HashMap<>();

  private record Look(long at, JsonNode aws, JsonNode kapsule, Map<String, byte[]> data) {}

  FieldClouds(SimulatedCloud aws, SimulatedCloud kapsule, String kapsuleCluster) {
    this.aws = aws;
    this.kapsule = kapsule;
    this.kapsuleCluster = kapsuleCluster;
  }

  /** Looks at all pools at once, and not again for a moment: there are hundreds. */
  private synchronized Look look() {
    if (System.nanoTime() - look.at() > LOOK) {
      readJournals();
      look =
          new Look(
              System.nanoTime(),
              tree(aws.comparableState()),
              tree(kapsule.comparableState()),
              aws.launchData());
    }
    return look;
  }

  private static JsonNode tree(String json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  JsonNode picture(FieldPool pool) {
    Look now = look();
    ObjectNode picture = Json.MAPPER.createObjectNode();
    for (JsonNode site : now.kapsule()) {
      if (site.path(kapsuleCluster + "/" + pool.name()) instanceof ArrayNode found) {
        picture.set("pool", found.deepCopy());
      }
    }
    for (JsonNode site : now.aws()) {
      if (site.path("launchTemplates").path(pool.name()) instanceof ObjectNode template) {
        picture.set("template", latest(template));
      }
      if (site.path("groups").path(pool.name()) instanceof ObjectNode group) {
        picture.set("group", group(group));
      }
    }
    Optional.ofNullable(now.data().get(pool.name()))
        .map(FieldClouds::lines)
        .ifPresent(lines -> lines.forEach(picture.putArray("data")::add));
    return picture;
  }

  private static ObjectNode latest(ObjectNode template) {
    ObjectNode latest = Json.MAPPER.createObjectNode();
    latest.set("tags", template.path("tags").deepCopy());
    ObjectNode data = template.path("versions").path(template.path("latest").asText()).deepCopy();
    data.remove("UserData");
    latest.set("data", data);
    return latest;
  }

  private static ObjectNode group(ObjectNode group) {
    ObjectNode copy = group.deepCopy();
    copy.put("template", "(version)");
    copy.findParents("Version")
        .forEach(parent -> ((ObjectNode) parent).put("Version", "(version)"));
    // The empty text takes a target away, and is as good as none.
    copy.findParents("NotificationTargetARN").stream()
        .filter(hook -> hook.path("NotificationTargetARN").asText().isEmpty())
        .forEach(hook -> ((ObjectNode) hook).remove("NotificationTargetARN"));
    ObjectNode instances = copy.putObject("instances");
    group
        .path("instances")
        .properties()
        .forEach(
            entry -> {
              String state = MACHINE.matcher(entry.getKey()).replaceFirst("");
              instances.put(state, instances.path(state).asInt() + entry.getValue().asInt());
            });
    return copy;
  }

  private static List<String> lines(byte[] data) {
    try {
      boolean packed = data.length > 1 && data[0] == GZIP;
      byte[] plain =
          packed ? new GZIPInputStream(new ByteArrayInputStream(data)).readAllBytes() : data;
      String text = new String(plain, StandardCharsets.UTF_8);
      return TOKEN.matcher(text).replaceAll("$1(token)").lines().toList();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** When the cloud was last seen to be changed for the pool, in nanoseconds. */
  synchronized long lastWrite(FieldPool pool) {
    Look _ = look();
    return lastWrites.getOrDefault(pool.name(), Long.MIN_VALUE / 2);
  }

  private void readJournals() {
    for (SimulatedCloud cloud : List.of(aws, kapsule)) {
      for (Journal.Call call : cloud.journal().callsAfter(lastCalls.getOrDefault(cloud, 0L))) {
        lastCalls.put(cloud, call.number());
        if (call.wrote()) {
          lastWrites.put(call.resource(), System.nanoTime());
        }
      }
    }
  }
}
