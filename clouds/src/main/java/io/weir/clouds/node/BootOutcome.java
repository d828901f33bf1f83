package io.weir.clouds.node;

import io.weir.clouds.node.kubeadm.JoinFailure;
import java.util.Optional;

/** How far a machine got. */
public sealed interface BootOutcome {

  /** Whether the machine will get no further by itself. */
  default boolean isFinal() {
    return !(this instanceof Booting);
  }

  /** Why there is no Node, for a person; empty when there is one, or may still be. */
  default Optional<String> failureMessage() {
    return switch (this) {
      case JoinFailed failed ->
          Optional.of("could not join (" + failed.failure() + "): " + failed.message());
      case UserDataUnusable unusable ->
          Optional.of("could not use its user data: " + unusable.message());
      case NoJoinRequested _ -> Optional.of("booted, and its user data asked for no join");
      case Killed killed -> killed.before().failureMessage();
      case Booting _, Joined _ -> Optional.empty();
    };
  }

  /** Still on its way. */
  record Booting() implements BootOutcome {}

  /**
   * Its Node is registered.
   *
   * @param nodeName the Node's name
   */
  record Joined(String nodeName) implements BootOutcome {}

  /** Booted, and its user data asked for no join. */
  record NoJoinRequested() implements BootOutcome {}

  /**
   * Booted, but its user data could not be used.
   *
   * @param message why, for a person; quotes no data
   */
  record UserDataUnusable(String message) implements BootOutcome {}

  /**
   * Tried to join and gave up. There is no Node.
   *
   * @param failure the kind of failure
   * @param message what happened, for a person; holds no secret
   */
  record JoinFailed(JoinFailure failure, String message) implements BootOutcome {}

  /**
   * Switched off.
   *
   * @param before how far it had got
   */
  record Killed(BootOutcome before) implements BootOutcome {}
}
