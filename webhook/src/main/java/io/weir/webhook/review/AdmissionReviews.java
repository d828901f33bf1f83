package io.weir.webhook.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.admission.Admission;
import io.weir.api.admission.Request;
import io.weir.api.admission.Violation;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers AdmissionReviews of version {@code admission.k8s.io/v1} by the rules of the kinds. Safe
 * for concurrent use.
 */
public final class AdmissionReviews {

  private static final Logger LOG = LoggerFactory.getLogger(AdmissionReviews.class);
  private static final int INTERNAL_ERROR = 500;

  private final Map<GroupKind, Admission> rules;

  /** Reviews by these rules, one for each kind. */
  public AdmissionReviews(Collection<? extends Admission> rules) {
    this.rules =
        rules.stream().collect(Collectors.toUnmodifiableMap(Admission::kind, Function.identity()));
  }

  /**
   * Fills in what the request left out.
   *
   * @throws BadReview if it is no review of a kind that there are rules for
   */
  public ObjectNode mutate(String path, JsonNode review) throws BadReview {
    return answer(WebhookPaths.Role.MUTATE, path, review);
  }

  /**
   * Refuses what breaks a rule.
   *
   * @throws BadReview if it is no review of a kind that there are rules for
   */
  public ObjectNode validate(String path, JsonNode review) throws BadReview {
    return answer(WebhookPaths.Role.VALIDATE, path, review);
  }

  private ObjectNode answer(WebhookPaths.Role role, String path, JsonNode review) throws BadReview {
    JsonNode request = review.path("request");
    if (!review.path("apiVersion").asText().equals("admission.k8s.io/v1")
        || !request.path("uid").isTextual()) {
      throw new BadReview(
          "not an AdmissionReview of admission.k8s.io/v1 with a request and its uid");
    }
    ObjectNode answer =
        Json.MAPPER
            .createObjectNode()
            .put("apiVersion", "admission.k8s.io/v1")
            .put("kind", "AdmissionReview");
    ObjectNode response = answer.putObject("response").put("uid", request.path("uid").asText());
    Admission admission = admission(role, path, request.path("kind"));
    if (!(request.path("object") instanceof ObjectNode object)) {
      // Nothing is about to be stored, as in a deletion.
      response.put("allowed", true);
      return answer;
    }
    var asked =
        new Request(object, old(request.path("oldObject")), request.path("dryRun").asBoolean());
    try {
      switch (role) {
        case MUTATE -> mutate(admission, asked, response);
        case VALIDATE -> validate(admission, asked, subject(request), response);
      }
    } catch (RuntimeException | StackOverflowError fault) {
      LOG.error("the rules of {} failed", admission.kind(), fault);
      refuse(response, INTERNAL_ERROR, "InternalError", failed(subject(request), fault));
    }
    return answer;
  }

  private Admission admission(WebhookPaths.Role role, String path, JsonNode gvk) throws BadReview {
    var kind = new GroupKind(gvk.path("group").asText(), gvk.path("kind").asText());
    @Nullable Admission found = rules.get(kind);
    if (found == null) {
      throw new BadReview("there are no rules for " + kind);
    }
    if (!WebhookPaths.of(role, kind, gvk.path("version").asText()).equals(path)) {
      throw new BadReview("a " + kind + " is not reviewed at " + path);
    }
    return found;
  }

  private static Optional<ObjectNode> old(JsonNode tree) {
    return tree instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
  }

  private static void mutate(Admission admission, Request asked, ObjectNode response) {
    ArrayNode patch = JsonPatches.between(asked.object(), admission.defaulted(asked));
    response.put("allowed", true);
    warn(response, admission.remarks(asked));
    if (!patch.isEmpty()) {
      byte[] bytes = patch.toString().getBytes(StandardCharsets.UTF_8);
      response.put("patchType", "JSONPatch");
      response.put("patch", Base64.getEncoder().encodeToString(bytes));
    }
  }

  private static void validate(
      Admission admission, Request asked, Subject subject, ObjectNode response) {
    List<Violation> violations = admission.violations(asked);
    warn(response, admission.warnings(asked));
    if (violations.isEmpty()) {
      response.put("allowed", true);
    } else {
      Invalid.tell(response.put("allowed", false).putObject("status"), subject, violations);
    }
  }

  private static void warn(ObjectNode response, List<String> warnings) {
    if (!warnings.isEmpty()) {
      ArrayNode list = response.putArray("warnings");
      warnings.forEach(list::add);
    }
  }

  private static void refuse(ObjectNode response, int code, String reason, String message) {
    response.remove(List.of("patch", "patchType", "warnings"));
    response
        .put("allowed", false)
        .putObject("status")
        .put("code", code)
        .put("reason", reason)
        .put("message", message);
  }

  private static String failed(Subject subject, Throwable fault) {
    return "Weir failed to review %s because of an internal error, see its log: %s"
        .formatted(subject, fault.getClass().getSimpleName());
  }

  private static Subject subject(JsonNode request) {
    JsonNode kind = request.path("kind");
    String given = request.path("name").asText("");
    JsonNode metadata = request.path("object").path("metadata");
    String name = given.isEmpty() ? metadata.path("name").asText("") : given;
    return new Subject(
        new GroupKind(kind.path("group").asText(), kind.path("kind").asText()),
        name.isEmpty() ? metadata.path("generateName").asText("") : name);
  }

  /** What a review is about. */
  record Subject(GroupKind kind, String name) {
    @Override
    public String toString() {
      return kind + " \"" + name + "\"";
    }
  }
}
