package io.weir.provider.scaleway.report;

import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.provider.PoolKind;
import io.weir.provider.PoolName;
import io.weir.provider.Progress;
import io.weir.provider.Standing;
import io.weir.provider.http.Fields;
import io.weir.provider.managed.SpecApplied;
import io.weir.provider.managed.Upgrade;
import io.weir.provider.scaleway.desired.Want;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import io.weir.provider.scaleway.observed.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The conditions of a pool. PoolReady, and Ready with the same words, are those of Scaleway's own
 * provider, with its reasons; the others are Weir's.
 */
record PoolConditions(PoolName pool, Progress<Want, Seen> progress) {
  private static final Map<Standing.Kind, String> REASONS =
      Map.of(
          Standing.Kind.WELL, "Ready",
          Standing.Kind.WAITING, "TransientStatus",
          Standing.Kind.STUCK, "ReconciliationFailed",
          Standing.Kind.TROUBLED, "NodesFail");

  List<Condition> ready() {
    return Standing.of(pool, progress, this::special)
        .map(
            how ->
                how.conditions(
                    PoolKind.Conditions.WITH_REASON, REASONS, "PoolReady", ConditionTypes.READY))
        .orElse(List.of());
  }

  List<Condition> all(Want want, Seen seen, KapsulePool made, Upgrade upgrade) {
    var conditions = new ArrayList<>(ready());
    conditions.add(applied(want, seen, made).condition());
    conditions.add(upgrade.condition());
    return conditions;
  }

  /** What goes before all that can be said of any pool. */
  private Optional<Standing> special(Seen seen) {
    List<KapsulePool> ours = seen.of(pool.pool(), progress.notes());
    KapsulePool made = ours.getFirst();
    String name = made.name();
    if (progress.deleting()) {
      int left = seen.nodesOf(made).size();
      return Optional.of(
          Standing.waiting("pool %s is being deleted, %d nodes are left".formatted(name, left)));
    }
    if (made.leaving()) {
      return Optional.of(
          Standing.waiting(
              "pool %s is being deleted by somebody else; Weir recreates it".formatted(name)));
    }
    if (made.locked()) {
      return Optional.of(
          Standing.stuck("Scaleway has locked pool %s: see its console".formatted(name)));
    }
    return ours.stream()
        .skip(1)
        .map(KapsulePool::id)
        .reduce((a, b) -> a + ", " + b)
        .map(
            others ->
                "several pools have its tags; %s is used, delete %s in Scaleway"
                    .formatted(made.id(), others))
        .map(Standing::stuck);
  }

  private static SpecApplied applied(Want want, Seen seen, KapsulePool made) {
    var open = new ArrayList<>(Fields.names(made.differing(want.settings())));
    want.size().stream().filter(size -> size != made.size()).forEach(_ -> open.add("size"));
    String hold =
        seen.cluster().closed()
            ? "cluster is " + seen.cluster().status()
            : "pool is " + made.status();
    var remarks = Stream.concat(want.remarks().stream(), want.kept(made).stream()).toList();
    return new SpecApplied(
        made.name(), Fields.names(made.differing(want.fixed())), open, hold, remarks);
  }
}
