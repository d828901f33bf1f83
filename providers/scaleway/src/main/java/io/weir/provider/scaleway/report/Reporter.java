package io.weir.provider.scaleway.report;

import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.provider.Creation;
import io.weir.provider.Members;
import io.weir.provider.Observation;
import io.weir.provider.PoolName;
import io.weir.provider.Progress;
import io.weir.provider.Report;
import io.weir.provider.Resolution;
import io.weir.provider.managed.Upgrade;
import io.weir.provider.scaleway.desired.Want;
import io.weir.provider.scaleway.kapsule.KapsuleNode;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import io.weir.provider.scaleway.observed.Seen;
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
public record Reporter(ApiObject pool, Progress<Want, Seen> progress) {

  /** The fields and conditions; those that nothing is known of are left out. */
  public Report report() {
    var conditions = new PoolConditions(PoolName.of(pool, pool.name()), progress);
    return switch (progress.seen()) {
      case Observation.Unknown<Seen> _ -> Report.unknown(conditions.ready());
      case Observation.ProvenAbsent<Seen> _ -> Report.absent(conditions.ready());
      case Observation.Seen<Seen>(Seen seen, _) ->
          seen.of(pool.key(), progress.notes()).stream()
              .findFirst()
              .map(made -> made(made, seen, conditions))
              .orElseGet(() -> Report.absent(conditions.ready()));
    };
  }

  private Report made(KapsulePool made, Seen seen, PoolConditions conditions) {
    List<KapsuleNode> nodes = seen.nodesOf(made);
    var members = Members.of(nodes.stream().map(KapsuleNode::instance));
    var annotations = new HashMap<String, Optional<String>>();
    annotations.put(Creation.NOTE, Optional.empty());
    annotations.put(Seen.POOL_ID, Optional.of(made.id()));
    var told = conditions.ready();
    var size = OptionalInt.empty();
    if (progress.resolution().orElse(null) instanceof Resolution.Resolved<Want>(Want want)) {
      Upgrade upgrade = want.upgrade(made, seen.cluster());
      annotations.put(Keys.UP_TO_DATE_REPLICAS, upToDate(upgrade, nodes));
      told = conditions.all(want, seen, made, upgrade);
      if (want.size().isEmpty()) {
        size = OptionalInt.of(want.external() ? members.replicas() : made.size());
      }
    }
    Report report = Report.of(members, !progress.deleting() && !made.leaving(), told);
    report.status().putObject("initialization").put("provisioned", true);
    return report.annotated(annotations).sized(size);
  }

  /**
   * Kapsule tells no node's version. Before an upgrade none has the wanted one; during it all may
   * have but those being drained, and the manager counts the Nodes that do.
   */
  private static Optional<String> upToDate(Upgrade upgrade, List<KapsuleNode> nodes) {
    if (upgrade.done()) {
      return Optional.empty();
    }
    var current = nodes.stream().filter(node -> upgrade.running() && !node.outdated());
    return Optional.of(Integer.toString(Members.of(current.map(KapsuleNode::instance)).replicas()));
  }
}
