package io.weir.clouds.scaleway.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One request, after its route was found and its key was checked.
 *
 * @param project the project whose key was used
 * @param region the region in the path
 * @param id the id in the path; empty where the path has none
 * @param query the parameters behind the path, each the first of its name
 * @param body the body; an empty object where there is none
 */
public record ScalewayCall(
    String project, String region, String id, Map<String, String> query, JsonNode body) {
  private static final int PAGE = 20;
  private static final int LARGEST_PAGE = 100;

  /** A parameter behind the path; empty when it is absent, empty or the word for no choice. */
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name))
        .filter(value -> !value.isEmpty() && !value.equals("unknown"));
  }

  /** The part of a list that is on the page that was asked for. */
  public <T> List<T> page(List<T> all) {
    int size = number("page_size", PAGE);
    if (size > LARGEST_PAGE) {
      throw ScalewayErrorException.invalidArguments(
          List.of(ArgumentError.constraint("page_size", "must be at most " + LARGEST_PAGE)));
    }
    long from = (long) (number("page", 1) - 1) * size;
    return from >= all.size()
        ? List.of()
        : List.copyOf(all.subList((int) from, (int) Math.min(all.size(), from + size)));
  }

  // The SDKs send 0 for a number that nobody set.
  private int number(String name, int otherwise) {
    String text = query.getOrDefault(name, "0");
    if (!text.matches("\\d{1,9}")) {
      throw ScalewayErrorException.invalidArguments(
          List.of(new ArgumentError(name, "format", "must be an integer")));
    }
    int value = Integer.parseInt(text);
    return value == 0 ? otherwise : value;
  }
}
