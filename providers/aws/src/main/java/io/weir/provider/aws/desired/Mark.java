package io.weir.provider.aws.desired;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a version of a launch template holds, as its description says: {@code h1:<data>:<user
 * data>}, two SHA-256 digests. Written with the version in one call, so it is never wrong; read
 * back without reading the data. {@code h1} names the rule by which the digests were made.
 *
 * @param data digest of everything but the user data; where it changes, instances are outdated
 * @param userData digest of the user data; where only it changes, new instances need a new version
 *     and old ones do not care
 */
public record Mark(String data, String userData) {

  private static final Pattern FORM = Pattern.compile("h1:([0-9a-f]{64}):([0-9a-f]{64})");

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
  static Mark of(TemplateData data, UserData userData) {
    try {
      return new Mark(Digests.sha256(CANONICAL.writeValueAsString(data)), userData.sha256());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a record of texts and numbers is JSON", impossible);
    }
  }

  /** Reads {@link #text}; empty if the version was not made by Weir, or by another rule. */
  public static Optional<Mark> parse(String description) {
    var matcher = FORM.matcher(description);
    return matcher.matches()
        ? Optional.of(new Mark(matcher.group(1), matcher.group(2)))
        : Optional.empty();
  }

  /** The form in a version's description. */
  public String text() {
    return "h1:" + data + ":" + userData;
  }
}
