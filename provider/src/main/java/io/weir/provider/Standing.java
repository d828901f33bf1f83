package io.weir.provider;

import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * How a pool stands, in one word and one sentence: what the condition of its readiness says. It is
 * well while a pool that is there is sized, upgraded or changed, and a hiccup that passes by itself
 * changes nothing, so the condition does not flap.
 *
 * @param message for people; empty if all is well
 */
public record Standing(Kind kind, String message) {

  /** Kinds of standing. */
  public enum Kind {
    /** It is there and serves. */
    WELL,
    /** It is not there, or goes; that passes by itself. */
    WAITING,
    /** People must act. */
    STUCK,
    /** It is there, and the cloud says that something is wrong with it. */
    TROUBLED
  }

  /** It is not there, or goes; that passes by itself. */
  public static Standing waiting(String message) {
    return new Standing(Kind.WAITING, message);
  }

  /** People must act. */
  public static Standing stuck(String message) {
    return new Standing(Kind.STUCK, message);
  }

  /**
   * How a pool stands.
   *
   * @param pool who it is
   * @param progress all that is known
   * @param special what the cloud says of one of ours before all others, as that it is locked or on
   *     its way out; while the pool is being deleted, how far that is
   * @return empty if nothing is known of it, and nothing keeps it from being known
   */
  public static <D extends Desired, O extends Observed> Optional<Standing> of(
      PoolName pool, Progress<D, O> progress, Function<O, Optional<Standing>> special) {
    Optional<Standing> hindrance =
        progress
            .hindrance()
            .map(why -> why.mistake() ? stuck(why.message()) : waiting(why.message()));
    return switch (progress.seen()) {
      case Observation.Unknown<O> _ -> hindrance;
      case Observation.ProvenAbsent<O> _ ->
          hindrance.or(() -> Optional.of(missing(pool, progress)));
      case Observation.Seen<O>(O seen, _) ->
          seen.ownership(pool, progress.notes()) instanceof Ownership.Foreign(String because)
              ? Optional.of(stuck(because))
              : (progress.deleting()
                      ? hindrance.or(() -> special.apply(seen))
                      : special.apply(seen).or(() -> hindrance))
                  .or(() -> seen.trouble().map(why -> new Standing(Kind.TROUBLED, why)))
                  .or(() -> Optional.of(new Standing(Kind.WELL, "")));
    };
  }

  private static Standing missing(PoolName pool, Progress<?, ?> progress) {
    return waiting(
        progress
            .failure()
            .map(Progress.Failure::sentence)
            .orElseGet(() -> "there is no pool %s yet".formatted(pool.cloudName())));
  }

  /**
   * It as conditions that all say the same.
   *
   * @param form that of the pool's kind
   * @param reasons the reason of each kind of standing; {@link Kind#WELL} needs one only in the
   *     form without severities
   * @param types their types
   */
  public List<Condition> conditions(
      PoolKind.Conditions form, Map<Kind, String> reasons, String... types) {
    boolean well = kind == Kind.WELL;
    boolean severe = form == PoolKind.Conditions.WITH_SEVERITY;
    ConditionStatus status = ConditionStatus.of(well);
    String reason = well && severe ? "" : reasons.getOrDefault(kind, "");
    return Stream.of(types)
        .map(type -> new Condition(type, status, severe ? severity() : "", reason, message))
        .toList();
  }

  private String severity() {
    return switch (kind) {
      case WELL -> "";
      case WAITING -> "Info";
      case STUCK -> "Error";
      case TROUBLED -> "Warning";
    };
  }
}
