package io.weir.provider.fingerprint;

import io.weir.api.Digest;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a template was made from, as a text that is written on it in the call that makes it, so that
 * it is never wrong and can be compared without reading the template: {@code h1:<data>:<user
 * data>:<revision>:<bootstrap>}, SHA-256 digests, the last two cut to 32 digits, 198 characters in
 * all. The number is that of the rule by which they were made.
 *
 * @param rule number of the rule
 * @param data digest of everything but the user data
 * @param userData digest of the user data
 * @param revision digest of {@link InstanceRevision#digest}; where it changes, running instances
 *     are outdated
 * @param bootstrap digest of {@link InstanceRevision#bootstrapDigest}
 */
public record TemplateFingerprint(
    int rule, String data, String userData, String revision, String bootstrap) {

  private static final Pattern FORM =
      Pattern.compile(
          "h([1-9]\\d{0,3}):([0-9a-f]{64}):([0-9a-f]{64}):([0-9a-f]{32}):([0-9a-f]{32})");

  private static final int SHORT = 32;

  /** That of a template that is made of this. */
  static TemplateFingerprint of(int rule, TemplateContent content) {
    return new TemplateFingerprint(
        rule,
        CanonicalDigest.of(content.data()),
        content.userDataDigest(),
        shortened(content.revision().digest()),
        shortened(content.revision().bootstrapDigest()));
  }

  private static String shortened(String text) {
    return Digest.sha256(text).substring(0, SHORT);
  }

  /** That of a template which is the same with the user data of another. */
  public TemplateFingerprint withUserDataOf(TemplateFingerprint other) {
    return new TemplateFingerprint(rule, data, other.userData, revision, other.bootstrap);
  }

  /** That of a template which is the same, and was asked for in the words of another. */
  TemplateFingerprint withRevisionOf(TemplateFingerprint other) {
    return new TemplateFingerprint(rule, data, userData, other.revision, bootstrap);
  }

  /** Whether the template was asked for in the words that have this digest. */
  boolean isOfRevision(String digest) {
    return revision.equals(shortened(digest));
  }

  /** Reads {@link #format}; empty if the text is nothing of the kind. */
  public static Optional<TemplateFingerprint> parse(String text) {
    var matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new TemplateFingerprint(
                Integer.parseInt(matcher.group(1)),
                matcher.group(2),
                matcher.group(3),
                matcher.group(4),
                matcher.group(5)))
        : Optional.empty();
  }

  /** The form that is written. */
  public String format() {
    return "h" + String.join(":", String.valueOf(rule), data, userData, revision, bootstrap);
  }
}
