package io.weir.provider.aws.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.weir.api.Json;
import io.weir.provider.ProviderAnnotations;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * That a launch template may have versions of which nobody knows whether instances can be launched
 * from them, as an annotation says. Written before such a version is made and removed once it was
 * tried, so that none is used untried, wherever the manager ends in between.
 *
 * @param template id of the launch template
 * @param after versions later than this one are untried
 */
public record UntriedVersion(String template, long after) {

  /** Annotation that holds it; written and read by this provider only. */
  public static final String ANNOTATION = "weir.io/untried-launch-template-version";

  public UntriedVersion {
    template = orEmpty(template);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** The version that is made next. */
  public static UntriedVersion next(ObservedTemplate seen) {
    return new UntriedVersion(seen.id(), seen.latestVersion());
  }

  /** What the annotations say; empty if all was tried, or nobody can read it any more. */
  public static Optional<UntriedVersion> readFrom(ProviderAnnotations providerAnnotations) {
    return providerAnnotations.get(ANNOTATION).flatMap(UntriedVersion::parse);
  }

  private static Optional<UntriedVersion> parse(String text) {
    try {
      return Optional.of(Json.MAPPER.readValue(text, UntriedVersion.class))
          .filter(untried -> !untried.template.isEmpty());
    } catch (JsonProcessingException spoiled) {
      return Optional.empty();
    }
  }

  /** The annotation with this, or with nothing, for {@link ProviderAnnotations#withAll}. */
  public static Map<String, Optional<String>> notes(Optional<UntriedVersion> untried) {
    return Map.of(ANNOTATION, untried.map(UntriedVersion::text));
  }

  /** The annotations once all was tried. */
  public static ProviderAnnotations removeFrom(ProviderAnnotations providerAnnotations) {
    return providerAnnotations.withAll(notes(Optional.empty()));
  }

  /** Whether the newest version of the template is one of them. */
  public boolean isNewest(ObservedTemplate seen) {
    return seen.id().equals(template) && seen.latestVersion() > after;
  }

  private String text() {
    try {
      return Json.MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a record of a text and a number is JSON", impossible);
    }
  }
}
