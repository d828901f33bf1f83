package io.weir.pass;

import io.weir.api.MetadataKeys;
import io.weir.engine.retire.Retirements;
import io.weir.engine.rollout.PoolPlanner;
import io.weir.engine.rollout.RolloutAnnotations;
import io.weir.engine.rollout.RolloutStrategy;
import io.weir.provider.Actor;
import io.weir.provider.DesiredState;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolTraits;
import io.weir.provider.RolloutPreferences;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Decides in a pass who leaves a pool and how many instances the cloud is asked for, where Weir
 * picks the victims. The rules are {@link PoolPlanner}'s; here they meet what was observed.
 */
final class RetirementPlanner<D extends DesiredState> {

  private final PoolTraits traits;
  private final RequestedSizes requestedSizes;
  private final HeldAnswers heldAnswers;
  private final Supplier<Optional<TerminationBrake.Hold>> brake;
  private final InstantSource clock;

  /**
   * The planner of a pass.
   *
   * @param brake tells why no machine may be ended now
   */
  RetirementPlanner(
      PoolTraits traits,
      RequestedSizes requestedSizes,
      HeldAnswers heldAnswers,
      Supplier<Optional<TerminationBrake.Hold>> brake,
      InstantSource clock) {
    this.traits = traits;
    this.requestedSizes = requestedSizes;
    this.heldAnswers = heldAnswers;
    this.brake = brake;
    this.clock = clock;
  }

  /**
   * The plan.
   *
   * @param members tells the instances that were observed, with their Nodes
   * @param drains asked how far drains are that were decided before
   */
  <O extends ObservedState> RetirementPlan<D> plan(
      PassRun<D, O> run,
      PoolInputs in,
      D target,
      Observation<O> seen,
      Supplier<List<PoolMember>> members,
      NodeDrains drains) {
    var wishes = RolloutAnnotations.read(in.machinePool(), strategyOf(target));
    // A cloud that cannot is not asked.
    var engine =
        wishes
            .engine()
            .filter(
                said -> said == RolloutAnnotations.Engine.WEIR || traits.rolls() == Actor.CLOUD);
    boolean keepsOutdated = engine.isEmpty() && target.rolloutPreferences().keepsOutdated();
    boolean rolls =
        traits.picksVictims() == Actor.WEIR
            && !keepsOutdated
            && engine
                .map(RolloutAnnotations.Engine.WEIR::equals)
                .orElse(traits.rolls() == Actor.WEIR);
    var roll =
        rolls || keepsOutdated
            ? PoolIntent.Roll.CANCEL
            : wishes.paused() ? PoolIntent.Roll.HOLD : PoolIntent.Roll.PROCEED;
    var status =
        new RetirementStatus(Optional.empty(), Optional.empty(), wishes.paused(), Optional.empty());
    OptionalInt asked =
        seen.observedState().map(ObservedState::requestedSize).orElse(OptionalInt.empty());
    boolean decides = traits.picksVictims() == Actor.WEIR && run.ownershipConflict(seen).isEmpty();
    if (!decides || asked.isEmpty()) {
      return RetirementPlan.undecided(new PoolIntent.Converge<>(target, List.of(), roll), status);
    }
    Optional<Retirements> written = written(run);
    if (written.isEmpty()) {
      return RetirementPlan.undecided(
          new PoolIntent.Converge<>(target, asked, List.of(), roll),
          new RetirementStatus(
              Optional.of(
                  "the annotation %s is not readable, so nothing may leave: take it away if a newer"
                          .formatted(MetadataKeys.RETIREMENTS)
                      + " version of Weir does not work on this pool"),
              Optional.empty(),
              wishes.paused(),
              Optional.empty()));
    }
    var circumstances =
        new RetirementDecision.Circumstances(
            traits, requestedSizes, heldAnswers, brake.get(), clock.instant());
    var look =
        new RetirementDecision.Look<>(
            run, in, target, seen.asOf(), asked.getAsInt(), members.get(), wishes, keepsOutdated);
    return new RetirementDecision<>(circumstances, look, rolls, roll).plan(written.get(), drains);
  }

  private static RolloutStrategy strategyOf(DesiredState target) {
    RolloutPreferences own = target.rolloutPreferences();
    return RolloutStrategy.DEFAULT.with(own.maxSurge(), own.maxUnavailable(), own.deletePolicy());
  }

  private static Optional<Retirements> written(PassRun<?, ?> run) {
    Optional<String> text = run.store().pool().annotation(MetadataKeys.RETIREMENTS);
    return text.isEmpty() ? Optional.of(Retirements.NONE) : Retirements.parse(text.get());
  }
}
