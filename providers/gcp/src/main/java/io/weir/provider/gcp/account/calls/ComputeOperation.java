package io.weir.provider.gcp.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Excerpt;
import java.util.stream.Collectors;

/**
 * A write that Compute Engine has accepted, and how far it is.
 *
 * @param action the action that was accepted
 * @param path its own path within the project: {@code zones/z/operations/name}
 * @param done whether it has ended, with a success or not
 * @param failure with what it has ended, for people; empty if it has not failed
 */
public record ComputeOperation(String action, String path, boolean done, String failure) {

  /** Reads an answer. */
  static ComputeOperation read(String action, JsonNode answer) {
    String place = place(answer);
    return new ComputeOperation(
        action,
        place + "/operations/" + answer.path("name").asText(""),
        answer.path("status").asText("").equals("DONE"),
        failure(action, answer));
  }

  private static String place(JsonNode answer) {
    for (String kind : new String[] {"zone", "region"}) {
      String url = answer.path(kind).asText("");
      if (!url.isEmpty()) {
        return kind + "s/" + url.substring(url.lastIndexOf('/') + 1);
      }
    }
    return "global";
  }

  private static String failure(String action, JsonNode answer) {
    String words =
        answer
            .path("error")
            .path("errors")
            .valueStream()
            .map(
                each ->
                    "%s: %s"
                        .formatted(
                            Excerpt.of(each.path("code").asText("")),
                            Excerpt.ofSentence(each.path("message").asText(""))))
            .collect(Collectors.joining("; "));
    return words.isEmpty() ? "" : action + ": " + words;
  }

  /** The action that tells how far it is. */
  String followAction() {
    return path.startsWith("zones/")
        ? "zoneOperations.get"
        : path.startsWith("regions/") ? "regionOperations.get" : "globalOperations.get";
  }
}
