package io.weir.clouds.node.watch;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Sees every object of a collection, again and again: lists, watches from there, and starts over
 * when that ends.
 */
public final class ListWatch {
  private static final int PAGE = 200;
  // The server ends a watch after its own time; a silence longer than that means a dead connection.
  private static final Duration SILENCE = Duration.ofMinutes(6);

  private final String collection;
  private final ApiClient lists;
  private final ApiClient watches;
  private final Consumer<JsonNode> present;
  private final Consumer<String> gone;
  private final Set<String> known = new HashSet<>();

  /**
   * @param collection its path, such as {@code /api/v1/nodes}, and how to select from it
   * @param present gets each object that is there or has changed
   * @param gone gets the {@link #key} of each that was there and is not any more
   */
  public ListWatch(
      String collection,
      ApiClient lists,
      ApiClient watches,
      Consumer<JsonNode> present,
      Consumer<String> gone) {
    this.collection = collection + (collection.contains("?") ? "&" : "?");
    this.lists = lists;
    this.watches = watches;
    this.present = present;
    this.gone = gone;
  }

  /** Runs until the host is off. */
  public void run(Host host, Duration retry) throws InterruptedException {
    while (host.isOn()) {
      try {
        watch(list());
      } catch (IOException | ApiException e) {
        host.log("watch", "watch ended: " + e.getMessage());
        host.pause(retry);
      }
    }
  }

  private String list() throws IOException, ApiException, InterruptedException {
    var seen = new HashSet<String>();
    String version = "";
    String more = "";
    do {
      JsonNode page =
          lists.get(collection + "limit=" + PAGE + (more.isEmpty() ? "" : "&continue=" + more));
      for (JsonNode object : page.path("items")) {
        seen.add(key(object));
        present.accept(object);
      }
      version = page.path("metadata").path("resourceVersion").asText("");
      more = page.path("metadata").path("continue").asText("");
    } while (!more.isEmpty());
    known.stream().filter(key -> !seen.contains(key)).forEach(gone);
    known.clear();
    known.addAll(seen);
    return version;
  }

  private void watch(String version) throws IOException, ApiException {
    watches.watch(
        collection + "watch=true&timeoutSeconds=300&resourceVersion=" + version,
        SILENCE,
        this::event);
  }

  private void event(JsonNode event) {
    JsonNode object = event.path("object");
    switch (event.path("type").asText("")) {
      case "ADDED", "MODIFIED" -> {
        known.add(key(object));
        present.accept(object);
      }
      case "DELETED" -> {
        known.remove(key(object));
        gone.accept(key(object));
      }
      default -> {
        // An error event is followed by the end of the watch, and that by a new list.
      }
    }
  }

  /** Its name, after its namespace and a slash if it has one. */
  public static String key(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    String namespace = metadata.path("namespace").asText("");
    String name = metadata.path("name").asText("");
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
