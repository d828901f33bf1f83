package io.weir.provider;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A step that makes something of which the cloud would make a second one under the same name
 * ({@link PoolKind.Names#SHARED}). The time stands on the pool before, and as long as it does, a
 * list that shows nothing is not believed: no second one is made, and no deletion ends.
 *
 * <p>The provider names {@link #NOTE} in its {@link PoolProvider#noteKeys}, and takes the note away
 * in its report when it sees what was made.
 */
public interface Creation extends Step {

  /** Note: when a creation was begun whose end is not known. */
  String NOTE = "weir.io/creating-since";

  /**
   * How long after a creation was begun a list may not show it yet: the call itself ends within 20
   * s. A provider whose cloud is later overrides {@link PoolProvider#doubtful}.
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

  /** Until when an absence may still mean that there is one; long past if nothing was begun. */
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
