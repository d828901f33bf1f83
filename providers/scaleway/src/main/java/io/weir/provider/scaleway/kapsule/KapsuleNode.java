package io.weir.provider.scaleway.kapsule;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.Instance;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.Set;

/**
 * A node as Kapsule shows it.
 *
 * @param id its ID
 * @param pool ID of its pool
 * @param name its name
 * @param providerId equal to its Node's {@code spec.providerID}; empty before it has an Instance
 * @param status such as {@code ready}
 * @param error what is wrong with it; empty if nothing is
 * @param created when it was created, if Kapsule says so in a form that can be read
 */
public record KapsuleNode(
    String id,
    String pool,
    String name,
    String providerId,
    String status,
    String error,
    Optional<Instant> created) {
  private static final Set<String> LEAVING = Set.of("deleting", "deleted");
  private static final Set<String> COMING = Set.of("creating", "starting", "registering");
  private static final Set<String> FAILED = Set.of("creation_error");
  private static final Set<String> CHANGING = Set.of("upgrading", "rebooting");

  /** A node as an answer of Kapsule has it. */
  public static KapsuleNode of(JsonNode wire) {
    return new KapsuleNode(
        wire.path("id").asText(),
        wire.path("pool_id").asText(),
        wire.path("name").asText(),
        wire.path("provider_id").asText(""),
        wire.path("status").asText(),
        wire.path("error_message").asText(""),
        time(wire.path("created_at").asText("")));
  }

  /** It as a member of its pool; Kapsule does not tell its version. */
  public Instance toInstance() {
    return new Instance(id, providerId, "", state(), "", created);
  }

  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException unreadable) {
      return Optional.empty();
    }
  }

  private Instance.State state() {
    return LEAVING.contains(status)
        ? Instance.State.TERMINATING
        : COMING.contains(status)
            ? Instance.State.STARTING
            : FAILED.contains(status) ? Instance.State.FAILED : Instance.State.RUNNING;
  }

  /** Whether Kapsule drains it, to replace it by one of its pool's version. */
  public boolean isOutdated() {
    return status.equals("upgrading");
  }

  /** Whether it will be something else soon; a broken node is not. */
  public boolean isChanging() {
    return COMING.contains(status) || LEAVING.contains(status) || CHANGING.contains(status);
  }
}
