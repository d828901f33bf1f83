package io.weir.provider.scaleway.report;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.provider.Observation;
import io.weir.provider.PoolMembers;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.managed.KubernetesUpgrade;
import io.weir.provider.scaleway.desired.ScalewayDesiredState;
import io.weir.provider.scaleway.kapsule.KapsuleNode;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import io.weir.provider.scaleway.observed.ScalewayObservedState;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a pass found out, as fields of the pool. spec.providerIDList names every node that has an
 * identity; status.replicas counts those of them that are not on their way out. No object is left
 * empty: the schema refuses that.
 *
 * @param pool the object
 * @param progress what was found out
 */
public record ScalewayReporter(
    ApiObject pool, ReportContext<ScalewayDesiredState, ScalewayObservedState> progress) {

  /** The fields and conditions; those that nothing is known of are left out. */
  public ProviderReport report() {
    var conditions = new ScalewayPoolConditions(progress);
    return switch (progress.observation()) {
      case Observation.Unknown<ScalewayObservedState> _ ->
          ProviderReport.unknown(conditions.ready());
      case Observation.ProvenAbsent<ScalewayObservedState> _ ->
          ProviderReport.absent(conditions.ready());
      case Observation.Present<ScalewayObservedState> _
          when progress.ownershipConflict().isPresent() ->
          ProviderReport.unknown(conditions.ready());
      case Observation.Present<ScalewayObservedState>(
              ScalewayObservedState scalewayObservedState,
              _) ->
          scalewayObservedState.marked(progress.pool(), progress.annotations()).stream()
              .findFirst()
              .map(used -> made(used, scalewayObservedState, conditions))
              // What is not marked yet will be, before anything is said of it.
              .orElseGet(() -> ProviderReport.unknown(conditions.ready()));
    };
  }

  private ProviderReport made(
      KapsulePool made,
      ScalewayObservedState scalewayObservedState,
      ScalewayPoolConditions conditions) {
    List<KapsuleNode> nodes = scalewayObservedState.nodesOf(made);
    var poolMembers = PoolMembers.of(nodes.stream().map(KapsuleNode::toInstance));
    var annotations = new HashMap<String, Optional<String>>();
    annotations.put(ScalewayObservedState.POOL_ID, Optional.of(made.id()));
    var reported = conditions.ready();
    var size = OptionalInt.empty();
    if (progress.resolution().orElse(null)
        instanceof
        ResolveResult.Resolved<ScalewayDesiredState>(ScalewayDesiredState scalewayDesiredState)) {
      KubernetesUpgrade kubernetesUpgrade =
          scalewayDesiredState.upgrade(made, scalewayObservedState.cluster());
      annotations.put(MetadataKeys.UP_TO_DATE_REPLICAS, upToDate(kubernetesUpgrade, nodes));
      reported =
          conditions.all(scalewayDesiredState, scalewayObservedState, made, kubernetesUpgrade);
      if (scalewayDesiredState.size().isEmpty()) {
        size =
            OptionalInt.of(
                scalewayDesiredState.isExternal() ? poolMembers.replicas() : made.size());
      }
    }
    ProviderReport providerReport =
        ProviderReport.of(poolMembers, !progress.deleting() && !made.isDeleting(), reported);
    providerReport.status().putObject("initialization").put("provisioned", true);
    return providerReport.withAnnotations(annotations).withReplicas(size);
  }

  /**
   * Kapsule tells no node's version. Before an upgrade none has the wanted one; during it all may
   * have but those being drained, and the manager counts the Nodes that do.
   */
  private static Optional<String> upToDate(
      KubernetesUpgrade kubernetesUpgrade, List<KapsuleNode> nodes) {
    if (kubernetesUpgrade.isDone()) {
      return Optional.empty();
    }
    var current =
        nodes.stream().filter(node -> kubernetesUpgrade.inProgress() && !node.isOutdated());
    return Optional.of(
        Integer.toString(PoolMembers.of(current.map(KapsuleNode::toInstance)).replicas()));
  }
}
