package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import java.util.ArrayList;
import java.util.List;

/** What an object says about itself, for a person who asks why something is not as wanted. */
public final class StatusSummary {
  private StatusSummary() {}

  /** The object's phase and conditions, a line each, without a heading. */
  public static List<String> lines(ApiObject object) {
    var lines = new ArrayList<String>();
    String phase = object.at("/status/phase").asText("");
    if (!phase.isEmpty()) {
      lines.add("phase " + phase);
    }
    for (JsonNode condition : object.at("/status/conditions")) {
      lines.add(line(condition));
    }
    if (lines.isEmpty()) {
      lines.add("no conditions");
    }
    return List.copyOf(lines);
  }

  private static String line(JsonNode condition) {
    String reason = condition.path("reason").asText("");
    String message = condition.path("message").asText("").strip();
    return condition.path("type").asText()
        + " is "
        + condition.path("status").asText()
        + (reason.isEmpty() ? "" : " (" + reason + ")")
        + (message.isEmpty() ? "" : ": " + message.replace("\n", "\n    "));
  }
}
