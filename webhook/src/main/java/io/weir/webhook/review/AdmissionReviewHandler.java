package io.weir.webhook.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
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
public final class AdmissionReviewHandler {

  private static final Logger LOG = LoggerFactory.getLogger(AdmissionReviewHandler.class);
  private static final int INTERNAL_ERROR = 500;

  private final Map<GroupKind, Admission> rules;

  /** Reviews by these rules, one for each kind. */
  public AdmissionReviewHandler(Collection<? extends Admission> rules) {
    this.rules =
        rules.stream().collect(Collectors.toUnmodifiableMap(Admission::kind, Function.identity()));
  }

  /**
   * Fills in what the request left out.
   *
   * @throws BadReviewException if it is no review of a kind that there are rules for
   */
  public ObjectNode mutate(String path, JsonNode review) throws BadReviewException {
    return answer(WebhookPaths.AdmissionPhase.MUTATE, path, review);
  }

  /**
   * Refuses what breaks a rule.
   *
   * @throws BadReviewException if it is no review of a kind that there are rules for
   */
  public ObjectNode validate(String path, JsonNode review) throws BadReviewException {
    return answer(WebhookPaths.AdmissionPhase.VALIDATE, path, review);
  }

  private ObjectNode answer(
      WebhookPaths.AdmissionPhase admissionPhase, String path, JsonNode review)
      throws BadReviewException {
    JsonNode request = review.path("request");
    if (!review.path("apiVersion").asText().equals("admission.k8s.io/v1")
        || !request.path("uid").isTextual()) {
      throw new BadReviewException(
          "not an AdmissionReview of admission.k8s.io/v1 with a request and its uid");
    }
    ObjectNode answer =
        Json.MAPPER
            .createObjectNode()
            .put("apiVersion", "admission.k8s.io/v1")
            .put("kind", "AdmissionReview");
    ObjectNode response = answer.putObject("response").put("uid", request.path("uid").asText());
    Admission admission = admission(admissionPhase, path, request.path("kind"));
    if (!(request.path("object") instanceof ObjectNode object)) {
      // Nothing is about to be stored, as in a deletion.
      response.put("allowed", true);
      return answer;
    }
    var asked =
        new AdmissionRequest(
            object, old(request.path("oldObject")), request.path("dryRun").asBoolean());
    try {
      switch (admissionPhase) {
        case MUTATE -> mutate(admission, asked, response);
        case VALIDATE -> validate(admission, asked, subject(request), response);
      }
    } catch (RuntimeException | StackOverflowError fault) {
      LOG.error("the rules of {} failed", admission.kind(), fault);
      refuse(response, INTERNAL_ERROR, "InternalError", failed(subject(request), fault));
    }
    return answer;
  }

  private Admission admission(WebhookPaths.AdmissionPhase admissionPhase, String path, JsonNode gvk)
      throws BadReviewException {
    var kind = new GroupKind(gvk.path("group").asText(), gvk.path("kind").asText());
    @Nullable Admission found = rules.get(kind);
    if (found == null) {
      throw new BadReviewException("there are no rules for " + kind);
    }
    if (!WebhookPaths.path(admissionPhase, kind, gvk.path("version").asText()).equals(path)) {
      throw new BadReviewException("a " + kind + " is not reviewed at " + path);
    }
    return found;
  }

  private static Optional<ObjectNode> old(JsonNode tree) {
    return tree instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
  }

  private static void mutate(Admission admission, AdmissionRequest asked, ObjectNode response) {
    ArrayNode patch = JsonPatches.between(asked.object(), admission.applyDefaults(asked));
    response.put("allowed", true);
    warn(response, admission.defaultingWarnings(asked));
    if (!patch.isEmpty()) {
      byte[] bytes = patch.toString().getBytes(StandardCharsets.UTF_8);
      response.put("patchType", "JSONPatch");
      response.put("patch", Base64.getEncoder().encodeToString(bytes));
    }
  }

  private static void validate(
      Admission admission,
      AdmissionRequest asked,
      ReviewedObject reviewedObject,
      ObjectNode response) {
    List<Violation> violations = admission.violations(asked);
    warn(response, admission.warnings(asked));
    if (violations.isEmpty()) {
      response.put("allowed", true);
    } else {
      InvalidStatus.fill(
          response.put("allowed", false).putObject("status"), reviewedObject, violations);
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

  private static String failed(ReviewedObject reviewedObject, Throwable fault) {
    return "Weir failed to review %s because of an internal error, see its log: %s"
        .formatted(reviewedObject, fault.getClass().getSimpleName());
  }

  private static ReviewedObject subject(JsonNode request) {
    JsonNode kind = request.path("kind");
    String given = request.path("name").asText("");
    JsonNode metadata = request.path("object").path("metadata");
    String name = given.isEmpty() ? metadata.path("name").asText("") : given;
    return new ReviewedObject(
        new GroupKind(kind.path("group").asText(), kind.path("kind").asText()),
        name.isEmpty() ? metadata.path("generateName").asText("") : name);
  }

  /** What a review is about. */
  record ReviewedObject(GroupKind kind, String name) {
    @Override
    public String toString() {
      return kind + " \"" + name + "\"";
    }
  }
}
