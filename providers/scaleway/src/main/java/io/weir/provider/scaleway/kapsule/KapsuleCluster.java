package io.weir.provider.scaleway.kapsule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * A cluster as Kapsule shows it.
 *
 * @param id its ID
 * @param name its name; others may have the same
 * @param status such as {@code ready}; empty if not observed
 * @param version its version of Kubernetes, such as {@code 1.35.4}; empty if not observed
 */
public record KapsuleCluster(String id, String name, String status, String version) {
  private static final Set<String> HOLDS = Set.of("creating", "updating", "deleting", "locked");

  /** A cluster as an answer of Kapsule has it. */
  public static KapsuleCluster of(JsonNode wire) {
    return new KapsuleCluster(
        wire.path("id").asText(),
        wire.path("name").asText(),
        wire.path("status").asText(),
        wire.path("version").asText());
  }

  /** Whether nothing in it can be changed for now. */
  public boolean isChangeBlocked() {
    return HOLDS.contains(status);
  }
}
