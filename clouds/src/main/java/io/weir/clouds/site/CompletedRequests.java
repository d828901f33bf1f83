package io.weir.clouds.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Lets a repeated request find what the first one with its token did: clouds call it client token,
 * request id, retry token. Guarded by the lock of its site.
 */
public final class CompletedRequests {
  private final Map<String, Completed> byKey = new TreeMap<>();

  /**
   * What a request did.
   *
   * @param request the request, to be compared with its repetition
   * @param answer its answer
   */
  public record Completed(JsonNode request, JsonNode answer) {}

  /**
   * What the request of this key did, if there was one.
   *
   * @param key the token, with whatever else a repetition must share
   */
  public Optional<Completed> find(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /** Takes note of a request that was carried out. */
  public void add(String key, JsonNode request, JsonNode answer) {
    byKey.put(key, new Completed(request, answer));
  }

  /** All of them, to be known at another time. */
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    byKey.forEach(
        (key, one) -> {
          ObjectNode written = saved.putObject(key);
          written.set("input", one.request());
          written.set("output", one.answer());
        });
    return saved;
  }

  /** Takes in those of another time. */
  public void load(JsonNode saved) {
    saved
        .properties()
        .forEach(
            one -> add(one.getKey(), one.getValue().path("input"), one.getValue().path("output")));
  }
}
