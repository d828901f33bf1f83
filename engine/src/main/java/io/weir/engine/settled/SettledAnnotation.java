package io.weir.engine.settled;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Optional;

/** The annotation {@link io.weir.api.MetadataKeys#SETTLED}, as it was read: by whomever written. */
public sealed interface SettledAnnotation {

  /** Longer ones are neither written nor read. */
  int BYTES_AT_MOST = 16 * 1024;

  /** The form of what is written. Another one may mean anything. */
  int FORMAT = 1;

  /** What it tells. */
  record Known(SettledHistory history) implements SettledAnnotation {}

  /**
   * The settings were too long to be kept.
   *
   * @param bytes how long
   */
  record TooLong(int bytes) implements SettledAnnotation {}

  /**
   * Nothing that this version has written.
   *
   * @param why for people
   */
  record Unreadable(String why) implements SettledAnnotation {}

  /** Reads one. */
  static SettledAnnotation parse(String text) {
    if (length(text) > BYTES_AT_MOST) {
      return new Unreadable("it is longer than %d bytes".formatted(BYTES_AT_MOST));
    }
    JsonNode tree;
    try {
      tree = Json.MAPPER.readTree(text);
    } catch (JsonProcessingException broken) {
      return new Unreadable("it is no JSON");
    }
    if (!(tree instanceof ObjectNode) || tree.path("format").asInt() != FORMAT) {
      return new Unreadable("it is not of format %d".formatted(FORMAT));
    }
    if (tree.path("tooLong").isInt()) {
      return new TooLong(tree.path("tooLong").asInt());
    }
    Optional<MachineSettings> latest = settings(tree.path("latest"));
    Optional<MachineSettings> former = settings(tree.path("former"));
    if (latest.isEmpty() || (former.isEmpty() && tree.has("former"))) {
      return new Unreadable("it has no settings where they should be");
    }
    var fields = new ArrayList<String>();
    tree.path("fields").forEach(field -> fields.add(field.asText()));
    var subject =
        new SettledSubject(
            tree.path("apiVersion").asText(""), tree.path("pool").asText(""), fields);
    return new Known(new SettledHistory(subject, latest.get(), former));
  }

  /**
   * The annotation of a pool that is settled now; the very text that stands there if that says it
   * already.
   *
   * @param text what stands there, if something does
   * @param subject the pool
   */
  static String after(Optional<String> text, SettledSubject subject, MachineSettings now) {
    Optional<SettledHistory> before =
        text.map(SettledAnnotation::parse)
            .filter(Known.class::isInstance)
            .map(known -> ((Known) known).history());
    SettledHistory next =
        before
            .map(history -> history.then(subject, now))
            .orElseGet(() -> new SettledHistory(subject, now));
    return text.filter(_ -> before.filter(next::equals).isPresent()).orElseGet(() -> write(next));
  }

  private static String write(SettledHistory history) {
    String whole = format(history);
    if (length(whole) <= BYTES_AT_MOST) {
      return whole;
    }
    String latest = format(new SettledHistory(history.subject(), history.latest()));
    int length = length(latest);
    return length <= BYTES_AT_MOST
        ? latest
        : Json.MAPPER.createObjectNode().put("format", FORMAT).put("tooLong", length).toString();
  }

  private static String format(SettledHistory history) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    SettledSubject subject = history.subject();
    tree.put("format", FORMAT).put("apiVersion", subject.apiVersion()).put("pool", subject.pool());
    subject.fields().forEach(tree.putArray("fields")::add);
    tree.set("latest", tree(history.latest()));
    history.former().ifPresent(former -> tree.set("former", tree(former)));
    return tree.toString();
  }

  private static ObjectNode tree(MachineSettings settings) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.set("infrastructure", settings.infrastructure());
    tree.set("machinePool", settings.machinePool());
    return tree;
  }

  private static Optional<MachineSettings> settings(JsonNode tree) {
    return tree.path("infrastructure") instanceof ObjectNode infrastructure
            && tree.path("machinePool") instanceof ObjectNode machinePool
        ? Optional.of(new MachineSettings(infrastructure, machinePool))
        : Optional.empty();
  }

  private static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
