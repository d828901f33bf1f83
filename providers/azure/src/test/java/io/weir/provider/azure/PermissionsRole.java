package io.weir.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.kit.CalledActions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The role that the provider hands out, and why each of its actions is in it.
 *
 * @param document as {@code az role definition create} takes it
 */
public record PermissionsRole(JsonNode document) {

  /** Said of an action that people allow by hand, where they want what it is for. */
  private static final String BY_HAND = "by hand";

  public static PermissionsRole shipped() {
    try {
      return new PermissionsRole(Json.MAPPER.readTree(resource("permissions.json")));
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  public List<String> actions() {
    return document.path("Actions").valueStream().map(JsonNode::asText).toList();
  }

  /** The action that each call needs, by the calls as {@code arm:call}. */
  public SortedMap<String, String> actionsForCalls() {
    return calls(false);
  }

  /** Those that people allow by hand. */
  public Set<String> actionsByHand() {
    return new TreeSet<>(calls(true).values());
  }

  /** All calls that the provider makes must be among those of which it is known. */
  private static SortedMap<String, String> calls(boolean byHand) {
    Set<String> called = CalledActions.of("azure").actions();
    var found = new TreeMap<String, String>();
    for (String[] parts : lines("required-actions.txt")) {
      String call = "arm:" + parts[0];
      if (!called.remove(call)) {
        throw new AssertionError("nobody calls " + call);
      }
      if (byHand == (parts.length > 2 && parts[2].equals(BY_HAND))) {
        found.put(call, parts[1]);
      }
    }
    if (!called.isEmpty()) {
      throw new AssertionError("what these calls need is not in required-actions.txt: " + called);
    }
    return found;
  }

  /** What Azure asks for beside calls, and by which. */
  public Map<String, Set<String>> impliedActions() {
    var found = new TreeMap<String, Set<String>>();
    for (String[] parts : lines("implied-actions.txt")) {
      found.put(parts[0], Set.of(parts[1].split(", ", -1)));
    }
    return found;
  }

  private static List<String[]> lines(String file) {
    return resource(file)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" · ", -1))
        .toList();
  }

  private static String resource(String file) {
    try (var in = PermissionsRole.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
