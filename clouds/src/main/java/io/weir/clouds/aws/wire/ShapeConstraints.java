package io.weir.clouds.aws.wire;

/** The limits that a model sets to a value. */
final class ShapeConstraints {
  private ShapeConstraints() {}

  static long checkNumber(
      Shape shape, long number, String path, ValidationErrors validationErrors) {
    String text = Long.toString(number);
    if (shape.min() != null && number < shape.min()) {
      validationErrors.addInvalidValue(
          path, text, "Member must have value greater than or equal to " + plain(shape.min()));
    }
    if (shape.max() != null && number > shape.max()) {
      validationErrors.addInvalidValue(
          path, text, "Member must have value less than or equal to " + plain(shape.max()));
    }
    return number;
  }

  static String checkText(
      Shape shape, String text, String path, ValidationErrors validationErrors) {
    if (!shape.allowed().isEmpty() && !shape.allowed().contains(text)) {
      validationErrors.addInvalidValue(
          path, text, "Member must satisfy enum value set: " + shape.allowed());
    }
    checkSize(shape, text.length(), path, text, validationErrors);
    if (shape.pattern() != null && !shape.pattern().matcher(text).matches()) {
      validationErrors.addInvalidValue(
          path, text, "Member must satisfy regular expression pattern: " + shape.pattern());
    }
    return text;
  }

  static void checkSize(
      Shape shape, int size, String path, String text, ValidationErrors validationErrors) {
    if (shape.min() != null && size < shape.min()) {
      validationErrors.addInvalidValue(
          path, text, "Member must have length greater than or equal to " + plain(shape.min()));
    }
    if (shape.max() != null && size > shape.max()) {
      validationErrors.addInvalidValue(
          path, text, "Member must have length less than or equal to " + plain(shape.max()));
    }
  }

  private static String plain(double bound) {
    return Long.toString((long) bound);
  }
}
