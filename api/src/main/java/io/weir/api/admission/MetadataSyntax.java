package io.weir.api.admission;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How labels and annotations may look: the rules of the API server, for templates whose metadata
 * are written on other objects later, where it would be too late to complain.
 */
public final class MetadataSyntax {

  private static final int LONGEST_NAME = 63;
  private static final int LONGEST_PREFIX = 253;
  private static final int MOST_ANNOTATION_BYTES = 256 * 1024;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final Pattern PREFIX =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  static final String KEY_FORM =
      "a key is up to 63 letters, digits, '-', '_' or '.', begins and ends with a letter or digit,"
          + " and may follow a DNS name and '/'";
  static final String VALUE_FORM =
      "a label's value is empty, or up to 63 letters, digits, '-', '_' or '.', beginning and ending"
          + " with a letter or digit";

  private MetadataSyntax() {}

  /** What is wrong with the labels and annotations of a {@code metadata} field. */
  public static Stream<Violation> check(ObjectField metadata) {
    return Stream.concat(labels(metadata.at("labels")), annotations(metadata.at("annotations")));
  }

  /** What is wrong with a map of labels. */
  static Stream<Violation> labels(ObjectField labels) {
    return labels
        .keys()
        .flatMap(
            key ->
                Stream.concat(
                    key(labels, key, key),
                    isLabelValue(labels.entry(key).text())
                        ? Stream.empty()
                        : Stream.of(labels.entry(key).invalid(VALUE_FORM))));
  }

  private static Stream<Violation> annotations(ObjectField annotations) {
    long bytes =
        annotations
            .keys()
            .mapToLong(key -> bytes(key) + bytes(annotations.entry(key).text()))
            .sum();
    Stream<Violation> size =
        bytes <= MOST_ANNOTATION_BYTES
            ? Stream.empty()
            : Stream.of(
                Violation.invalid(
                    annotations.path(),
                    bytes + " bytes",
                    "all annotations together may have at most "
                        + MOST_ANNOTATION_BYTES
                        + " bytes"));
    // Upper case is allowed in the prefix of an annotation's key, but not of a label's.
    return Stream.concat(
        annotations.keys().flatMap(key -> key(annotations, key, key.toLowerCase(Locale.ROOT))),
        size);
  }

  private static Stream<Violation> key(ObjectField map, String key, String form) {
    return isKey(form)
        ? Stream.empty()
        : Stream.of(Violation.invalid(map.path(), "\"" + key + "\"", KEY_FORM));
  }

  /** Whether a text may be the key of a label. */
  public static boolean isKey(String text) {
    int slash = text.indexOf('/');
    return isName(text.substring(slash + 1)) && (slash < 0 || isPrefix(text.substring(0, slash)));
  }

  /** Whether a text may be the value of a label. */
  public static boolean isLabelValue(String text) {
    return text.isEmpty() || isName(text);
  }

  private static boolean isName(String text) {
    return text.length() <= LONGEST_NAME && NAME.matcher(text).matches();
  }

  private static boolean isPrefix(String text) {
    return text.length() <= LONGEST_PREFIX && PREFIX.matcher(text).matches();
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
