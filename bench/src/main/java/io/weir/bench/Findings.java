package io.weir.bench;

import io.weir.sandbox.account.Measured;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What was measured.
 *
 * @param rounds pools created at once, in the order of their creation
 * @param idle what time alone costs
 * @param restart what a restart costs
 */
record Findings(List<Round> rounds, Optional<Measured> idle, Optional<Measured> restart) {
  Findings {
    rounds = List.copyOf(rounds);
  }

  /**
   * Pools that were created at once.
   *
   * @param title what the round is called
   * @param pools how many
   * @param untilRunning from the first creation until all ran
   * @param measured from the first creation until the manager was quiet again
   */
  record Round(String title, int pools, Duration untilRunning, Measured measured) {}
}
