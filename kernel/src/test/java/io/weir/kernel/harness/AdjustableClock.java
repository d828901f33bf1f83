package io.weir.kernel.harness;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The real time, moved on or held as a test likes. */
public final class AdjustableClock implements InstantSource {

  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private volatile Optional<Instant> held = Optional.empty();

  @Override
  public Instant instant() {
    return held.orElseGet(Instant::now).plus(ahead.get());
  }

  /** Time stands still, however slow the machine is, until it goes on. */
  public void freeze() {
    held = Optional.of(Instant.now());
  }

  /** Time goes on from where it would be. */
  public void unfreeze() {
    held = Optional.empty();
  }

  /** Moves the time on. */
  public void advance(Duration by) {
    ahead.updateAndGet(before -> before.plus(by));
  }
}
