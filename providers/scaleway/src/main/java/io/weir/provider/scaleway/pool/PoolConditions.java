package io.weir.provider.scaleway.pool;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.provider.Ownership;
import io.weir.provider.PoolName;
import io.weir.provider.Progress;
import io.weir.provider.Report.Condition;
import io.weir.provider.Version;
import io.weir.provider.scaleway.kapsule.KapsulePool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The conditions of a pool. PoolReady, and Ready with the same words, are those of Scaleway's own
 * provider, with its reasons. They do not turn False while a pool that is there is sized, upgraded
 * or changed, nor for a hiccup that passes by itself.
 */
record PoolConditions(ApiObject pool, Progress<Want, Seen> progress) {
  private static final String POOL_READY = "PoolReady";

  /** Whether the pool in Scaleway is what the spec says. Weir's own. */
  private static final String SPEC_APPLIED = "SpecApplied";

  private static final String AS_WANTED = "Ready";
  private static final String FAILED = "ReconciliationFailed";
  private static final String TRANSIENT = "TransientStatus";
  private static final String NODES_FAIL = "NodesFail";

  List<Condition> unseen() {
    return hindrance().map(PoolConditions::ready).orElseGet(List::of);
  }

  List<Condition> missing() {
    return ready(
        hindrance()
            .or(() -> progress.failure().map(failure -> no(TRANSIENT, failure.sentence())))
            .orElseGet(() -> no(TRANSIENT, "there is no pool %s yet".formatted(pool.name()))));
  }

  List<Condition> foreign(Seen seen) {
    var name = new PoolName(pool.key(), pool.uid(), "", pool.name());
    return ready(
        seen.ownership(name, progress.notes()) instanceof Ownership.Foreign other
            ? no(FAILED, other.because())
            : no(TRANSIENT, "not known yet"));
  }

  List<Condition> made(Seen seen, KapsulePool made) {
    return ready(standing(seen, made));
  }

  List<Condition> made(Want want, Seen seen, KapsulePool made) {
    var conditions = new ArrayList<>(made(seen, made));
    conditions.add(applied(want, seen, made));
    conditions.add(upToDate(want, seen, made));
    return conditions;
  }

  private static List<Condition> ready(Condition pool) {
    return List.of(
        pool,
        Condition.of(
            ConditionTypes.READY, pool.status().equals("True"), pool.reason(), pool.message()));
  }

  private Condition standing(Seen seen, KapsulePool made) {
    if (progress.deleting()) {
      return hindrance()
          .orElseGet(
              () ->
                  no(
                      TRANSIENT,
                      "pool %s is being deleted, %d nodes are left"
                          .formatted(made.name(), seen.nodesOf(made).size())));
    }
    if (made.leaving()) {
      return no(TRANSIENT, "somebody deletes pool %s; it is made again".formatted(made.name()));
    }
    if (made.locked()) {
      return no(FAILED, "Scaleway has locked pool %s: see its console".formatted(made.name()));
    }
    return hindrance()
        .or(() -> surplus(seen, made))
        .or(() -> seen.trouble().map(why -> no(NODES_FAIL, fewer(seen, made) + why)))
        .orElseGet(() -> Condition.of(POOL_READY, true, AS_WANTED, ""));
  }

  private static String fewer(Seen seen, KapsulePool made) {
    long fine = seen.nodesOf(made).stream().filter(node -> node.error().isEmpty()).count();
    return "%d of %d nodes are well: ".formatted(fine, made.size());
  }

  private Optional<Condition> surplus(Seen seen, KapsulePool made) {
    String others =
        String.join(
            ", ",
            seen.of(pool.key(), progress.notes()).stream()
                .map(KapsulePool::id)
                .filter(id -> !id.equals(made.id()))
                .toList());
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            no(
                FAILED,
                "several pools carry its tags; %s is used, delete %s in Scaleway"
                    .formatted(made.id(), others)));
  }

  private static Condition applied(Want want, Seen seen, KapsulePool made) {
    List<String> fixed = Planner.names(Planner.differing(want.fixed(), made));
    if (!fixed.isEmpty()) {
      return Condition.of(
          SPEC_APPLIED,
          false,
          "ImmutableFieldsDiffer",
          "%s of pool %s differ from the spec and can be set at its creation only: make another pool"
              .formatted(String.join(", ", fixed), made.name()));
    }
    List<String> open = new ArrayList<>(Planner.names(Planner.differing(want.settings(), made)));
    want.size().stream().filter(size -> size != made.size()).forEach(_ -> open.add("size"));
    if (!open.isEmpty()) {
      String hold =
          seen.cluster().closed()
              ? "cluster is " + seen.cluster().status()
              : "pool is " + made.status();
      return Condition.of(
          SPEC_APPLIED, false, "Waiting", String.join(", ", open) + " to be set; " + hold);
    }
    return Condition.of(SPEC_APPLIED, true, "Applied", String.join("; ", want.remarks()));
  }

  private static Condition upToDate(Want want, Seen seen, KapsulePool made) {
    String wanted = want.version().map(Version::toString).orElse("");
    String has = "pool %s runs %s, ".formatted(made.name(), made.version());
    String cluster = seen.cluster().version();
    return switch (Upgrading.of(want, made, seen.cluster())) {
      case POSSIBLE -> outdated("Upgrading", has + "to be upgraded to " + cluster);
      case CLUSTER_BEHIND ->
          outdated(
              "WaitingForCluster",
              "%sits cluster %s: it is upgraded when the cluster runs %s"
                  .formatted(has, cluster, wanted));
      case CLUSTER_AHEAD ->
          outdated(
              "VersionNotOffered",
              "%s%s is asked for, but its cluster runs %s, the only version to upgrade to: set MachinePool spec.template.spec.version to v%s"
                  .formatted(has, wanted, cluster, cluster));
      case DONE ->
          made.upgrading()
              ? outdated("Upgrading", "Kapsule replaces nodes by such of " + made.version())
              : Condition.of(ConditionTypes.INSTANCES_UP_TO_DATE, true, "UpToDate", "");
    };
  }

  private static Condition outdated(String reason, String message) {
    return Condition.of(ConditionTypes.INSTANCES_UP_TO_DATE, false, reason, message);
  }

  /** What people must do something about, or others first. */
  private Optional<Condition> hindrance() {
    return progress.hindrance().map(why -> no(why.mistake() ? FAILED : TRANSIENT, why.message()));
  }

  private static Condition no(String reason, String message) {
    return Condition.of(POOL_READY, false, reason, message);
  }
}
