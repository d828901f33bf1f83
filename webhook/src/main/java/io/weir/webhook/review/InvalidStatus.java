package io.weir.webhook.review;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.admission.Violation;
import java.util.List;
import java.util.stream.Collectors;

/** A refusal in the form of the API server's own, from which clients print one line per field. */
final class InvalidStatus {

  private static final int UNPROCESSABLE = 422;

  private InvalidStatus() {}

  /** Fills a Status. */
  static void fill(
      ObjectNode status,
      AdmissionReviewHandler.ReviewedObject reviewedObject,
      List<Violation> violations) {
    status
        .put("status", "Failure")
        .put("code", UNPROCESSABLE)
        .put("reason", "Invalid")
        .put("message", reviewedObject + " is invalid: " + sentences(violations));
    ObjectNode details =
        status
            .putObject("details")
            .put("group", reviewedObject.kind().group())
            .put("kind", reviewedObject.kind().kind())
            .put("name", reviewedObject.name());
    ArrayNode causes = details.putArray("causes");
    for (Violation violation : violations) {
      causes
          .addObject()
          .put("reason", reason(violation.type()))
          .put("field", violation.field())
          .put("message", withoutField(violation));
    }
  }

  private static String sentences(List<Violation> violations) {
    String all = violations.stream().map(Violation::fullMessage).collect(Collectors.joining(", "));
    return violations.size() == 1 ? all : "[" + all + "]";
  }

  /** Clients put the field in front themselves. */
  private static String withoutField(Violation violation) {
    return violation.fullMessage().substring(violation.field().length() + ": ".length());
  }

  private static String reason(Violation.ViolationType violationType) {
    return switch (violationType) {
      case REQUIRED -> "FieldValueRequired";
      case INVALID -> "FieldValueInvalid";
      case FORBIDDEN -> "FieldValueForbidden";
      case DUPLICATE -> "FieldValueDuplicate";
    };
  }
}
