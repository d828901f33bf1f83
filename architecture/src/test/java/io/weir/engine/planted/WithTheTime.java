package io.weir.engine.planted;

import java.time.Instant;

/** Breaks the rule of purity without naming a clock. */
public record WithTheTime(Instant since) {

  /** From now on. */
  public static WithTheTime begun() {
    return new WithTheTime(Instant.now());
  }
}
