package io.weir.engine.retire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All instances of a pool that leave, as the annotation {@code weir.io/retirements} of the
 * infrastructure pool holds them.
 *
 * @param entries by the cloud's name for the instance
 * @param surge how many more than the wanted machines were asked for last
 * @param backoff what is known of machines that were replaced in vain
 */
public record Retirements(
    SortedMap<String, Retirement> entries, int surge, ReplacementBackoff backoff) {

  /** More are not written down at once: an annotation has its limits. */
  public static final int MAX_ENTRIES = 100;

  /** The same of those that the cloud ends: others wait until there is room. */
  public static final int MAX_ENDED_BY_CLOUD = 300;

  /** None. */
  public static final Retirements NONE =
      new Retirements(new TreeMap<>(), 0, ReplacementBackoff.NONE);

  private static final int FORMAT = 1;
  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  public Retirements {
    entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  /** Of an instance, if it leaves. */
  public Optional<Retirement> of(String instanceId) {
    return Optional.ofNullable(entries.get(instanceId));
  }

  /** The annotation's value; absent if there is nothing to remember. */
  public Optional<String> text() {
    if (entries.isEmpty() && surge == 0 && backoff.count() == 0) {
      return Optional.empty();
    }
    ObjectNode tree = Json.MAPPER.createObjectNode().put("format", FORMAT);
    if (surge > 0) {
      tree.put("surge", surge);
    }
    if (backoff.count() > 0) {
      tree.putObject("inVain").put("count", backoff.count()).put("last", backoff.last().toString());
    }
    ObjectNode leaving = tree.putObject("leaving");
    entries.forEach(
        (id, retirement) -> {
          ObjectNode entry = leaving.putObject(id);
          entry.put("state", retirement.state().text());
          retirement.reasons().forEach(reason -> entry.withArray("/reasons").add(reason.text()));
          entry.put("since", retirement.since().toString());
        });
    return Optional.of(tree.toString());
  }

  /**
   * Reads an annotation's value.
   *
   * @return absent if it is not in a form that this version knows: nothing may leave by it, nor
   *     beside it
   */
  public static Optional<Retirements> parse(String text) {
    try {
      JsonNode tree = Json.MAPPER.readTree(text);
      if (tree.path("format").asInt() != FORMAT) {
        return Optional.empty();
      }
      var entries = new TreeMap<String, Retirement>();
      for (Map.Entry<String, JsonNode> entry : tree.path("leaving").properties()) {
        Optional<Retirement> retirement = retirement(entry.getValue());
        if (retirement.isEmpty()) {
          return Optional.empty();
        }
        entries.put(entry.getKey(), retirement.get());
      }
      JsonNode inVain = tree.path("inVain");
      ReplacementBackoff backoff =
          inVain.isMissingNode()
              ? ReplacementBackoff.NONE
              : new ReplacementBackoff(
                  Math.max(0, inVain.path("count").asInt()), time(inVain.path("last")));
      return Optional.of(
          new Retirements(entries, Math.max(0, tree.path("surge").asInt()), backoff));
    } catch (JsonProcessingException | DateTimeException malformed) {
      return Optional.empty();
    }
  }

  /** Of a time that no clock shows, others could not be counted. */
  private static Instant time(JsonNode text) {
    Instant time = Instant.parse(text.asText());
    if (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST)) {
      throw new DateTimeException("out of range: " + time);
    }
    return time;
  }

  private static Optional<Retirement> retirement(JsonNode entry) {
    EnumSet<RetirementReason> reasons = EnumSet.noneOf(RetirementReason.class);
    for (JsonNode text : entry.path("reasons")) {
      Optional<RetirementReason> reason = RetirementReason.of(text.asText());
      if (reason.isEmpty()) {
        return Optional.empty();
      }
      reasons.add(reason.get());
    }
    return reasons.isEmpty()
        ? Optional.empty()
        : RetirementState.of(entry.path("state").asText())
            .map(state -> new Retirement(reasons, state, time(entry.path("since"))));
  }
}
