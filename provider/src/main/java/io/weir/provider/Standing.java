package io.weir.provider;

import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The state of a pool, in one word and one sentence: what its readiness condition says. An existing
 * pool stays {@link Kind#WELL} while it is scaled, upgraded or changed and through failures that
 * pass by themselves, so the condition does not flap.
 *
 * @param message for people; empty if all is well
 */
public record Standing(Kind kind, String message) {

  /** Kinds of state. */
  public enum Kind {
    /** It exists and works. */
    WELL,
    /** It is not there, or goes; that passes by itself. */
    WAITING,
    /** People must act. */
    STUCK,
    /** It exists, but the cloud reports a problem with it. */
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
   * The state of a pool.
   *
   * @param pool who it is
   * @param progress all that is known
   * @param special what takes precedence if the pool is ours, for example that the cloud has locked
   *     it or is deleting it; while the pool is being deleted, the progress of that
   * @return empty if nothing is known about it yet and nothing blocks it
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
            .orElseGet(() -> "pool %s does not exist yet".formatted(pool.cloudName())));
  }

  /**
   * The same state as one condition of each type.
   *
   * @param form the form of the pool kind's conditions
   * @param reasons the reason for each kind of state; {@link Kind#WELL} needs one only in the form
   *     without severities
   * @param types the conditions' types
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
