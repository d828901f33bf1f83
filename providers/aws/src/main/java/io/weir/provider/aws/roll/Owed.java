package io.weir.provider.aws.roll;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.weir.api.Json;
import io.weir.provider.Notes;
import io.weir.provider.aws.observed.Refresh;
import io.weir.provider.aws.observed.Template;
import java.time.Instant;
import java.time.format.DateTimeParseException;
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
 * @param cancel id of a refresh of ours that this one replaces; empty if none ran
 * @param previous what was owed before; it holds if the version after {@code after} was never made
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Owed(
    String template,
    long after,
    String because,
    int attempts,
    String base,
    String id,
    @Nullable Ended ended,
    String cancel,
    @Nullable Owed previous) {

  /**
   * How a refresh ended.
   *
   * @param status AWS's word
   * @param percent how much of it was done
   * @param reason why, in AWS's words; may be empty
   * @param at when, as text
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record Ended(String status, int percent, String reason, String at) {

    public Ended {
      status = orEmpty(status);
      reason = orEmpty(reason);
      at = orEmpty(at);
    }

    static Ended of(Refresh refresh, Instant now) {
      String at = refresh.ended().orElse(now).toString();
      return new Ended(refresh.status(), refresh.percent(), refresh.reason(), at);
    }

    Refresh refresh(String id) {
      return new Refresh(id, status, percent, reason, Optional.of(instant()));
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
  public static final String NOTE = "weir.io/owed-refresh";

  public Owed {
    template = orEmpty(template);
    because = orEmpty(because);
    base = orEmpty(base);
    id = orEmpty(id);
    cancel = orEmpty(cancel);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** What the notes say; empty if nothing is owed, or nobody can read it any more. */
  public static Optional<Owed> in(Notes notes) {
    return notes.get(NOTE).flatMap(Owed::parse);
  }

  private static Optional<Owed> parse(String text) {
    try {
      return Optional.of(Json.MAPPER.readValue(text, Owed.class))
          .filter(owed -> !owed.template.isEmpty());
    } catch (JsonProcessingException spoiled) {
      return Optional.empty();
    }
  }

  /** The notes with this, or with nothing, owed. */
  public static Notes note(Notes notes, Optional<Owed> owed) {
    return notes.with(NOTE, owed.map(Owed::text));
  }

  /**
   * What is owed of the versions that the template has: the newest record may speak of a version
   * that was not made, because the manager ended or the change was taken back before.
   */
  public static Optional<Owed> standing(Notes notes, Template template) {
    return in(notes)
        .flatMap(
            owed -> owed.made(template) ? Optional.of(owed) : Optional.ofNullable(owed.previous))
        .filter(owed -> owed.made(template));
  }

  private boolean made(Template seen) {
    return !seen.id().equals(template) || seen.latest() > after;
  }

  /** A refresh for the version that comes next. */
  static Owed next(Template template, String because, Optional<Owed> standing, String cancel) {
    Owed previous = standing.map(Owed::withoutPrevious).orElse(null);
    return new Owed(template.id(), template.latest(), because, 0, "", "", null, cancel, previous);
  }

  /** The same before one more refresh is asked for. */
  public Owed asking(int attempt, String newest) {
    return new Owed(template, after, because, attempt, newest, "", null, cancel, previous);
  }

  /** The same once it is known which refresh is ours, and how it ended if it did. */
  Owed asked(Refresh refresh, Instant now) {
    boolean told = !refresh.active() && !refresh.forgotten();
    Ended seen = told ? Ended.of(refresh, now) : null;
    return new Owed(
        template,
        after,
        because,
        attempts,
        base,
        refresh.id(),
        ended == null ? seen : ended,
        cancel,
        previous);
  }

  private Owed withoutPrevious() {
    return new Owed(template, after, because, attempts, base, id, ended, cancel, null);
  }

  private String text() {
    try {
      return Json.MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a record of texts and numbers is JSON", impossible);
    }
  }
}
