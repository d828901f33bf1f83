package io.weir.provider.azure.machinepool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Excerpt;
import io.weir.api.MetadataKeys;
import io.weir.api.conditions.Condition;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import io.weir.provider.azure.scaleset.ScaleSetAnnotations;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a pass has found out, as fields of the AzureMachinePool.
 *
 * <p>spec.providerIDList names every instance that Azure lists, those on their way in and out
 * included, as the upstream provider does; status.replicas counts those that are not on their way
 * out, and an annotation names those that are. status.instances and status.version are not written:
 * upstream does not either.
 *
 * @param progress what was found out
 */
public record AzureReporter(ReportContext<DesiredScaleSet, ObservedScaleSet> progress) {

  private static final Set<String> NOT_THERE = Set.of("Creating", "Deleting", "Deleted");
  private static final Set<String> FAILED = Set.of("Failed", "Canceled");

  /** The fields and conditions; those that nothing is known of are left out. */
  public ProviderReport report() {
    var ofPool = new AzurePoolConditions(progress);
    return report(ofPool.all()).withoutConditions(ofPool.inapplicable());
  }

  private ProviderReport report(List<Condition> conditions) {
    return switch (progress.observation()) {
      case Observation.Unknown<ObservedScaleSet> _ -> ProviderReport.unknown(conditions);
      case Observation.ProvenAbsent<ObservedScaleSet> _ -> absent(conditions);
      case Observation.Present<ObservedScaleSet> _ when progress.ownershipConflict().isPresent() ->
          ProviderReport.unknown(conditions);
      case Observation.Present<ObservedScaleSet>(ObservedScaleSet seen, Instant asOf) ->
          seen(seen, asOf, conditions);
    };
  }

  private static ProviderReport absent(List<Condition> conditions) {
    ProviderReport report = ProviderReport.absent(conditions);
    report.status().putNull("provisioningState");
    withoutUpstreams(report.status());
    return report;
  }

  private ProviderReport seen(ObservedScaleSet seen, Instant asOf, List<Condition> conditions) {
    var members = new PoolMembers(seen.instances());
    Optional<DesiredScaleSet> wanted =
        progress
            .resolution()
            .filter(each -> each.blocker().isEmpty())
            .flatMap(ResolveResult::target);
    ProviderReport report = ProviderReport.of(members, isReady(seen), conditions);
    if (!seen.id().isEmpty()) {
      report.spec().put("providerID", seen.providerId());
    }
    status(report.status(), seen, members.replicas(), wanted);
    return wanted
        .map(
            want ->
                report
                    .withAnnotations(annotations(want, seen, asOf))
                    .withReplicas(size(want, seen)))
        .orElse(report);
  }

  private void status(
      ObjectNode status, ObservedScaleSet seen, int replicas, Optional<DesiredScaleSet> wanted) {
    String state = Excerpt.of(seen.provisioningState());
    OptionalInt size = wanted.map(DesiredScaleSet::desiredSize).orElse(OptionalInt.empty());
    boolean settled = size.isEmpty() || size.getAsInt() == replicas;
    if (state.isEmpty()) {
      status.putNull("provisioningState");
    } else {
      status.put("provisioningState", state.equals("Succeeded") && !settled ? "Updating" : state);
    }
    ImageInUse.of(seen)
        .ifPresentOrElse(image -> status.set("image", image), () -> status.putNull("image"));
    if (size.isPresent() && settled) {
      status.put("lastReconciledReplicas", size.getAsInt());
    }
    withoutUpstreams(status);
  }

  /**
   * Upstream's provider never goes on with a pool that has a failure, which nobody takes away
   * there, and it takes up operations of which Azure has long forgotten. Weir has neither, so that
   * upstream finds a pool that it can go on with.
   */
  private static void withoutUpstreams(ObjectNode status) {
    status.putNull("failureReason");
    status.putNull("failureMessage");
    status.putNull("longRunningOperationStates");
    // Its core would make Machines for what no Machine ends.
    status.putNull("infrastructureMachineKind");
  }

  /** A set that Azure calls failed because one instance is serves with the others. */
  private boolean isReady(ObservedScaleSet seen) {
    String state = seen.provisioningState();
    return !progress.deleting()
        && !NOT_THERE.contains(state)
        && (!FAILED.contains(state)
            || seen.instances().stream().anyMatch(each -> each.state() == Instance.State.RUNNING));
  }

  private Map<String, Optional<String>> annotations(
      DesiredScaleSet want, ObservedScaleSet seen, Instant asOf) {
    var kept = ScaleSetAnnotations.cleanUp(progress.annotations(), want, seen, asOf);
    var annotations = new HashMap<String, Optional<String>>();
    ScaleSetAnnotations.KEYS.forEach(key -> annotations.put(key, kept.get(key)));
    OptionalInt upToDate = new InstancesCondition(want, seen, progress.rollout()).upToDate();
    annotations.put(
        MetadataKeys.UP_TO_DATE_REPLICAS,
        upToDate.isEmpty() ? Optional.empty() : Optional.of(Integer.toString(upToDate.getAsInt())));
    return annotations;
  }

  /** The size that somebody else has set in Azure. */
  private OptionalInt size(DesiredScaleSet want, ObservedScaleSet seen) {
    return want.externallySized() && !seen.isDeleting()
        ? OptionalInt.of(seen.capacity())
        : OptionalInt.empty();
  }
}
