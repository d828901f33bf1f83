package io.weir.pass;

import io.weir.api.ObjectKey;
import io.weir.provider.CreationStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creations in clouds with shared names that a list may still lack. What is annotated of one is a
 * time of the clock of whichever process began it, which may be hours off: it tells one creation
 * from another and no more. The time that a list has counts from when this process first knew of
 * it, also of one that is long past.
 */
public final class RecentCreations {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  private final Clock clock;
  private final Map<ObjectKey, Creation> creations = new HashMap<>();

  /**
   * A creation that is annotated on a pool.
   *
   * @param creatingSince as annotated
   * @param knownSince when this process first knew of it
   * @param settled whether it is known that a list lacks nothing for it
   */
  private record Creation(Instant creatingSince, Instant knownSince, boolean settled) {}

  /**
   * Knows of none yet.
   *
   * @param clock one that never goes back, the same as that of observations
   */
  public RecentCreations(Clock clock) {
    this.clock = clock;
  }

  /**
   * Until when a list may lack what was created for the pool; long past if nothing was, or that is
   * known to have had no effect, or to have been deleted.
   *
   * @param maxListDelay how long a list may lack it
   */
  synchronized Instant absenceUnprovenUntil(
      PoolIdentity pool, ProviderAnnotations providerAnnotations, Duration maxListDelay) {
    return find(pool, providerAnnotations)
        .map(creation -> creation.knownSince().plus(maxListDelay))
        .orElse(Instant.MIN);
  }

  /** What is annotated of a creation is known from now on. */
  synchronized void stepBegins(PoolIdentity pool, ProviderAnnotations providerAnnotations) {
    var _ = find(pool, providerAnnotations);
  }

  /**
   * When to look again for what the list lacks: after pauses that grow with the time that it has
   * lacked it.
   */
  synchronized Instant nextLook(PoolIdentity pool, Instant unprovenUntil) {
    Instant now = clock.instant();
    Creation creation = creations.get(pool.key());
    Duration passed =
        creation == null ? Duration.ZERO : Duration.between(creation.knownSince(), now);
    Instant next = now.plus(passed.compareTo(FIRST_PAUSE) < 0 ? FIRST_PAUSE : passed);
    return next.isBefore(unprovenUntil) ? next : unprovenUntil;
  }

  /**
   * A step has succeeded, or is known to have failed without effect. If its annotations say nothing
   * of the creation any more, nothing remains in doubt, even if they are never written.
   */
  synchronized void stepEnded(
      PoolIdentity pool, ProviderAnnotations before, ProviderAnnotations after) {
    if (CreationStep.creatingSince(after).isEmpty()) {
      find(pool, before)
          .ifPresent(
              creation ->
                  creations.put(
                      pool.key(),
                      new Creation(creation.creatingSince(), creation.knownSince(), true)));
    }
  }

  /** The pool is gone. */
  public synchronized void forget(ObjectKey pool) {
    creations.remove(pool);
  }

  /** What is in doubt of what is annotated, known from now on. */
  private Optional<Creation> find(PoolIdentity pool, ProviderAnnotations providerAnnotations) {
    Optional<Instant> annotated = CreationStep.creatingSince(providerAnnotations);
    return annotated
        .map(since -> creations.compute(pool.key(), (_, known) -> sameOrNew(known, since)))
        .filter(creation -> !creation.settled());
  }

  private Creation sameOrNew(@Nullable Creation known, Instant creatingSince) {
    return known != null && known.creatingSince().equals(creatingSince)
        ? known
        : new Creation(creatingSince, clock.instant(), false);
  }
}
