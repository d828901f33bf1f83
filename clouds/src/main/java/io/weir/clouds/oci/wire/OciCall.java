package io.weir.clouds.oci.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A call whose signature was verified.
 *
 * @param variables those of the path
 * @param query the parameters behind the path
 * @param retryToken by which a repetition is known; empty for none
 * @param etag the state that it is for; empty for any
 * @param body an object; empty where there is none
 */
public record OciCall(
    Map<String, String> variables,
    Map<String, String> query,
    String retryToken,
    String etag,
    JsonNode body) {
  public OciCall {
    variables = Map.copyOf(variables);
    query = Map.copyOf(query);
  }

  /** What the path names. */
  public String id() {
    return variables.getOrDefault("id", "");
  }

  /** A parameter; empty if it is absent. */
  public String parameter(String name) {
    return query.getOrDefault(name, "");
  }

  /**
   * A parameter that must be there.
   *
   * @throws OciErrorException if it is not
   */
  public String required(String name) {
    String value = parameter(name);
    if (value.isEmpty()) {
      throw OciErrorException.invalid("the parameter %s is missing".formatted(name));
    }
    return value;
  }
}
