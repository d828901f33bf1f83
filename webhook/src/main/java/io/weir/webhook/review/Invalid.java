package io.weir.webhook.review;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.admission.Violation;
import java.util.List;
import java.util.stream.Collectors;

/** A refusal in the form of the API server's own, from which clients print one line per field. */
final class Invalid {

  private static final int UNPROCESSABLE = 422;

  private Invalid() {}

  /** Fills a Status. */
  static void tell(
      ObjectNode status, AdmissionReviews.Subject subject, List<Violation> violations) {
    status
        .put("status", "Failure")
        .put("code", UNPROCESSABLE)
        .put("reason", "Invalid")
        .put("message", subject + " is invalid: " + sentences(violations));
    ObjectNode details =
        status
            .putObject("details")
            .put("group", subject.kind().group())
            .put("kind", subject.kind().kind())
            .put("name", subject.name());
    ArrayNode causes = details.putArray("causes");
    for (Violation violation : violations) {
      causes
          .addObject()
          .put("reason", reason(violation.kind()))
          .put("field", violation.field())
          .put("message", withoutField(violation));
    }
  }

  private static String sentences(List<Violation> violations) {
    String all = violations.stream().map(Violation::sentence).collect(Collectors.joining(", "));
    return violations.size() == 1 ? all : "[" + all + "]";
  }

  /** Clients put the field in front themselves. */
  private static String withoutField(Violation violation) {
    return violation.sentence().substring(violation.field().length() + ": ".length());
  }

  private static String reason(Violation.Kind kind) {
    return switch (kind) {
      case REQUIRED -> "FieldValueRequired";
      case INVALID -> "FieldValueInvalid";
      case FORBIDDEN -> "FieldValueForbidden";
      case DUPLICATE -> "FieldValueDuplicate";
    };
  }
}
