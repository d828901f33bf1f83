package io.weir.manager.harness;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** The real time, moved on as a test likes. */
public final class MovableClock implements InstantSource {

  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead.get());
  }

  /** Moves the time on. */
  public void forward(Duration by) {
    ahead.updateAndGet(before -> before.plus(by));
  }
}
