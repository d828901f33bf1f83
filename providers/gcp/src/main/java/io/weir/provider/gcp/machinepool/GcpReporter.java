package io.weir.provider.gcp.machinepool;

import io.weir.api.MetadataKeys;
import io.weir.api.conditions.Condition;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.group.DesiredGroup;
import io.weir.provider.gcp.group.GroupPlanner;
import io.weir.provider.gcp.group.ObservedGroup;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a pass has found out, as fields of the GCPMachinePool: members in providerIDList, as
 * upstream has them, but none that does not exist yet.
 *
 * @param progress what was found out
 */
public record GcpReporter(ReportContext<DesiredGroup, ObservedGroup> progress) {

  /** The fields and conditions; those that nothing is known of are left out. */
  public ProviderReport report() {
    List<Condition> conditions = new GcpPoolConditions(progress).all();
    if (progress.observation() instanceof Observation.ProvenAbsent<ObservedGroup>) {
      return ProviderReport.absent(conditions);
    }
    return progress
        .observation()
        .observedState()
        .filter(_ -> progress.ownershipConflict().isEmpty())
        .map(seen -> seen.hasGroup() ? of(seen, conditions) : ProviderReport.absent(conditions))
        .orElseGet(() -> ProviderReport.unknown(conditions));
  }

  private ProviderReport of(ObservedGroup seen, List<Condition> conditions) {
    ProviderReport report =
        ProviderReport.of(
            new PoolMembers(seen.instances()),
            !progress.deleting() && !seen.isDeleting(),
            conditions);
    return target(progress)
        .map(
            want ->
                report
                    .withAnnotations(upToDate(want, seen))
                    .withAnnotations(Map.of(GcpConstants.AUTOSCALER, seen.autoscaler()))
                    .withReplicas(
                        want.externallySized() && !seen.isDeleting()
                            ? OptionalInt.of(seen.targetSize())
                            : OptionalInt.empty()))
        .orElse(report);
  }

  static Optional<DesiredGroup> target(ReportContext<DesiredGroup, ObservedGroup> progress) {
    return progress
        .resolution()
        .filter(each -> each.blocker().isEmpty())
        .flatMap(ResolveResult::target);
  }

  private static Map<String, Optional<String>> upToDate(DesiredGroup want, ObservedGroup seen) {
    OptionalInt outdated = outdated(want, seen);
    int staying = seen.staying().size();
    return Map.of(
        MetadataKeys.UP_TO_DATE_REPLICAS,
        outdated.isEmpty()
            ? Optional.empty()
            : Optional.of(Integer.toString(staying - outdated.getAsInt())));
  }

  /** How many machines are not made from what is wanted; empty if none is. */
  static OptionalInt outdated(DesiredGroup want, ObservedGroup seen) {
    int count =
        GroupPlanner.outdatesInstances(want, seen)
            ? seen.staying().size()
            : Collections.frequency(seen.freshnessOfStaying(want.template()), Freshness.OUTDATED);
    return count == 0 ? OptionalInt.empty() : OptionalInt.of(count);
  }

  /** How many machines run. */
  static long running(ObservedGroup seen) {
    return seen.instances().stream().filter(each -> each.state() == Instance.State.RUNNING).count();
  }
}
