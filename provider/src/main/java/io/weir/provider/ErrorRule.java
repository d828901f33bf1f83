package io.weir.provider;

import io.weir.api.retry.Backoff;
import java.time.Duration;
import java.util.Optional;

/**
 * What follows from a failed call. {@link #of} is the one table in which errors are sorted for all
 * who react to them; what each reader adds is its own.
 *
 * @param remedy what makes the call succeed
 * @param pauses between attempts at the same
 * @param asked how long the cloud asked not to be called; absent where it did not
 * @param effect what a write has done although it failed
 */
public record ErrorRule(Remedy remedy, Backoff pauses, Optional<Duration> asked, Effect effect) {

  /** What makes a failed call succeed. */
  public enum Remedy {
    /** It passes by itself. */
    TIME,
    /** Nothing changes until somebody acts. */
    PEOPLE
  }

  /** What a write has done although it failed. */
  public enum Effect {
    /** Nothing, and what was observed before still stands. */
    NONE,
    /** Nothing, but the cloud is not as it was observed. */
    NONE_AND_OUTDATED,
    /** It may have taken effect. */
    UNKNOWN
  }

  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** The rule for an error. */
  public static ErrorRule of(ProviderException error) {
    return switch (error) {
      case ProviderException.NotFound _ -> passing(Effect.NONE_AND_OUTDATED);
      case ProviderException.Busy _ -> passing(Effect.NONE_AND_OUTDATED);
      case ProviderException.Transient _ -> passing(Effect.NONE);
      case ProviderException.Ambiguous _ -> passing(Effect.UNKNOWN);
      case ProviderException.Throttled throttled -> throttled(throttled.retryAfter());
      case ProviderException.Denied _ -> ofPeople();
      case ProviderException.Rejected _ -> ofPeople();
      // Nobody waits for people to act: it is repeated ever more rarely.
      case ProviderException.Reverted _ -> passing(Effect.NONE);
    };
  }

  /** Whether nothing but people can make the call succeed. */
  public boolean needsPeople() {
    return remedy == Remedy.PEOPLE;
  }

  /** Whether the cloud must be observed before the next write is decided on. */
  public boolean outdated() {
    return effect != Effect.NONE;
  }

  /** Whether a write may have taken effect. */
  public boolean ambiguous() {
    return effect == Effect.UNKNOWN;
  }

  private static ErrorRule passing(Effect effect) {
    return new ErrorRule(Remedy.TIME, Backoff.TRANSIENT, Optional.empty(), effect);
  }

  private static ErrorRule ofPeople() {
    return new ErrorRule(Remedy.PEOPLE, Backoff.HUMAN, Optional.empty(), Effect.NONE);
  }

  /** Pauses begin with what the cloud asked for, within the bounds of what passes by itself. */
  private static ErrorRule throttled(Duration asked) {
    Backoff usual = Backoff.TRANSIENT;
    Duration first = asked.compareTo(SHORTEST) < 0 ? SHORTEST : asked;
    Duration bounded = first.compareTo(usual.longest()) > 0 ? usual.longest() : first;
    var pauses = new Backoff(bounded, usual.longest(), usual.factor(), usual.jitter());
    return new ErrorRule(Remedy.TIME, pauses, Optional.of(asked), Effect.NONE);
  }
}
