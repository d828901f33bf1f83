package io.weir.provider.aws.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.weir.api.Json;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Instance types of a group's policy that AWS does not launch from the launch template, while it
 * launches others: noted when they were tried, as an annotation, and told as long as the template
 * says the same.
 *
 * @param data digest of what the template said when they were tried
 * @param why in AWS's words, by type
 */
public record RefusedTypes(String data, Map<String, String> why) {

  /** Annotation that holds them; written and read by this provider only. */
  public static final String ANNOTATION = "weir.io/refused-instance-types";

  /** Nobody is known to be refused. */
  public static final RefusedTypes NONE = new RefusedTypes("", Map.of());

  public RefusedTypes {
    data = orEmpty(data);
    why = Collections.unmodifiableMap(new TreeMap<>(orEmpty(why)));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> texts) {
    return texts == null ? Map.of() : texts;
  }

  /** What the annotations say; none if nobody can read it any more. */
  private static RefusedTypes readFrom(ProviderAnnotations annotations) {
    return annotations.get(ANNOTATION).flatMap(RefusedTypes::parse).orElse(NONE);
  }

  private static Optional<RefusedTypes> parse(String text) {
    try {
      return Optional.of(Json.MAPPER.readValue(text, RefusedTypes.class));
    } catch (JsonProcessingException spoiled) {
      return Optional.empty();
    }
  }

  /**
   * Those that the annotations tell of what the template says now.
   *
   * @param types that are asked for
   */
  public static RefusedTypes currentFor(
      ProviderAnnotations annotations, Optional<ObservedTemplate> seen, Collection<String> types) {
    var noted = readFrom(annotations);
    boolean same =
        seen.flatMap(ObservedTemplate::fingerprint)
            .map(TemplateFingerprint::data)
            .filter(noted.data::equals)
            .isPresent();
    var asked = new TreeMap<>(noted.why);
    asked.keySet().retainAll(types);
    return same ? new RefusedTypes(noted.data, asked) : NONE;
  }

  /** The same of a template that carries this. */
  public RefusedTypes of(Optional<TemplateFingerprint> carried) {
    return new RefusedTypes(carried.map(TemplateFingerprint::data).orElse(""), why);
  }

  /** The annotation with them, if there are any, for {@link io.weir.provider.Receipt}. */
  public Map<String, Optional<String>> notes() {
    return why.isEmpty() ? Map.of() : Map.of(ANNOTATION, Optional.of(text()));
  }

  /** The annotations with them, or without the annotation if there are none. */
  public ProviderAnnotations writeTo(ProviderAnnotations annotations) {
    return annotations.with(ANNOTATION, why.isEmpty() ? Optional.empty() : Optional.of(text()));
  }

  /** For people: which, why, and what to do; empty if there are none. */
  public String message() {
    return why.isEmpty()
        ? ""
        : why.entrySet().stream()
            .map(each -> "AWS does not launch %s: %s".formatted(each.getKey(), each.getValue()))
            .collect(
                Collectors.joining(
                    "; ",
                    "",
                    "; take it out of AWSMachinePool spec.mixedInstancesPolicy.overrides, or have"
                        + " spec.awsLaunchTemplate suit it"));
  }

  private String text() {
    try {
      return Json.MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a record of texts is JSON", impossible);
    }
  }
}
