package io.weir.provider.scaleway.kapsule;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.Instance;
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
 */
public record KapsuleNode(
    String id, String pool, String name, String providerId, String status, String error) {
  private static final Set<String> LEAVING = Set.of("deleting", "deleted");
  private static final Set<String> COMING = Set.of("creating", "starting", "registering");
  private static final Set<String> CHANGING = Set.of("upgrading", "rebooting");

  static KapsuleNode of(JsonNode wire) {
    return new KapsuleNode(
        wire.path("id").asText(),
        wire.path("pool_id").asText(),
        wire.path("name").asText(),
        wire.path("provider_id").asText(""),
        wire.path("status").asText(),
        wire.path("error_message").asText(""));
  }

  /** It as a member of its pool; Kapsule does not tell its version. */
  public Instance toInstance() {
    return new Instance(id, providerId, "", state(), "");
  }

  private Instance.State state() {
    return LEAVING.contains(status)
        ? Instance.State.TERMINATING
        : COMING.contains(status) ? Instance.State.STARTING : Instance.State.RUNNING;
  }

  /** Whether Kapsule drains it, to replace it by one of its pool's version. */
  public boolean isOutdated() {
    return status.equals("upgrading");
  }

  /** Whether it will be something else soon; a broken node is not. */
  public boolean isChanging() {
    return state() != Instance.State.RUNNING || CHANGING.contains(status);
  }
}
