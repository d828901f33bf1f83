package io.weir.manager.machinepool;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.Conditions;
import io.weir.api.core.Cluster;
import io.weir.api.core.ContractReference;
import io.weir.api.core.MachinePool;
import io.weir.engine.noderef.NodeMarks;
import io.weir.engine.pool.PoolDecision;
import io.weir.engine.pool.PoolEngine;
import io.weir.engine.pool.PoolSnapshot;
import io.weir.engine.pool.PoolSnapshot.Bootstrap;
import io.weir.engine.pool.PoolSnapshot.Infrastructure;
import io.weir.manager.objects.Metadata;
import io.weir.manager.runtime.cache.ObjectCache;
import io.weir.manager.runtime.events.EventRecorder;
import io.weir.manager.runtime.kube.KubeClient;
import io.weir.manager.runtime.work.Reconciler;
import io.weir.manager.runtime.work.Requeue;
import io.weir.manager.workload.NodeFacts;
import io.weir.manager.workload.WorkloadNode;
import io.weir.manager.workload.Workloads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Keeps a MachinePool, what it refers to and its Nodes together. */
final class MachinePoolController implements Reconciler {

  /** How long something that comes by itself may take before its absence is reported. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ObjectCache machinePools;
  private final ObjectCache clusters;
  private final References references;
  private final Workloads workloads;
  private final KubeClient kube;
  private final EventRecorder events;
  private final Clock clock;

  MachinePoolController(
      ObjectCache machinePools,
      ObjectCache clusters,
      References references,
      Workloads workloads,
      KubeClient kube,
      EventRecorder events,
      Clock clock) {
    this.machinePools = machinePools;
    this.clusters = clusters;
    this.references = references;
    this.workloads = workloads;
    this.kube = kube;
    this.events = events;
    this.clock = clock;
  }

  /** A pool with what it refers to. */
  private record Parts(
      ApiObject pool,
      MachinePool view,
      Optional<ApiObject> cluster,
      Optional<ApiObject> config,
      Optional<ApiObject> infrastructure) {

    ObjectKey clusterKey() {
      return new ObjectKey(pool.namespace(), view.spec().clusterName());
    }

    MachinePool.MachineSpec template() {
      return view.spec().template().spec();
    }
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> found = machinePools.get(key);
    if (found.isEmpty()) {
      return Requeue.done();
    }
    Parts parts = gather(found.get());
    Optional<String> paused = paused(parts);
    if (paused.isPresent()) {
      reportPaused(parts.pool(), paused.get());
      return Requeue.done();
    }
    if (!references.known(parts.template().bootstrap().configRef())
        || !references.known(parts.template().infrastructureRef())) {
      return Requeue.after(Duration.ofSeconds(1));
    }
    return parts.pool().deleting() ? delete(parts) : converge(parts);
  }

  private Parts gather(ApiObject pool) {
    MachinePool view = pool.as(MachinePool.class);
    MachinePool.MachineSpec template = view.spec().template().spec();
    return new Parts(
        pool,
        view,
        clusters.get(new ObjectKey(pool.namespace(), view.spec().clusterName())),
        references.find(pool, template.bootstrap().configRef()),
        references.find(pool, template.infrastructureRef()));
  }

  private static Optional<String> paused(Parts parts) {
    if (parts.pool().annotations().containsKey(Keys.PAUSED)) {
      return Optional.of("annotation " + Keys.PAUSED + " is set");
    }
    return parts
        .cluster()
        .filter(cluster -> cluster.as(Cluster.class).spec().paused())
        .map(cluster -> "spec.paused of " + cluster + " is true");
  }

  private void reportPaused(ApiObject pool, String because) {
    kube.editStatus(
        pool,
        status ->
            status.set(
                "conditions",
                Conditions.with(
                    status.path("conditions"),
                    List.of(Condition.isTrue("Paused", "Paused", because)),
                    clock.instant())));
  }

