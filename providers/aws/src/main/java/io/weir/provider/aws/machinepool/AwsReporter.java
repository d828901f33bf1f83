package io.weir.provider.aws.machinepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.refresh.Rollout;
import io.weir.provider.aws.refresh.RolloutCondition;
import io.weir.provider.aws.refresh.RolloutState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a pass has found out, as fields of the AWSMachinePool.
 *
 * <p>spec.providerIDList names every instance that AWS lists, those on their way in and out
 * included, as the upstream provider does; status.replicas counts those that are not on their way
 * out, and an annotation names those that are. Nothing that is inferred is written into spec.
 *
 * @param progress what was found out
 */
public record AwsReporter(ReportContext<AwsDesiredState, AwsObservedState> progress) {

  /** The fields and conditions; those that nothing is known of are left out. */
  public ProviderReport report() {
    var ofPool = new AwsPoolConditions(progress);
    return report(ofPool.all()).withoutConditions(ofPool.inapplicable());
  }

  private ProviderReport report(List<Condition> conditions) {
    return switch (progress.observation()) {
      case Observation.Unknown<AwsObservedState> _ ->
          new ProviderReport(empty(), empty(), conditions);
      case Observation.ProvenAbsent<AwsObservedState> _ ->
          new ProviderReport(empty(), absent(), conditions);
      case Observation.Present<AwsObservedState> there ->
          seen(there.state(), there.asOf(), conditions);
    };
  }

  private ProviderReport seen(AwsObservedState seen, Instant asOf, List<Condition> conditions) {
    boolean anothers =
        seen.ownershipOfGroup(progress.pool(), progress.annotations())
            .flatMap(Ownership::conflict)
            .isPresent();
    if (anothers || (seen.group().isEmpty() && progress.ownershipConflict().isPresent())) {
      // The machines are those of the group: where it is gone, there are none.
      return anothers || !seen.outliving().isEmpty()
          ? new ProviderReport(empty(), empty(), conditions)
          : new ProviderReport(spec(seen), absent(), conditions);
    }
    if (!(progress.resolution().orElse(null)
        instanceof ResolveResult.Resolved<AwsDesiredState> known)) {
      return new ProviderReport(
              spec(seen),
              status(seen),
              unwanted(seen, conditions),
              Set.of(),
              goesOn().map(_ -> annotationChanges(progress.annotations())).orElse(Map.of()),
              goesOn().map(want -> replicas(want, seen)).orElse(OptionalInt.empty()),
              Optional.empty())
          .withAnnotations(new PoolMembers(seen.instances()).annotations());
    }
    var want = known.desired();
    var rollout = seen.rollout(progress.annotations());
    var reported = new ArrayList<>(conditions);
    if (seen.group().isPresent()) {
      reported.add(
          new RolloutCondition(
                  rollout,
                  want.refresh(),
                  want.template().staleUserDataReason(),
                  asOf,
                  progress.failure(),
                  progress.rollout())
              .toCondition());
    }
    return new ProviderReport(
            spec(seen),
            status(seen),
            reported,
            Set.of(),
            annotations(want, seen, rollout, asOf),
            replicas(want, seen),
            again(want, rollout, asOf))
        .withAnnotations(new PoolMembers(seen.instances()).annotations());
  }

  /** What is done although something is missing. */
  private Optional<AwsDesiredState> goesOn() {
    return progress.resolution().orElse(null)
            instanceof ResolveResult.Blocked<AwsDesiredState> blocked
        ? blocked.fallback()
        : Optional.empty();
  }

  private static Map<String, Optional<String>> annotationChanges(
      ProviderAnnotations providerAnnotations) {
    var annotations = new HashMap<String, Optional<String>>();
    AwsAnnotations.KEYS.forEach(key -> annotations.put(key, providerAnnotations.get(key)));
    return annotations;
  }

  /** While it is not known what instances should be made from, none is called up to date. */
  private List<Condition> unwanted(AwsObservedState seen, List<Condition> conditions) {
    Optional<Condition> why =
        conditions.stream()
            .filter(each -> each.type().equals(AwsConditions.ASG_READY))
            .filter(each -> each.status() == ConditionStatus.FALSE)
            .findFirst();
    boolean hindered = progress.blocker().isPresent() && !progress.deleting();
    if (!hindered || seen.group().isEmpty() || why.isEmpty()) {
      return conditions;
    }
    var reported = new ArrayList<>(conditions);
    reported.add(
        Condition.ofUnknown(
            AwsConditions.INSTANCES_UP_TO_DATE,
            why.get().reason(),
            "what instances should be created from is unknown: " + why.get().message()));
    return reported;
  }

  private Map<String, Optional<String>> annotations(
      AwsDesiredState want, AwsObservedState seen, Rollout rollout, Instant asOf) {
    var providerAnnotations =
        AwsAnnotations.cleanUp(want, seen, rollout, progress.annotations(), asOf);
    Map<String, Optional<String>> annotations = annotationChanges(providerAnnotations);
    int outdated = rollout.outdated().size();
    annotations.put(
        MetadataKeys.UP_TO_DATE_REPLICAS,
        outdated == 0
            ? Optional.empty()
            : Optional.of(Integer.toString(rollout.stayingInstances().size() - outdated)));
    return annotations;
  }

  /** The size that somebody else has set in AWS. */
  private static OptionalInt replicas(AwsDesiredState want, AwsObservedState seen) {
    return want.group().settings().capacity() == null && ready(seen.group())
        ? OptionalInt.of(seen.group().orElseThrow().desired())
        : OptionalInt.empty();
  }

  private static Optional<Duration> again(AwsDesiredState want, Rollout rollout, Instant asOf) {
    return rollout.state(want.refresh(), asOf) instanceof RolloutState.BackingOff backingOff
        ? Optional.of(Duration.between(asOf, backingOff.until()).plusSeconds(1))
        : Optional.empty();
  }

  private static ObjectNode spec(AwsObservedState seen) {
    ObjectNode spec = empty();
    seen.group()
        .map(ObservedGroup::arn)
        .filter(arn -> !arn.isEmpty())
        .ifPresent(arn -> spec.put("providerID", arn));
    spec.set("providerIDList", new PoolMembers(seen.instances()).providerIds());
    return spec;
  }

  private ObjectNode status(AwsObservedState seen) {
    ObjectNode status = empty();
    status.put("ready", !progress.deleting() && ready(seen.group()));
    status.put("replicas", new PoolMembers(seen.instances()).replicas());
    var instances = status.putArray("instances");
    seen.instances().forEach(each -> instances.addObject().put("instanceID", each.id()));
    seen.template()
        .ifPresent(
            observedTemplate -> {
              status.put("launchTemplateID", observedTemplate.id());
              status.put("launchTemplateVersion", Long.toString(observedTemplate.latestVersion()));
            });
    String text = seen.group().map(ObservedGroup::status).orElse("");
    if (text.isEmpty()) {
      status.putNull("asgStatus");
    } else {
      status.put("asgStatus", text);
    }
    return status;
  }

  private static ObjectNode absent() {
    ObjectNode status = empty();
    status.put("ready", false);
    status.put("replicas", 0);
    status.putArray("instances");
    return status;
  }

  private static boolean ready(Optional<ObservedGroup> group) {
    return group.filter(found -> !found.isDeleting()).isPresent();
  }

  private static ObjectNode empty() {
    return Json.MAPPER.createObjectNode();
  }
}
