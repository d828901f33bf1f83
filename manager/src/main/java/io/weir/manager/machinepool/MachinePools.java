package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.MachinePool;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.DeferredWaker;
import io.weir.manager.objects.Changes;
import io.weir.manager.objects.FilteredReconciler;
import io.weir.manager.workload.WorkloadListener;
import io.weir.manager.workload.Workloads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts the controllers of MachinePools and of their Nodes together with what they watch. */
public final class MachinePools {

  private static final String BY_CLUSTER = "pool-of-cluster";
  private static final String BY_MEMBER = "member";

  /** Nodes of a pool seldom change alone: those that follow soon are reported in one write. */
  private static final Duration COMPANY = Duration.ofSeconds(1);

  private final ObjectCache machinePools;
  private final ObjectCache clusters;
  private final KubeCluster management;
  private final WatchFilter filter;
  private final Workloads workloads;
  private final EventRecorder events;
  private final Controller controller;
  private final Controller leftNodes;

  /** The controllers, not started. */
  public MachinePools(
      KubeCluster management,
      WatchFilter filter,
      Workloads workloads,
      EventRecorder events,
      InstantSource clock,
      int workers) {
    this.management = management;
    this.filter = filter;
    this.workloads = workloads;
    this.events = events;
    machinePools = management.cache(GroupKind.MACHINE_POOL);
    clusters = management.cache(GroupKind.CLUSTER);
    machinePools.index(BY_CLUSTER, pool -> Set.of(clusterOf(pool).toString()));
    machinePools.index(BY_MEMBER, MachinePools::members);
    controller = pools(clock, workers);
    leftNodes = leftNodes();
    workloads.subscribe(new Listening());
  }

  private Controller pools(InstantSource clock, int workers) {
    var waker = new DeferredWaker();
    var passes =
        new MachinePoolController(
            machinePools,
            clusters,
            new References(management, machinePools, clock, waker),
            workloads,
            new GivingUp(clusters, filter, management.client(), events),
            management.client(),
            events,
            clock);
    return waker.bind(
        Controller.named("machinepool")
            .workers(workers)
            .quiet(Duration.ofMillis(500))
            .watch(machinePools)
            .watch(clusters, this::ofCluster, Changes::ofCluster)
            .build(new FilteredReconciler(filter, machinePools, passes)));
  }

  private Controller leftNodes() {
    var passes =
        new LeftNodesSweep(
            clusters, machinePools, this::withMember, workloads, management.client(), events);
    return Controller.named("left-nodes")
        .workers(2)
        .watch(clusters, cluster -> Set.of(cluster.key()), MachinePools::mayBeSwept)
        .needs(machinePools)
        .build(new FilteredReconciler(filter, clusters, passes));
  }

  /** To be started and stopped with the others. */
  public List<Controller> controllers() {
    return List.of(controller, leftNodes);
  }

  private static boolean mayBeSwept(Change change) {
    return Changes.differs(change, "/metadata/annotations")
        || Changes.differs(change, "/spec/paused");
  }

  private List<ApiObject> withMember(ObjectKey cluster, String providerId) {
    return providerId.isEmpty()
        ? List.of()
        : machinePools.byIndex(BY_MEMBER, cluster + " " + providerId);
  }

  /** A Node came, changed or went: the pool that has it as member has a look. */
  private void nodeChanged(ObjectKey cluster, WorkloadNode node) {
    String id = node.facts().providerId();
    withMember(cluster, id).forEach(pool -> controller.wakeAfter(pool.key(), COMPANY));
  }

  /** The workload cluster can be seen again, or no more, or not still: its pools have a look. */
  private void reachabilityChanged(ObjectKey cluster) {
    machinePools
        .byIndex(BY_CLUSTER, cluster.toString())
        .forEach(pool -> controller.wake(pool.key()));
  }

  private final class Listening implements WorkloadListener {
    @Override
    public void reachabilityChanged(ObjectKey cluster) {
      MachinePools.this.reachabilityChanged(cluster);
      leftNodes.wake(cluster);
    }

    @Override
    public void triedInVain(ObjectKey cluster) {
      MachinePools.this.reachabilityChanged(cluster);
    }

    @Override
    public void nodeChanged(
        ObjectKey cluster, Optional<WorkloadNode> before, Optional<WorkloadNode> after) {
      after.or(() -> before).ifPresent(node -> MachinePools.this.nodeChanged(cluster, node));
    }
  }

  private Set<ObjectKey> ofCluster(ApiObject cluster) {
    return machinePools.byIndex(BY_CLUSTER, cluster.key().toString()).stream()
        .map(ApiObject::key)
        .collect(Collectors.toSet());
  }

  private static ObjectKey clusterOf(ApiObject pool) {
    return new ObjectKey(pool.namespace(), pool.as(MachinePool.class).spec().clusterName());
  }

  private static Set<String> members(ApiObject pool) {
    var ids = new HashSet<String>();
    pool.as(MachinePool.class)
        .spec()
        .providerIDList()
        .forEach(id -> ids.add(clusterOf(pool) + " " + id));
    return ids;
  }
}