  private Requeue converge(Parts parts) {
    var troubles = new ArrayList<String>();
    String cluster = parts.view().spec().clusterName();
    parts
        .config()
        .flatMap(it -> references.take(parts.pool(), cluster, it))
        .ifPresent(troubles::add);
    parts
        .infrastructure()
        .flatMap(it -> references.take(parts.pool(), cluster, it))
        .ifPresent(troubles::add);
    troubles.forEach(
        trouble -> events.warning(parts.pool(), "OwnedByAnother", "Reconcile", trouble));

    Bootstrap bootstrap = bootstrap(parts);
    Infrastructure infrastructure = infrastructure(parts);
    ApiObject held = hold(parts, bootstrap, infrastructure);
    if (held != parts.pool()) {
      // The write's own event brings the pass that reports: one write of the status less.
      return Requeue.done();
    }
    Optional<Duration> early = early(parts.pool(), bootstrap);
    if (early.isPresent()) {
      return Requeue.after(early.get());
    }
    MemberNodes seen = seen(parts, infrastructure);
    PoolSnapshot snapshot =
        Snapshots.of(parts.pool(), bootstrap, infrastructure, seen, clock.instant());
    PoolDecision decision = PoolEngine.decide(snapshot);
    tend(parts, seen, decision);
    report(parts.pool(), decision);
    return decision.counts().nextAvailable().map(Requeue::after).orElse(Requeue.done());
  }

  /** First-boot data of a new pool comes by itself in a moment; only its delay is worth a word. */
  private Optional<Duration> early(ApiObject pool, Bootstrap bootstrap) {
    Instant worthIt = pool.creationTimestamp().orElse(Instant.EPOCH).plus(PATIENCE);
    Duration left = Duration.between(clock.instant(), worthIt);
    return bootstrap instanceof Bootstrap.Waiting && left.isPositive()
        ? Optional.of(left)
        : Optional.empty();
  }

  private Requeue delete(Parts parts) {
    if (!parts.pool().hasFinalizer(Keys.MACHINE_POOL_FINALIZER)) {
      return Requeue.done();
    }
    parts.infrastructure().ifPresent(it -> references.remove(parts.pool(), it));
    parts.config().ifPresent(it -> references.remove(parts.pool(), it));
    Infrastructure infrastructure = infrastructure(parts);
    MemberNodes seen = seen(parts, infrastructure);
    PoolDecision decision =
        PoolEngine.decide(
            Snapshots.of(parts.pool(), bootstrap(parts), infrastructure, seen, clock.instant()));
    boolean ours =
        parts.infrastructure().filter(it -> stillOurs(parts.pool(), it)).isPresent()
            || parts.config().filter(it -> stillOurs(parts.pool(), it)).isPresent();
    if (ours) {
      tend(parts, seen, decision);
      report(parts.pool(), decision);
      return Requeue.done();
    }
    Optional<Duration> wait = waitForNodes(parts, seen);
    if (wait.isPresent()) {
      return Requeue.after(wait.get());
    }
    tend(parts, seen, decision);
    kube.edit(parts.pool(), tree -> Metadata.removeFinalizer(tree, Keys.MACHINE_POOL_FINALIZER));
    return Requeue.done();
  }

  private static boolean stillOurs(ApiObject pool, ApiObject object) {
    return object.controller().filter(owner -> owner.uid().equals(pool.uid())).isPresent();
  }

  /**
   * How long Nodes that can't be reached are still waited for: the pool's own time-out, counted
   * from its deletion; no longer than its Cluster exists.
   */
  private Optional<Duration> waitForNodes(Parts parts, MemberNodes seen) {
    if (!(seen instanceof MemberNodes.Unreachable) || parts.cluster().isEmpty()) {
      return Optional.empty();
    }
    Integer given = parts.template().deletion().nodeDeletionTimeoutSeconds();
    int seconds = given == null ? 10 : given;
    Instant since = parts.pool().deletionTimestamp().orElse(clock.instant());
    boolean over = seconds != 0 && !clock.instant().isBefore(since.plusSeconds(seconds));
    return over ? Optional.empty() : Optional.of(Duration.ofSeconds(2));
  }

  private Bootstrap bootstrap(Parts parts) {
    ContractReference reference = parts.template().bootstrap().configRef();
    String given = parts.template().bootstrap().dataSecretName();
    if (reference == null) {
      return given == null
          ? new Bootstrap.Waiting(
              "spec.template.spec.bootstrap names neither a configRef nor a dataSecretName")
          : new Bootstrap.Ready(given);
    }
    return parts
        .config()
        .map(Contract::bootstrap)
        .orElseGet(() -> new Bootstrap.Missing(named(parts, reference)));
  }

