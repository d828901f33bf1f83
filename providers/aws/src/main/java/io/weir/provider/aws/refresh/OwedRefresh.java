package io.weir.provider.aws.refresh;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.weir.api.Json;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.template.ObservedTemplate;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An instance refresh that the pool owes, as its annotation says. Written before the launch
 * template version that asks for it, so that none is forgotten; which instances it concerns follows
 * from the versions that they were made from.
 *
 * @param template id of the launch template
 * @param after instances made from this version or an earlier one are to be replaced
 * @param because what changed, for people
 * @param attempts how many refreshes were asked for
 * @param base id of the newest refresh that was there before the last one was asked for; empty if
 *     there was none
 * @param id id of the refresh that was asked for last; empty until it is known
 * @param ended how that refresh ended; absent until it was seen. AWS forgets refreshes after weeks,
 *     and what nobody may start again must not be started then
 * @param cancel id of a refresh of ours that is to end without replacing more; empty if none ran
 * @param previous what was owed before; it holds if the version after {@code after} was never made
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record OwedRefresh(
    String template,
    long after,
    String because,
    int attempts,
    String base,
    String id,
    @Nullable RefreshEnd ended,
    String cancel,
    @Nullable OwedRefresh previous) {

  /**
   * How a refresh ended.
   *
   * @param status AWS's word
   * @param percent how much of it was done
   * @param reason why, in AWS's words; may be empty
   * @param at when, as text
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record RefreshEnd(String status, int percent, String reason, String at) {

    public RefreshEnd {
      status = orEmpty(status);
      reason = orEmpty(reason);
      at = orEmpty(at);
    }

    static RefreshEnd of(ObservedRefresh observedRefresh, Instant now) {
      String at = observedRefresh.ended().orElse(now).toString();
      return new RefreshEnd(
          observedRefresh.status(), observedRefresh.percent(), observedRefresh.reason(), at);
    }

    ObservedRefresh refresh(String id) {
      return new ObservedRefresh(id, status, percent, reason, Optional.of(instant()));
    }

    private Instant instant() {
      try {
        return Instant.parse(at);
      } catch (DateTimeParseException spoiled) {
        return Instant.EPOCH;
      }
    }
  }

  /** Annotation that holds it; written and read by this provider only. */
  public static final String ANNOTATION = "weir.io/owed-refresh";

  public OwedRefresh {
    template = orEmpty(template);
    because = orEmpty(because);
    base = orEmpty(base);
    id = orEmpty(id);
    cancel = orEmpty(cancel);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** What the annotations say; empty if nothing is owed, or nobody can read it any more. */
  public static Optional<OwedRefresh> readFrom(ProviderAnnotations providerAnnotations) {
    return providerAnnotations.get(ANNOTATION).flatMap(OwedRefresh::parse);
  }

  private static Optional<OwedRefresh> parse(String text) {
    try {
      return Optional.of(Json.MAPPER.readValue(text, OwedRefresh.class))
          .filter(owedRefresh -> !owedRefresh.template.isEmpty());
    } catch (JsonProcessingException spoiled) {
      return Optional.empty();
    }
  }

  /** The annotations with this, or with nothing, owed. */
  public static ProviderAnnotations writeTo(
      ProviderAnnotations providerAnnotations, Optional<OwedRefresh> owed) {
    return providerAnnotations.withAll(notes(owed));
  }

  /** The annotation with this, or with nothing, owed, for {@link ProviderAnnotations#withAll}. */
  public static Map<String, Optional<String>> notes(Optional<OwedRefresh> owed) {
    return Map.of(ANNOTATION, owed.map(OwedRefresh::text));
  }

  /**
   * What is owed of the versions that the template has: the newest record may speak of a version
   * that was not made, because the manager ended or the change was taken back before.
   */
  public static Optional<OwedRefresh> currentFor(
      ProviderAnnotations providerAnnotations, ObservedTemplate observedTemplate) {
    return readFrom(providerAnnotations)
        .flatMap(
            owedRefresh ->
                owedRefresh.made(observedTemplate)
                    ? Optional.of(owedRefresh)
                    : Optional.ofNullable(owedRefresh.previous))
        .filter(owedRefresh -> owedRefresh.made(observedTemplate));
  }

  private boolean made(ObservedTemplate seen) {
    return !seen.id().equals(template) || seen.latestVersion() > after;
  }

  /** A refresh for the version that comes next. */
  static OwedRefresh forNextVersion(
      ObservedTemplate observedTemplate,
      String because,
      Optional<OwedRefresh> standing,
      String cancel) {
    OwedRefresh previous = standing.map(OwedRefresh::withoutPrevious).orElse(null);
    return new OwedRefresh(
        observedTemplate.id(),
        observedTemplate.latestVersion(),
        because,
        0,
        "",
        "",
        null,
        cancel,
        previous);
  }

  /** The same before one more refresh is asked for. */
  public OwedRefresh withNewAttempt(int attempt, String newest) {
    return new OwedRefresh(template, after, because, attempt, newest, "", null, cancel, previous);
  }

  /** The same before a refresh of ours is cancelled: not by people, so that another may follow. */
  OwedRefresh withoutAttempts(String cancelled) {
    return new OwedRefresh(template, after, because, 0, "", "", null, cancelled, previous);
  }

  /** The same once it is known which refresh is ours, and how it ended if it did. */
  OwedRefresh withRefresh(ObservedRefresh observedRefresh, Instant now) {
    boolean reported = !observedRefresh.isActive() && !observedRefresh.forgotten();
    RefreshEnd seen = reported ? RefreshEnd.of(observedRefresh, now) : null;
    return new OwedRefresh(
        template,
        after,
        because,
        attempts,
        base,
        observedRefresh.id(),
        ended == null ? seen : ended,
        cancel,
        previous);
  }

  private OwedRefresh withoutPrevious() {
    return new OwedRefresh(template, after, because, attempts, base, id, ended, cancel, null);
  }

  private String text() {
    try {
      return Json.MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a record of texts and numbers is JSON", impossible);
    }
  }
}
