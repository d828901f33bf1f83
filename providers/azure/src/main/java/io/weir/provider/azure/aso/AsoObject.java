package io.weir.provider.azure.aso;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.api.ApiObject;
import java.util.Optional;

/**
 * An object of Azure Service Operator, and what that says of it.
 *
 * @see <a href="https://azure.github.io/azure-service-operator/design/resource-states/">Conditions
 *     of Azure Service Operator</a>
 */
public record AsoObject(ApiObject object) {

  /** How far Azure is from what the object asks for. */
  public enum State {
    /** Azure has it. */
    READY,
    /** It is under way, or nothing has been said of this generation yet. */
    IN_PROGRESS,
    /** It does not go on now, and is tried again. */
    RETRYING,
    /** It is not tried again until the object changes. */
    FAILED
  }

  /** How far it is. */
  public State state() {
    JsonNode ready = ready();
    if (ready.path("observedGeneration").asLong() < object.generation()) {
      return State.IN_PROGRESS;
    }
    if (ready.path("status").asText().equals("True")) {
      return State.READY;
    }
    return switch (ready.path("severity").asText()) {
      case "Error" -> State.FAILED;
      case "Warning" -> State.RETRYING;
      default -> State.IN_PROGRESS;
    };
  }

  /** What Azure, or Azure Service Operator, says against it; empty if nothing. */
  public Optional<String> complaint() {
    State state = state();
    return state == State.FAILED || state == State.RETRYING
        ? Optional.of(sentence())
        : Optional.empty();
  }

  /** How far it is, for people; empty once it is ready. */
  public Optional<String> progress() {
    return switch (state()) {
      case READY -> Optional.empty();
      case RETRYING, FAILED -> Optional.of(sentence());
      case IN_PROGRESS -> Optional.of("Azure Service Operator is at work on %s".formatted(this));
    };
  }

  private String sentence() {
    JsonNode ready = ready();
    String message = ready.path("message").asText();
    return "%s: %s%s"
        .formatted(this, ready.path("reason").asText(), message.isEmpty() ? "" : ", " + message);
  }

  private JsonNode ready() {
    for (JsonNode condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition;
      }
    }
    return MissingNode.getInstance();
  }

  /** Its kind and name. */
  @Override
  public String toString() {
    return object.groupKind().kind() + " " + object.name();
  }
}
