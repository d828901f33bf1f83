package io.weir.kernel.kube;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far the clock of a server is ahead of that of this process, by the Date of its answers. */
final class ServerClock {

  private static final Logger LOG = LoggerFactory.getLogger(ServerClock.class);

  /** A Date has whole seconds, and no two clocks are the same: less than this is no difference. */
  private static final Duration NOISE = Duration.ofSeconds(5);

  /** A change of less than this is none. */
  private static final Duration STEADY = Duration.ofSeconds(2);

  /** From here on people are told. */
  private static final Duration WORTH_A_WORD = Duration.ofMinutes(1);

  private final String server;
  private final InstantSource local;
  private volatile Duration ahead = Duration.ZERO;

  /**
   * Nothing is known yet.
   *
   * @param server for people
   * @param local the clock of this process
   */
  ServerClock(String server, InstantSource local) {
    this.server = server;
    this.local = local;
  }

  Instant now() {
    return local.instant();
  }

  /** How far the server's clock is ahead; negative if it is behind, zero if they agree. */
  Duration ahead() {
    return ahead;
  }

  /**
   * An answer came.
   *
   * @param date its header; null if it has none
   * @param sent when the request was sent, by {@link #now}
   */
  void answered(@Nullable String date, Instant sent) {
    Instant received = now();
    Duration took = Duration.between(sent, received);
    if (date == null || took.isNegative() || took.compareTo(NOISE) > 0) {
      return;
    }
    Instant shown;
    try {
      shown = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeException _) {
      return;
    }
    Duration seen = Duration.between(sent.plus(took.dividedBy(2)), shown.plusMillis(500));
    set(seen.abs().compareTo(NOISE) < 0 ? Duration.ZERO : seen);
  }

  private synchronized void set(Duration seen) {
    Duration before = ahead;
    if (seen.minus(before).abs().compareTo(STEADY) < 0) {
      return;
    }
    ahead = seen;
    boolean was = before.abs().compareTo(WORTH_A_WORD) >= 0;
    boolean is = seen.abs().compareTo(WORTH_A_WORD) >= 0;
    if (is) {
      LOG.warn(
          "the clock of this process is {} s {} that of {}: correct it; join tokens are judged by"
              + " the server's",
          seen.abs().toSeconds(),
          seen.isNegative() ? "ahead of" : "behind",
          server);
    } else if (was) {
      LOG.info("the clock of this process agrees with that of {} again", server);
    }
  }
}
