package io.weir.clouds.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A request whose operation was found.
 *
 * @param wire how it arrived
 * @param action the operation
 * @param variables those of the path, by name
 * @param body an object; empty where there is none
 */
public record RestRequest(
    WireRequest wire, String action, Map<String, String> variables, JsonNode body) {
  public RestRequest {
    variables = Map.copyOf(variables);
  }

  /** A variable of the path; empty where the operation has none of this name. */
  public String variable(String name) {
    return variables.getOrDefault(name, "");
  }
}
