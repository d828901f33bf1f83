package io.weir.provider.aws.desired;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.api.Digest;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a version of a launch template holds, as its description says: {@code h1:<data>:<user
 * data>:<revision>:<bootstrap>}, SHA-256 digests, the last two cut to 32 digits, since a
 * description has 255 characters. Written with the version in one call, so it is never wrong; read
 * back without reading the data. {@code h1} names the rule by which the digests were made.
 *
 * @param data digest of everything but the user data
 * @param userData digest of the user data
 * @param revision {@link InstanceRevision#digest}; where it changes, running instances are
 *     outdated. Empty if the version does not tell
 * @param bootstrap digest of {@link InstanceRevision#bootstrapDigest}; empty if the version does
 *     not tell
 */
public record TemplateDigests(String data, String userData, String revision, String bootstrap) {

  private static final Pattern FORM =
      Pattern.compile("h1:([0-9a-f]{64}):([0-9a-f]{64})(?::([0-9a-f]{32}):([0-9a-f]{32}))?");

  private static final int SHORT = 32;

  // Absent values are left out, so that a component added later does not change old digests.
  private static final JsonMapper CANONICAL =
      JsonMapper.builder()
          .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS))
          .build();

  /** The mark of a template that holds this. */
  static TemplateDigests of(
      LaunchTemplateData data, EncodedUserData encodedUserData, InstanceRevision instanceRevision) {
    return new TemplateDigests(
        digest(data),
        encodedUserData.sha256(),
        shortened(instanceRevision.digest()),
        shortened(instanceRevision.bootstrapDigest()));
  }

  private static String shortened(String text) {
    return Digest.sha256(text).substring(0, SHORT);
  }

  /** The mark of a version that holds the same with the user data of another. */
  public TemplateDigests withUserDataOf(TemplateDigests other) {
    return new TemplateDigests(data, other.userData, revision, other.bootstrap);
  }

  /** Digest of the canonical form of a record of texts, numbers and records. */
  static String digest(Object data) {
    try {
      return Digest.sha256(CANONICAL.writeValueAsString(data));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a record of texts and numbers is JSON", impossible);
    }
  }

  /** Reads {@link #format}; empty if the version was not made by Weir, or by another rule. */
  public static Optional<TemplateDigests> parse(String description) {
    var matcher = FORM.matcher(description);
    return matcher.matches()
        ? Optional.of(
            new TemplateDigests(
                matcher.group(1),
                matcher.group(2),
                orEmpty(matcher.group(3)),
                orEmpty(matcher.group(4))))
        : Optional.empty();
  }

  /** The form in a version's description. */
  public String format() {
    String known = "h1:" + data + ":" + userData;
    return revision.isEmpty() ? known : known + ":" + revision + ":" + bootstrap;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