  private Infrastructure infrastructure(Parts parts) {
    return parts
        .infrastructure()
        .map(Contract::infrastructure)
        .orElseGet(
            () -> new Infrastructure.Missing(named(parts, parts.template().infrastructureRef())));
  }

  private static String named(Parts parts, ContractReference reference) {
    return "%s %s"
        .formatted(reference.kind(), new ObjectKey(parts.pool().namespace(), reference.name()));
  }

  /** Everything that belongs on the pool besides its status, in one write. */
  private ApiObject hold(Parts parts, Bootstrap bootstrap, Infrastructure infrastructure) {
    return kube.edit(
        parts.pool(),
        tree -> {
          Metadata.addFinalizer(tree, Keys.MACHINE_POOL_FINALIZER);
          Metadata.label(tree, Keys.CLUSTER_NAME, parts.view().spec().clusterName());
          parts.cluster().ifPresent(cluster -> Metadata.own(tree, cluster));
          ObjectNode spec = tree.withObject("/spec");
          if (!spec.has("replicas")) {
            spec.put("replicas", 1);
          }
          if (bootstrap instanceof Bootstrap.Ready ready
              && parts.template().bootstrap().configRef() != null) {
            spec.withObject("/template/spec/bootstrap").put("dataSecretName", ready.secretName());
          }
          members(spec, infrastructure);
        });
  }

  /** The members as the provider lists them; a list that is only half told is left as it was. */
  private static void members(ObjectNode spec, Infrastructure infrastructure) {
    if (!(infrastructure instanceof Infrastructure.Present present)) {
      return;
    }
    if (present.providerIds().isEmpty()
        && (!spec.has("providerIDList") || present.replicas().orElse(1) != 0)) {
      return;
    }
    if (present.providerIds().isEmpty()) {
      spec.remove("providerIDList");
      return;
    }
    ArrayNode list = spec.putArray("providerIDList");
    present.providerIds().forEach(list::add);
  }

  private MemberNodes seen(Parts parts, Infrastructure infrastructure) {
    Set<String> ids = new HashSet<>(parts.view().spec().providerIDList());
    if (infrastructure instanceof Infrastructure.Present present) {
      ids.addAll(present.providerIds());
    }
    Set<String> names = new HashSet<>();
    parts.view().status().nodeRefs().forEach(ref -> names.add(String.valueOf(ref.name())));
    return MemberNodes.in(workloads, parts.clusterKey(), ids, names);
  }

  /** Marks the members' Nodes and removes those whose machine is gone. */
  private void tend(Parts parts, MemberNodes seen, PoolDecision decision) {
    if (!(seen instanceof MemberNodes.Known known)) {
      return;
    }
    var owner =
        new NodeMarks.Owner(
            parts.view().spec().clusterName(), parts.pool().namespace(), parts.pool().name());
    var members = new HashSet<String>();
    decision.nodeRefs().forEach(ref -> members.add(ref.uid()));
    for (WorkloadNode node : known.nodes()) {
      NodeFacts facts = node.facts();
      if (decision.orphans().contains(facts.name())) {
        known.writes().delete(node);
      } else if (members.contains(facts.uid()) && !facts.deleting()) {
        NodeMarks.edit(owner, facts.annotations(), node.taintKeys())
            .ifPresent(
                edit -> {
                  WorkloadNode _ = known.writes().mark(node, edit);
                });
      }
    }
  }

  private void report(ApiObject pool, PoolDecision decision) {
    String before = pool.at("/status/phase").asText("");
    kube.editStatus(
        pool,
        status -> {
          StatusTree.set(status, decision, pool.generation(), clock.instant());
          status.set(
              "conditions",
              Conditions.with(
                  status.path("conditions"),
                  List.of(Condition.isFalse("Paused", "NotPaused", "")),
                  clock.instant()));
        });
    String now = decision.phase().text();
    if (!now.equals(before) && now.equals("Running")) {
      events.normal(
          pool,
          "Running",
          "Reconcile",
          "%d of %d replicas are ready"
              .formatted(decision.counts().ready(), decision.counts().replicas()));
    }
  }
}
