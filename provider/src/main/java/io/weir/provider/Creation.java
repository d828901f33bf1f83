package io.weir.provider;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A step that creates an object in a cloud that would create a second one of the same name ({@link
 * PoolKind.Names#SHARED}). The time is noted on the pool first. Until that note is old enough, a
 * list that lacks the object proves nothing: no second one is created, and no deletion completes.
 *
 * <p>The provider includes {@link #NOTE} in its {@link PoolProvider#noteKeys}, and removes the note
 * in its report once it observes the object.
 */
public interface Creation extends Step {

  /** Note: when a creation began whose outcome is unknown. */
  String NOTE = "weir.io/creating-since";

  /**
   * How long after a creation began a list may still lack the object: the call itself ends within
   * 20 s. A provider whose cloud is slower overrides {@link PoolProvider#doubtful}.
   */
  Duration LATE = Duration.ofMinutes(1);

  @Override
  default Notes before(Notes notes, Instant now) {
    return notes.with(NOTE, Optional.of(now.toString()));
  }

  @Override
  default Notes after(Notes notes) {
    return unmade(notes);
  }

  @Override
  default Notes unmade(Notes notes) {
    return notes.with(NOTE, Optional.empty());
  }

  /** Until when absence is unproven; long past if no creation was begun. */
  static Instant doubtful(Notes notes, Duration late) {
    try {
      return notes
          .get(NOTE)
          .map(Instant::parse)
          .map(late::addTo)
          .map(Instant::from)
          .orElse(Instant.MIN);
    } catch (DateTimeException _) {
      return Instant.MIN;
    }
  }
}
