package io.weir.provider;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Retries reads that failed briefly. An observation takes several calls; if one failure restarted
 * it, a cloud that fails every few calls would never be observed in full. Not for writes: observe
 * before repeating those.
 */
public final class ReadRetry {
  private static final int ATTEMPTS = 3;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  /** The longest wait that the cloud may request, and the longest attempt that is retried. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private ReadRetry() {}

  /**
   * Sends a read and retries it when the cloud fails: three attempts in all, two after a throttle,
   * and not before the time that the cloud requested. An attempt that took long to fail is not
   * retried.
   *
   * @throws ProviderException that of the last attempt
   */
  public static <A> A run(ProviderException.CloudCall<A> read) throws ProviderException {
    for (int attempt = 1; ; attempt++) {
      long began = System.nanoTime();
      try {
        return read.send();
      } catch (ProviderException failed) {
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        Duration pause = attempt < ATTEMPTS ? pause(failed, attempt) : null;
        if (pause == null || took.compareTo(PATIENCE) > 0 || !slept(pause)) {
          throw failed;
        }
      }
    }
  }

  private static @Nullable Duration pause(ProviderException failed, int attempt) {
    return switch (failed) {
      case ProviderException.Transient _ -> jittered(FIRST_PAUSE.multipliedBy(attempt));
      // One that asks for no wait is of our own making: the manager stops, or no longer leads.
      case ProviderException.Throttled throttled
          when attempt == 1
              && throttled.retryAfter().isPositive()
              && throttled.retryAfter().compareTo(PATIENCE) <= 0 ->
          throttled.retryAfter().plus(jittered(FIRST_PAUSE));
      default -> null;
    };
  }

  private static Duration jittered(Duration nominal) {
    double factor = 0.5 + ThreadLocalRandom.current().nextDouble();
    return Duration.ofMillis(Math.round((double) nominal.toMillis() * factor));
  }

  private static boolean slept(Duration pause) {
    try {
      Thread.sleep(pause);
      return true;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
