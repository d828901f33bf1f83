package io.weir.provider.aws.eks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.MetadataKeys;
import io.weir.provider.Observation;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.tag.AppliedTags;
import io.weir.provider.managed.KubernetesUpgrade.UpgradeState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a pass has found out, as fields of the AWSManagedMachinePool. spec.providerIDList names
 * every instance of the node group's Auto Scaling groups, as the upstream provider does;
 * status.replicas counts those that are not on their way out. Nothing that is inferred is written
 * into spec.
 *
 * @param progress what was found out
 */
public record EksReporter(ReportContext<EksDesiredState, EksObservedState> progress) {

  /** The fields and conditions; those that nothing is known of are left out. */
  public ProviderReport report() {
    var conditions = new EksConditions(progress).all();
    return switch (progress.observation()) {
      case Observation.Unknown<EksObservedState> _ -> ProviderReport.unknown(conditions);
      case Observation.ProvenAbsent<EksObservedState> _ -> ProviderReport.absent(conditions);
      case Observation.Present<EksObservedState> _ when progress.ownershipConflict().isPresent() ->
          ProviderReport.unknown(conditions);
      case Observation.Present<EksObservedState>(EksObservedState seen, _) -> {
        var members = PoolMembers.of(seen.instances().stream());
        boolean ready =
            !progress.deleting() && seen.nodegroup().filter(ObservedNodegroup::isReady).isPresent();
        var report = ProviderReport.of(members, ready, conditions);
        status(report.status(), seen);
        yield report.withAnnotations(annotations(seen)).withReplicas(size(seen));
      }
    };
  }

  private static void status(ObjectNode status, EksObservedState seen) {
    seen.template()
        .ifPresent(
            template -> {
              status.put("launchTemplateID", template.id());
              status.put("launchTemplateVersion", Long.toString(template.latestVersion()));
            });
    // Others take these for final.
    status.putNull("failureReason");
    status.putNull("failureMessage");
  }

  private Map<String, Optional<String>> annotations(EksObservedState seen) {
    var annotations = new HashMap<String, Optional<String>>();
    var want = desired();
    var there = seen.nodegroup();
    if (want.isEmpty() || there.isEmpty()) {
      return annotations;
    }
    if (!want.get().isTemplateKnown()) {
      return annotations;
    }
    boolean outdated =
        want.get().upgrade(there.get()).state() == UpgradeState.POSSIBLE
            || EksPlanner.roll(want.get(), seen, there.get(), progress.annotations()).isPresent();
    annotations.put(
        MetadataKeys.UP_TO_DATE_REPLICAS, outdated ? Optional.of("0") : Optional.empty());
    boolean settled =
        !(want.get().role() instanceof DesiredRole.Unusable)
            && NodegroupChanges.between(want.get().nodegroup(), there.get(), progress.annotations())
                .isEmpty()
            && EksPlanner.entries(want.get(), seen, progress.annotations()).isEmpty();
    if (settled) {
      var kept =
          EksAnnotations.withOnly(
              AppliedTags.withOnly(progress.annotations(), want.get().nodegroup().tags()),
              want.get().nodegroup().settings());
      EksAnnotations.KEYS.forEach(key -> annotations.put(key, kept.get(key)));
    }
    return annotations;
  }

  /** The size that somebody else has set in AWS. */
  private OptionalInt size(EksObservedState seen) {
    boolean theirs =
        desired().filter(want -> want.nodegroup().size().managedElsewhere()).isPresent();
    return theirs && seen.nodegroup().filter(ObservedNodegroup::isReady).isPresent()
        ? seen.group().map(group -> OptionalInt.of(group.desired())).orElse(OptionalInt.empty())
        : OptionalInt.empty();
  }

  private Optional<EksDesiredState> desired() {
    return progress.resolution().flatMap(ResolveResult::target);
  }
}
