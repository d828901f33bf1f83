package io.weir.provider.azure.account.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Excerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What Azure says of a failure, in an answer or in the status of an operation. Errors are nested:
 * the outer ones are often general, and what was wrong stands in the details.
 *
 * @param code Azure's word for it; empty if there is none
 * @param message for people
 * @param target the property that it is about; empty if it names none
 * @param details what led to it
 */
public record ArmError(String code, String message, String target, List<ArmError> details) {

  /** Deeper than Azure nests, and more than people read. */
  private static final int DEPTH = 6;

  private static final int WIDTH = 10;

  /** What is another at each attempt. */
  private static final Pattern UNSTABLE =
      Pattern.compile(
          "(?i)[\\s(,;]*\\b(correlation|request|activity|tracking|trace|operation) ?id\\b["
              + " :='\"]*[0-9a-f-]{30,40}['\")]*|[\\s(,;]*\\btimestamp\\b[ :='\"]*[0-9T:Z"
              + " .+-]{10,40}['\")]*");

  /** What a provider passes on may be JSON in a text, of which its own fields say the same. */
  private static final Pattern JSON = Pattern.compile("\\s*[{\\[].*", Pattern.DOTALL);

  /** Codes that say no more than that there are details. */
  private static final Set<String> GENERAL =
      Set.of(
          "",
          "BadRequest",
          "Conflict",
          "DeploymentFailed",
          "InternalExecutionError",
          "InvalidTemplateDeployment",
          "MultipleErrorsOccurred",
          "ResourceDeploymentFailure",
          "ResourceOperationFailure");

  public ArmError {
    details = List.copyOf(details);
  }

  /** The error in a body, which has it as {@code error}, or is it. */
  public static ArmError of(JsonNode body) {
    return read(body.has("error") ? body.path("error") : body, DEPTH);
  }

  private static ArmError read(JsonNode error, int depth) {
    var details = new ArrayList<ArmError>();
    if (depth > 0) {
      for (JsonNode detail : error.path("details")) {
        if (details.size() == WIDTH) {
          break;
        }
        details.add(read(detail, depth - 1));
      }
    }
    String message = error.isTextual() ? error.asText() : error.path("message").asText("");
    return new ArmError(
        Excerpt.of(error.path("code").asText("")),
        JSON.matcher(message).matches() ? "" : UNSTABLE.matcher(message).replaceAll("").strip(),
        Excerpt.of(error.path("target").asText("")),
        details);
  }

  /** Itself and all that led to it, from the outside in. */
  Stream<ArmError> all() {
    return Stream.concat(Stream.of(this), details.stream().flatMap(ArmError::all));
  }

  /** The code that says most: the first that is not general. */
  public String decisiveCode() {
    return all()
        .map(ArmError::code)
        .filter(each -> !GENERAL.contains(each))
        .findFirst()
        .orElse(code);
  }

  /** All that it says, for people; each sentence once. */
  public String words() {
    var said = new ArrayList<String>();
    all()
        .map(ArmError::message)
        .filter(message -> !message.isEmpty())
        .filter(message -> said.stream().noneMatch(each -> each.contains(message)))
        .forEach(said::add);
    String text = Excerpt.ofSentence(String.join(" ", said));
    String word = decisiveCode();
    if (word.isEmpty()) {
      return text;
    }
    return text.isEmpty() ? word : text + " (" + word + ")";
  }
}
