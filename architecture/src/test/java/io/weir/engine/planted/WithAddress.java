package io.weir.engine.planted;

import java.net.URI;
import java.time.Instant;

/** Breaks no rule: an address and a time are values. */
public record WithAddress(URI address, Instant since) {

  /** Whether that was before. */
  public boolean before(Instant now) {
    return since.isBefore(now);
  }
}
