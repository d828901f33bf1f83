package io.weir.provider.scaleway.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.Notes;
import io.weir.provider.Step;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;

/** One write to Kapsule. None needs one before it, so one that cannot be made holds up no other. */
public sealed interface KapsuleStep extends Step {

  /** Note: when the making of a pool was begun whose answer is not known. */
  String CREATING = "weir.io/creating-since";

  /** How long after a creation was begun a list may not show the pool yet; a call ends before. */
  Duration LATE = Duration.ofMinutes(1);

  /** Until when no pool in a list may still mean that there is one. */
  static Instant doubtful(Notes notes) {
    try {
      return notes
          .get(CREATING)
          .map(Instant::parse)
          .map(LATE::addTo)
          .map(Instant::from)
          .orElse(Instant.MIN);
    } catch (DateTimeException _) {
      return Instant.MIN;
    }
  }

  /** The pool. */
  String name();

  @Override
  default String what() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT) + " pool " + name();
  }

  @Override
  default boolean independent() {
    return true;
  }

  /**
   * Makes a pool. Kapsule would make a second one of the same name, so the time stands on the
   * object before.
   */
  record Create(String name, ObjectNode pool, InstantSource clock) implements KapsuleStep {
    @Override
    public String because() {
      return "there is none of this name, %d nodes wanted".formatted(pool.path("size").asInt());
    }

    @Override
    public Notes before(Notes notes) {
      return notes.with(CREATING, Optional.of(clock.instant().toString()));
    }

    @Override
    public Notes after(Notes notes) {
      return unmade(notes);
    }

    @Override
    public Notes unmade(Notes notes) {
      return notes.with(CREATING, Optional.empty());
    }
  }

  /** Sets what differs. */
  record Update(String name, String id, ObjectNode fields, String because) implements KapsuleStep {}

  /** Sizes a pool. */
  record Resize(String name, String id, int size, String because) implements KapsuleStep {
    @Override
    public Object aim() {
      return "size of " + id + " " + size;
    }
  }

  /** Lets Kapsule replace the nodes by such of its cluster's version. */
  record Upgrade(String name, String id, String version, String because) implements KapsuleStep {}

  /** Removes a pool with its nodes. */
  record Delete(String name, String id) implements KapsuleStep {
    @Override
    public String because() {
      return "its object is being deleted";
    }
  }
}
