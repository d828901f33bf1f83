package io.weir.clouds.aws.wire;

/** The limits that a model sets to a value. */
final class Bounds {
  private Bounds() {}

  static long ofNumber(Shape shape, long number, String path, Complaints complaints) {
    String text = Long.toString(number);
    if (shape.min() != null && number < shape.min()) {
      complaints.value(
          path, text, "Member must have value greater than or equal to " + plain(shape.min()));
    }
    if (shape.max() != null && number > shape.max()) {
      complaints.value(
          path, text, "Member must have value less than or equal to " + plain(shape.max()));
    }
    return number;
  }

  static String ofText(Shape shape, String text, String path, Complaints complaints) {
    if (!shape.allowed().isEmpty() && !shape.allowed().contains(text)) {
      complaints.value(path, text, "Member must satisfy enum value set: " + shape.allowed());
    }
    ofSize(shape, text.length(), path, text, complaints);
    if (shape.pattern() != null && !shape.pattern().matcher(text).matches()) {
      complaints.value(
          path, text, "Member must satisfy regular expression pattern: " + shape.pattern());
    }
    return text;
  }

  static void ofSize(Shape shape, int size, String path, String text, Complaints complaints) {
    if (shape.min() != null && size < shape.min()) {
      complaints.value(
          path, text, "Member must have length greater than or equal to " + plain(shape.min()));
    }
    if (shape.max() != null && size > shape.max()) {
      complaints.value(
          path, text, "Member must have length less than or equal to " + plain(shape.max()));
    }
  }

  private static String plain(double bound) {
    return Long.toString((long) bound);
  }
}
