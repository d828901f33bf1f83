package io.weir.webhook.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.RequiredRight;
import io.weir.api.admission.Violation;
import io.weir.api.conversion.ContractVersions;
import io.weir.api.conversion.Conversion;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
  private static final int BAD_REQUEST = 400;

  private final Map<GroupKind, Admission> rules;
  private final Map<GroupKind, Conversion> conversions;
  private final ContractVersions contracts;
  private final UserRights rights;

  /**
   * Reviews by these rules, one for each kind.
   *
   * @param conversions of kinds whose objects are also reviewed in other versions than the rules
   *     are for, at most one for each
   * @param contracts answers at once, if need be with empty
   * @param rights of whoever writes an object
   */
  public AdmissionReviewHandler(
      Collection<? extends Admission> rules,
      Collection<? extends Conversion> conversions,
      ContractVersions contracts,
      UserRights rights) {
    this.rules =
        rules.stream().collect(Collectors.toUnmodifiableMap(Admission::kind, Function.identity()));
    this.conversions =
        conversions.stream()
            .collect(Collectors.toUnmodifiableMap(Conversion::kind, Function.identity()));
    this.contracts = contracts;
    this.rights = rights;
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
    ReviewedVersion reviewed = reviewedVersion(admissionPhase, path, request.path("kind"));
    if (!(request.path("object") instanceof ObjectNode object)) {
      // Nothing is about to be stored, as in a deletion.
      response.put("allowed", true);
      return answer;
    }
    try {
      var asked =
          new AdmissionRequest(
              reviewed.of(object),
              old(request.path("oldObject")).map(reviewed::of),
              request.path("dryRun").asBoolean());
      switch (admissionPhase) {
        case MUTATE -> mutate(reviewed, object, asked, response);
        case VALIDATE -> validate(reviewed.admission(), asked, request, response);
      }
    } catch (UnconvertibleException unconvertible) {
      refuse(response, BAD_REQUEST, "BadRequest", unconvertible.message(subject(request)));
    } catch (RuntimeException | StackOverflowError fault) {
      LOG.error("the rules of {} failed", reviewed.admission().kind(), fault);
      refuse(response, INTERNAL_ERROR, "InternalError", failed(subject(request), fault));
    }
    return answer;
  }

  /** The rules of a kind, and how objects get into the version that they are for. */
  private final class ReviewedVersion {
    private final Admission admission;
    private final String sent;
    private final String version;

    ReviewedVersion(Admission admission, String sent, String version) {
      this.admission = admission;
      this.sent = sent;
      this.version = version;
    }

    Admission admission() {
      return admission;
    }

    /** The object in the version of the rules. */
    ObjectNode of(ObjectNode object) {
      return sent.equals(version) ? object : converted(object, version);
    }

    /** The object in the version that it was sent in. */
    ObjectNode asSent(ObjectNode object) {
      return sent.equals(version) ? object : converted(object, sent);
    }

    private ObjectNode converted(ObjectNode object, String wanted) {
      try {
        return Objects.requireNonNull(conversions.get(admission.kind()))
            .convert(object, wanted, contracts);
      } catch (IllegalArgumentException refused) {
        throw new UnconvertibleException(wanted, refused);
      }
    }
  }

  /** An object has a value that the other version has no place for. */
  private static final class UnconvertibleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String version;

    UnconvertibleException(String version, IllegalArgumentException why) {
      super(why.getMessage(), why);
      this.version = version;
    }

    String message(ReviewedObject reviewedObject) {
      return "cannot convert %s to %s: %s".formatted(reviewedObject, version, getMessage());
    }
  }

  private ReviewedVersion reviewedVersion(
      WebhookPaths.AdmissionPhase admissionPhase, String path, JsonNode gvk)
      throws BadReviewException {
    var kind = new GroupKind(gvk.path("group").asText(), gvk.path("kind").asText());
    @Nullable Admission found = rules.get(kind);
    if (found == null) {
      throw new BadReviewException("there are no rules for " + kind);
    }
    String sent = gvk.path("version").asText();
    @Nullable Conversion conversion = conversions.get(kind);
    Set<String> known =
        conversion != null && conversion.versions().contains(sent)
            ? conversion.versions()
            : Set.of(sent);
    return known.stream()
        .filter(version -> WebhookPaths.path(admissionPhase, kind, version).equals(path))
        .findFirst()
        .map(version -> new ReviewedVersion(found, sent, version))
        .orElseThrow(() -> new BadReviewException("a " + kind + " is not reviewed at " + path));
  }

  private static Optional<ObjectNode> old(JsonNode tree) {
    return tree instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
  }

  private static void mutate(
      ReviewedVersion reviewed, ObjectNode object, AdmissionRequest asked, ObjectNode response) {
    Admission admission = reviewed.admission();
    ObjectNode defaulted = admission.applyDefaults(asked);
    ArrayNode patch =
        defaulted.equals(asked.object())
            ? Json.MAPPER.createArrayNode()
            : JsonPatches.between(object, reviewed.asSent(defaulted));
    response.put("allowed", true);
    warn(response, admission.defaultingWarnings(asked));
    if (!patch.isEmpty()) {
      byte[] bytes = patch.toString().getBytes(StandardCharsets.UTF_8);
      response.put("patchType", "JSONPatch");
      response.put("patch", Base64.getEncoder().encodeToString(bytes));
    }
  }

  private void validate(
      Admission admission, AdmissionRequest asked, JsonNode request, ObjectNode response) {
    List<Violation> violations = admission.violations(asked);
    if (violations.isEmpty()) {
      violations = missingRight(admission.requiredRights(asked), request).stream().toList();
    }
    warn(response, admission.warnings(asked));
    if (violations.isEmpty()) {
      response.put("allowed", true);
    } else {
      InvalidStatus.fill(
          response.put("allowed", false).putObject("status"), subject(request), violations);
    }
  }

  /** The first, as whoever lacks one may have named any number of kinds. */
  private Optional<Violation> missingRight(List<RequiredRight> required, JsonNode request) {
    String namespace = request.path("namespace").asText();
    return required.stream()
        .flatMap(
            right ->
                rights
                    .refusal(request.path("userInfo"), namespace, right.kind(), right.verb())
                    .map(
                        why ->
                            Violation.forbidden(
                                right.field(),
                                why
                                    + ", and so may not have Weir do it: give that user this right,"
                                    + " or take the entry out"))
                    .stream())
        .findFirst();
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
