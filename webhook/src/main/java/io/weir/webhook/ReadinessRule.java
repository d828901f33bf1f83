package io.weir.webhook;

import io.weir.webhook.http.Readiness;
import io.weir.webhook.install.Registration;
import java.time.Duration;
import java.time.Instant;

/**
 * Whether a replica belongs into the Service. All replicas show certificates of one CA and read the
 * same objects, so what is wrong with one object is wrong for all of them at once: if that took
 * them out, it would end the reviews and conversions of all other kinds, too. It keeps back only a
 * replica that has never been right, so that an installation or update shows what it lacks; and not
 * for long, as all replicas may have started anew.
 *
 * @param strictUntil when a replica that has never been right is let in all the same
 * @param wasRight whether nothing was wrong at some time
 */
record ReadinessRule(Instant strictUntil, boolean wasRight) {

  /** A start takes seconds; another replica's lease, which may have to end first, half a minute. */
  private static final Duration STRICT = Duration.ofMinutes(1);

  static ReadinessRule startedAt(Instant now) {
    return new ReadinessRule(now.plus(STRICT), false);
  }

  /** The rule from now on. */
  ReadinessRule after(Registration registration) {
    return wasRight || !registration.problems().isEmpty()
        ? this
        : new ReadinessRule(strictUntil, true);
  }

  /** What a replica that does not end says of itself. */
  Readiness readiness(Registration registration, Instant now) {
    boolean lenient = wasRight || !now.isBefore(strictUntil);
    return new Readiness(
        registration.reachable() && (lenient || registration.problems().isEmpty()),
        registration.problems());
  }
}
