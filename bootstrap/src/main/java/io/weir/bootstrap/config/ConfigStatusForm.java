package io.weir.bootstrap.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a kind of config says in its status how it fares; pure. */
public interface ConfigStatusForm {

  /** Work on it is stopped. */
  void setPaused(ObjectNode status, ApiObject config, String why, Instant now);

  /**
   * The data is in the Secret.
   *
   * @param message what people should know all the same; may be empty
   */
  void setAvailable(ObjectNode status, ApiObject config, String message, Instant now);

  /**
   * The data is in the Secret.
   *
   * @param outage what it means that the cluster to join does not answer; empty while it does
   * @param unused what was asked for and has no effect
   */
  default void setAvailable(
      ObjectNode status,
      ApiObject config,
      Optional<String> outage,
      List<String> unused,
      Instant now) {
    Stream<String> ineffective =
        unused.isEmpty() ? Stream.empty() : Stream.of("No effect: " + String.join("; ", unused));
    String message = Stream.concat(outage.stream(), ineffective).collect(Collectors.joining(". "));
    setAvailable(status, config, message, now);
  }

  /**
   * There is no data, or none that is up to date.
   *
   * @param earlier whether there is data from before, which stays in use
   */
  void setFailed(
      ObjectNode status,
      ApiObject config,
      ConfigProblem configProblem,
      boolean earlier,
      Instant now);

  /** The problem in words that say what becomes of data from before. */
  static String message(ConfigProblem configProblem, boolean earlier) {
    return earlier
        ? configProblem.message() + "; the existing data stays in use"
        : configProblem.message();
  }
}
