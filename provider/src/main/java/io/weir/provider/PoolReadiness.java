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
 * pool stays {@link ReadinessState#READY} while it is scaled, upgraded or changed and through
 * failures that pass by themselves, so the condition does not flap.
 *
 * @param message for people; empty if there is nothing to tell
 */
public record PoolReadiness(ReadinessState state, String message) {

  /** Kinds of state. */
  public enum ReadinessState {
    /** It exists and works. */
    READY,
    /** It is not there, or goes; that passes by itself. */
    WAITING,
    /** People must act. */
    BLOCKED,
    /** It exists, but the cloud reports a problem with it. */
    DEGRADED
  }

  /** It is not there, or goes; that passes by itself. */
  public static PoolReadiness waiting(String message) {
    return new PoolReadiness(ReadinessState.WAITING, message);
  }

  /** People must act. */
  public static PoolReadiness blocked(String message) {
    return new PoolReadiness(ReadinessState.BLOCKED, message);
  }

  /**
   * The state of a pool.
   *
   * @param reportContext all that is known
   * @param special what takes precedence if the pool is ours, for example that the cloud has locked
   *     it or is deleting it; while the pool is being deleted, the progress of that
   * @return empty if nothing is known about it yet and nothing blocks it
   */
  public static <D extends DesiredState, O extends ObservedState> Optional<PoolReadiness> of(
      ReportContext<D, O> reportContext, Function<O, Optional<PoolReadiness>> special) {
    Optional<PoolReadiness> blocker =
        reportContext
            .blocker()
            .map(why -> why.needsUserAction() ? blocked(why.message()) : waiting(why.message()));
    return switch (reportContext.observation()) {
      case Observation.Unknown<O> _ -> blocker;
      case Observation.ProvenAbsent<O> _ -> blocker.or(() -> Optional.of(missing(reportContext)));
      case Observation.Present<O>(O seen, _) ->
          seen.ownershipConflict(reportContext.pool(), reportContext.annotations())
              .map(why -> reportContext.deleting() ? leftAlone(why) : blocked(why))
              .or(
                  () ->
                      reportContext.deleting()
                          ? blocker.or(() -> special.apply(seen))
                          : special.apply(seen).or(() -> blocker))
              .or(() -> seen.problem().map(why -> new PoolReadiness(ReadinessState.DEGRADED, why)))
              .or(
                  () ->
                      Optional.of(
                          new PoolReadiness(
                              ReadinessState.READY, reportContext.revertedWrite().orElse(""))));
    };
  }

  private static PoolReadiness leftAlone(String why) {
    return blocked(leftAloneMessage(why));
  }

  /** Of a pool that is held at its deletion: what it waits for, and the way out. */
  public static String leftAloneMessage(String why) {
    return "left alone: %s; or, to let the pool go and leave its machines, remove its finalizer"
        .formatted(why);
  }

  private static PoolReadiness missing(ReportContext<?, ?> reportContext) {
    return waiting(
        reportContext
            .failure()
            .map(ReportContext.CallFailure::message)
            .orElseGet(
                () -> "pool %s does not exist yet".formatted(reportContext.pool().cloudName())));
  }

  /**
   * The same state as one condition of each type.
   *
   * @param form the form of the pool kind's conditions
   * @param reasons the reason for each kind of state; {@link ReadinessState#READY} needs one only
   *     in the form without severities
   * @param types the conditions' types
   */
  public List<Condition> toConditions(
      PoolKind.ConditionStyle form, Map<ReadinessState, String> reasons, String... types) {
    boolean well = state == ReadinessState.READY;
    boolean severe = form == PoolKind.ConditionStyle.WITH_SEVERITY;
    ConditionStatus status = ConditionStatus.of(well);
    String reason = well && severe ? "" : reasons.getOrDefault(state, "");
    return Stream.of(types)
        .map(type -> new Condition(type, status, severe ? severity() : "", reason, message))
        .toList();
  }

  private String severity() {
    return switch (state) {
      case READY -> "";
      case WAITING -> "Info";
      case BLOCKED -> "Error";
      case DEGRADED -> "Warning";
    };
  }
}
