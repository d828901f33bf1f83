package io.weir.api.admission;

/**
 * Why a write is refused, as Kubernetes tells it: {@code spec.clusterName: Forbidden: cannot be
 * changed}.
 *
 * @param type how it is wrong
 * @param field path of the field, for example {@code spec.template.spec.version}
 * @param value what was given, as JSON; empty where it must not or need not be shown
 * @param message what is wrong and what to do about it
 */
public record Violation(ViolationType type, String field, String value, String message) {

  /** How a field is wrong, in the words of the API server. */
  public enum ViolationType {
    REQUIRED("Required value"),
    INVALID("Invalid value"),
    FORBIDDEN("Forbidden"),
    DUPLICATE("Duplicate value");

    private final String words;

    ViolationType(String words) {
      this.words = words;
    }
  }

  /** Something is missing. */
  public static Violation required(String field, String message) {
    return new Violation(ViolationType.REQUIRED, field, "", message);
  }

  /** A value cannot be used. */
  public static Violation invalid(String field, String value, String message) {
    return new Violation(ViolationType.INVALID, field, value, message);
  }

  /** Something may not be there, or not change. */
  public static Violation forbidden(String field, String message) {
    return new Violation(ViolationType.FORBIDDEN, field, "", message);
  }

  /** A value that must be unique is there twice. */
  public static Violation duplicate(String field, String value, String message) {
    return new Violation(ViolationType.DUPLICATE, field, value, message);
  }

  /** The sentence that {@code kubectl} prints. */
  public String fullMessage() {
    return field + ": " + type.words + ": " + (value.isEmpty() ? "" : value + ": ") + message;
  }
}
