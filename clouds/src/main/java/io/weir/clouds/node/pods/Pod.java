package io.weir.clouds.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a kubelet wants to know of a pod that is bound to its node.
 *
 * @param namespace where it is
 * @param name its name
 * @param uid tells it from others of this name
 * @param version grows with each change
 * @param nodeName the node that it is bound to
 * @param containers what it consists of
 * @param hostNetwork whether it has the address of its node
 * @param restarted whether its containers are started again when they end well
 * @param phase Pending, Running, Succeeded or Failed
 * @param ready whether its status says that it is Ready
 * @param started since when its status says that it runs
 * @param completesAfter how long its containers take to end; empty if they never do
 * @param gracePeriod how long it may take to stop, once it is being deleted
 */
record Pod(
    String namespace,
    String name,
    String uid,
    long version,
    String nodeName,
    List<Container> containers,
    boolean hostNetwork,
    boolean restarted,
    String phase,
    boolean ready,
    Optional<Instant> started,
    Optional<Duration> completesAfter,
    Optional<Duration> gracePeriod) {
  /** Set by whoever wants to see a pod end by itself, to whole seconds or minutes. */
  static final String COMPLETES_AFTER = "sandbox.weir.io/completes-after";

  private static final Pattern DURATION = Pattern.compile("([0-9]{1,6})([sm])");

  Pod {
    containers = List.copyOf(containers);
  }

  /**
   * One of its containers.
   *
   * @param name its name
   * @param image what it would run
   */
  record Container(String name, String image) {}

  static Pod of(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    JsonNode spec = object.path("spec");
    JsonNode status = object.path("status");
    return new Pod(
        metadata.path("namespace").asText(),
        metadata.path("name").asText(),
        metadata.path("uid").asText(),
        metadata.path("resourceVersion").asLong(),
        spec.path("nodeName").asText(),
        spec.path("containers")
            .valueStream()
            .map(each -> new Container(each.path("name").asText(), each.path("image").asText()))
            .toList(),
        spec.path("hostNetwork").asBoolean(),
        spec.path("restartPolicy").asText("Always").equals("Always"),
        status.path("phase").asText(),
        status
            .path("conditions")
            .valueStream()
            .anyMatch(
                each ->
                    each.path("type").asText().equals("Ready")
                        && each.path("status").asText().equals("True")),
        Optional.of(status.path("startTime").asText())
            .filter(at -> !at.isEmpty())
            .map(Instant::parse),
        duration(metadata.path("annotations").path(COMPLETES_AFTER).asText()),
        metadata.has("deletionTimestamp")
            ? Optional.of(Duration.ofSeconds(metadata.path("deletionGracePeriodSeconds").asLong()))
            : Optional.empty());
  }

  private static Optional<Duration> duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    return Optional.of(
        matcher.group(2).equals("s") ? Duration.ofSeconds(amount) : Duration.ofMinutes(amount));
  }

  boolean isOver() {
    return phase.equals("Succeeded") || phase.equals("Failed");
  }

  boolean runs() {
    return phase.equals("Running") && ready;
  }

  String path() {
    return "/api/v1/namespaces/" + namespace + "/pods/" + name;
  }
}
