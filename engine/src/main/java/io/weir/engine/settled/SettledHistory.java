package io.weir.engine.settled;

import java.util.Optional;

/**
 * The last two settings with which a pool has settled.
 *
 * @param subject whose they are
 * @param latest the last ones
 * @param former the ones before them; absent if there were none, or both are too long to be kept
 */
public record SettledHistory(
    SettledSubject subject, MachineSettings latest, Optional<MachineSettings> former) {

  /** The beginning of one. */
  public SettledHistory(SettledSubject subject, MachineSettings latest) {
    this(subject, latest, Optional.empty());
  }

  /** The same once the pool has settled again. */
  SettledHistory then(SettledSubject other, MachineSettings next) {
    if (!subject.equals(other)) {
      return new SettledHistory(other, next);
    }
    return latest.equals(next) ? this : new SettledHistory(subject, next, Optional.of(latest));
  }
}
