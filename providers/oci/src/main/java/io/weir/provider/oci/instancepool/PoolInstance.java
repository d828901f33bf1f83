package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.Instance;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;

/**
 * An instance of an instance pool as Oracle Cloud shows it.
 *
 * @param id OCID
 * @param providerId equal to its Node's {@code spec.providerID}
 * @param state such as {@code RUNNING}
 * @param zone availability domain
 * @param configurationId OCID of the configuration that it was made from; empty if not told
 * @param created when it was created, if that can be read
 */
public record PoolInstance(
    String id,
    String providerId,
    String state,
    String zone,
    String configurationId,
    Optional<Instant> created) {

  /**
   * An instance as an answer has it.
   *
   * @param prefix with what provider IDs begin
   */
  public static PoolInstance of(JsonNode wire, String prefix) {
    String id = wire.path("id").asText("");
    return new PoolInstance(
        id,
        prefix + id,
        wire.path("state").asText("").toUpperCase(Locale.ROOT),
        wire.path("availabilityDomain").asText(""),
        wire.path("instanceConfigurationId").asText(""),
        time(wire.path("timeCreated").asText("")));
  }

  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /** Whether it is gone: such instances stay listed for half a day. */
  public boolean isTerminated() {
    return state.equals("TERMINATED");
  }

  boolean isGoing() {
    return state.equals("TERMINATING") || isTerminated();
  }

  boolean isRunning() {
    return state.equals("RUNNING");
  }

  boolean isChanging() {
    return state.equals("PROVISIONING") || state.equals("STARTING") || isGoing();
  }

  /** The same on its way out. */
  public PoolInstance going() {
    return new PoolInstance(id, providerId, "TERMINATING", zone, configurationId, created);
  }

  Instance toInstance() {
    Instance.State now =
        switch (state) {
          case "PROVISIONING", "STARTING" -> Instance.State.STARTING;
          case "TERMINATING" -> Instance.State.TERMINATING;
          case "STOPPED", "STOPPING" -> Instance.State.FAILED;
          default -> Instance.State.RUNNING;
        };
    return new Instance(id, providerId, zone, now, configurationId, created);
  }
}
