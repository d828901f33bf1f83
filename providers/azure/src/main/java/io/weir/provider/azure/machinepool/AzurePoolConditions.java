package io.weir.provider.azure.machinepool;

import io.weir.api.Excerpt;
import io.weir.api.conditions.Condition;
import io.weir.provider.FailedCall;
import io.weir.provider.Observation;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.SummaryCondition;
import io.weir.provider.azure.api.AzureConditions;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The conditions of an AzureMachinePool, put together from those of its parts: upstream's types and
 * reasons where it has one that fits. A hiccup that passes by itself changes nothing that is up
 * already, so conditions do not flap.
 */
record AzurePoolConditions(ReportContext<DesiredScaleSet, ObservedScaleSet> progress) {

  /** Those that only a scale set of ours has. */
  private static final Set<String> OF_SET =
      Set.of(
          AzureConditions.SCALE_SET_MODEL_UPDATED,
          AzureConditions.SCALE_SET_DESIRED_REPLICAS,
          AzureConditions.INSTANCES_UP_TO_DATE);

  List<Condition> all() {
    List<Condition> whole =
        Stream.of(
                new AcceptedCondition(progress).toCondition(),
                new RunningCondition(progress).toCondition())
            .flatMap(Optional::stream)
            .toList();
    List<Condition> ofSet = ourSet().map(this::ofSet).orElse(List.of());
    var conditions = new ArrayList<Condition>();
    List<Condition> summarised =
        Stream.concat(whole.stream(), ofSet.stream().filter(AzurePoolConditions::isTrouble))
            .toList();
    if (!summarised.isEmpty()) {
      conditions.add(
          SummaryCondition.of(
              AzureConditions.READY, summarised, progress.revertedWrite().orElse("")));
    }
    conditions.addAll(whole);
    conditions.addAll(ofSet);
    return conditions.stream().map(AzurePoolConditions::printable).toList();
  }

  /**
   * Types of those that do not apply to the pool any more; what was not seen may still have them.
   */
  Set<String> inapplicable() {
    return progress.observation() instanceof Observation.Unknown<?> || ourSet().isPresent()
        ? Set.of()
        : OF_SET;
  }

  /** The set, unless it is another's, or goes. */
  private Optional<ObservedScaleSet> ourSet() {
    return progress
        .observation()
        .observedState()
        .filter(seen -> progress.ownershipConflict().isEmpty())
        .filter(seen -> !progress.deleting() && !seen.isDeleting());
  }

  private List<Condition> ofSet(ObservedScaleSet seen) {
    FailedCall failed = FailedCall.of(progress);
    Optional<PrerequisiteException> blocker = progress.resolution().flatMap(ResolveResult::blocker);
    Optional<DesiredScaleSet> target = progress.resolution().flatMap(ResolveResult::target);
    Optional<DesiredScaleSet> wanted = target.filter(_ -> blocker.isEmpty());
    Optional<InstancesCondition> instances =
        wanted.map(want -> new InstancesCondition(want, seen, progress.rollout()));
    int size =
        target
            .filter(want -> want.desiredSize().isPresent())
            .map(DesiredScaleSet::replicas)
            .orElseGet(seen::capacity);
    return Stream.of(
            wanted
                .map(want -> new ModelCondition(want, seen, progress.annotations(), failed))
                .map(ModelCondition::toCondition)
                .or(
                    () ->
                        unknown(
                            AzureConditions.SCALE_SET_MODEL_UPDATED,
                            blocker,
                            "what the model of the scale set should be is unknown: ")),
            Optional.of(
                new SizeCondition(
                        size,
                        seen,
                        instances.filter(InstancesCondition::areReplaced).isPresent(),
                        failed)
                    .toCondition()),
            instances
                .map(InstancesCondition::toCondition)
                .or(
                    () ->
                        unknown(
                            AzureConditions.INSTANCES_UP_TO_DATE,
                            blocker,
                            "what instances should be made from is unknown: ")))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Condition> unknown(
      String type, Optional<PrerequisiteException> blocker, String message) {
    return blocker.map(
        cause -> Condition.ofUnknown(type, cause.reason(), message + cause.getMessage()));
  }

  /**
   * Whether it makes the pool less ready. That it grows or takes another model does not, and which
   * instances are up to date is told apart.
   */
  private static boolean isTrouble(Condition condition) {
    return !condition.type().equals(AzureConditions.INSTANCES_UP_TO_DATE)
        && !condition.severity().equals(AzureConditions.INFO);
  }

  /** Azure's own words, and what people have put into tags, are in them. */
  private static Condition printable(Condition condition) {
    return new Condition(
        condition.type(),
        condition.status(),
        condition.severity(),
        condition.reason(),
        Excerpt.printable(condition.message()));
  }
}
