package io.weir.clouds.node.cloudcontroller;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Sees every Node, again and again: lists, watches from there, and starts over when that ends. */
final class NodeWatch {
  private static final String NODES = "/api/v1/nodes";
  private static final int PAGE = 200;
  // The server ends a watch after its own time; a silence longer than that means a dead connection.
  private static final Duration SILENCE = Duration.ofMinutes(6);

  private final ApiClient lists;
  private final ApiClient watches;
  private final Consumer<JsonNode> present;
  private final Consumer<String> gone;
  private final Set<String> known = new HashSet<>();

  /**
   * @param present gets each Node that is there or has changed
   * @param gone gets the name of each Node that was there and is not any more
   */
  NodeWatch(ApiClient lists, ApiClient watches, Consumer<JsonNode> present, Consumer<String> gone) {
    this.lists = lists;
    this.watches = watches;
    this.present = present;
    this.gone = gone;
  }

  /** Runs until the host is off. */
  void run(Host host, Duration retry) throws InterruptedException {
    while (host.isOn()) {
      try {
        watch(list());
      } catch (IOException | ApiException e) {
        host.log("nodes", "watch ended: " + e.getMessage());
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
          lists.get(NODES + "?limit=" + PAGE + (more.isEmpty() ? "" : "&continue=" + more));
      for (JsonNode node : page.path("items")) {
        seen.add(name(node));
        present.accept(node);
      }
      version = page.path("metadata").path("resourceVersion").asText("");
      more = page.path("metadata").path("continue").asText("");
    } while (!more.isEmpty());
    known.stream().filter(name -> !seen.contains(name)).forEach(gone);
    known.clear();
    known.addAll(seen);
    return version;
  }

  private void watch(String version) throws IOException, ApiException {
    watches.watch(
        NODES + "?watch=true&timeoutSeconds=300&resourceVersion=" + version, SILENCE, this::event);
  }

  private void event(JsonNode event) {
    JsonNode node = event.path("object");
    switch (event.path("type").asText("")) {
      case "ADDED", "MODIFIED" -> {
        known.add(name(node));
        present.accept(node);
      }
      case "DELETED" -> {
        known.remove(name(node));
        gone.accept(name(node));
      }
      default -> {
        // An error event is followed by the end of the watch, and that by a new list.
      }
    }
  }

  static String name(JsonNode node) {
    return node.path("metadata").path("name").asText("");
  }
}
