package io.weir.clouds.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that a cloud has accepted and does later: an operation, a work request. Guarded by the
 * lock of its site.
 */
public final class LongOperation {
  /** How far it is. */
  public enum Status {
    /** Accepted, and not begun. */
    PENDING(0),
    /** Under way. */
    RUNNING(50),
    /** Done. */
    SUCCEEDED(100),
    /** Ended before it was done. */
    FAILED(100),
    /** Ended by somebody's order. */
    CANCELLED(100);

    private final int percent;

    Status(int percent) {
      this.percent = percent;
    }

    /** A figure for clouds that tell one. */
    public int percent() {
      return percent;
    }
  }

  /**
   * Why one failed.
   *
   * @param code what programs tell failures apart by, as the cloud has it
   * @param message what people read
   */
  public record Failure(String code, String message) {}

  private final String id;
  private final String type;
  private final String target;
  private final JsonNode input;
  private final @Nullable Duration duration;
  private final Instant created;
  private final @Nullable Failure flaw;
  private Status status = Status.PENDING;
  private @Nullable Instant ended;
  private @Nullable Failure failure;

  LongOperation(
      String id,
      String type,
      String target,
      JsonNode input,
      @Nullable Duration duration,
      Instant created,
      @Nullable Failure flaw) {
    this.id = id;
    this.type = type;
    this.target = target;
    this.input = input;
    this.duration = duration;
    this.created = created;
    this.flaw = flaw;
  }

  /** Its id. */
  public String id() {
    return id;
  }

  /** What is done, by the name under which its effect was registered. */
  public String type() {
    return type;
  }

  /** The id of what it is done to. */
  public String target() {
    return target;
  }

  /** What else its effect must know. */
  public JsonNode input() {
    return input;
  }

  /** When it was accepted. */
  public Instant created() {
    return created;
  }

  /** How far it is. */
  public Status status() {
    return status;
  }

  /** When it ended; empty before. */
  public Optional<Instant> ended() {
    return Optional.ofNullable(ended);
  }

  /** Why it failed; empty unless it did. */
  public Optional<Failure> failure() {
    return Optional.ofNullable(failure);
  }

  /** Whether it has not ended. */
  public boolean isActive() {
    return ended == null;
  }

  /** How long it takes; empty for one that ends when it is told to. */
  Optional<Duration> duration() {
    return Optional.ofNullable(duration);
  }

  /** What it fails of at its end, whatever it did until then. */
  Optional<Failure> flaw() {
    return Optional.ofNullable(flaw);
  }

  void markRunning() {
    status = Status.RUNNING;
  }

  void markEnded(Status outcome, @Nullable Failure why, Instant at) {
    status = outcome;
    failure = why;
    ended = at;
  }

  ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("id", id).put("type", type).put("target", target);
    saved.set("input", input);
    saved.put("created", created.toString()).put("status", status.name());
    if (duration != null) {
      saved.put("millis", duration.toMillis());
    }
    save(saved, "flaw", flaw);
    if (ended != null) {
      saved.put("ended", ended.toString());
    }
    save(saved, "failure", failure);
    return saved;
  }

  private static void save(ObjectNode saved, String name, @Nullable Failure one) {
    if (one != null) {
      saved.putObject(name).put("code", one.code()).put("message", one.message());
    }
  }

  private static @Nullable Failure failure(JsonNode saved) {
    return saved.isObject()
        ? new Failure(saved.path("code").asText(), saved.path("message").asText())
        : null;
  }

  static LongOperation load(JsonNode saved) {
    var operation =
        new LongOperation(
            saved.path("id").asText(),
            saved.path("type").asText(),
            saved.path("target").asText(),
            saved.path("input"),
            saved.has("millis") ? Duration.ofMillis(saved.path("millis").asLong()) : null,
            Instant.parse(saved.path("created").asText()),
            failure(saved.path("flaw")));
    operation.status = Status.valueOf(saved.path("status").asText());
    operation.ended = saved.has("ended") ? Instant.parse(saved.path("ended").asText()) : null;
    operation.failure = failure(saved.path("failure"));
    return operation;
  }
}
