package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.core.MachinePool;
import io.weir.manager.objects.Changes;
import io.weir.manager.objects.WatchFilter;
import io.weir.manager.runtime.KubeCluster;
import io.weir.manager.runtime.cache.ObjectCache;
import io.weir.manager.runtime.events.EventRecorder;
import io.weir.manager.runtime.work.Controller;
import io.weir.manager.workload.WorkloadListener;
import io.weir.manager.workload.WorkloadNode;
import io.weir.manager.workload.Workloads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts the MachinePool controller together with what it watches. */
public final class MachinePools {

  private static final String BY_CLUSTER = "pool-of-cluster";
  private static final String BY_MEMBER = "member";

  /** Nodes of a pool seldom change alone: those that follow soon are reported in one write. */
  private static final Duration COMPANY = Duration.ofSeconds(1);

  private final ObjectCache machinePools;
  private final Controller controller;

  /** The controller, not started. */
  public MachinePools(
      KubeCluster management,
      WatchFilter filter,
      Workloads workloads,
      EventRecorder events,
      InstantSource clock,
      int workers) {
    machinePools = management.cache(GroupKind.MACHINE_POOL);
    ObjectCache clusters = management.cache(GroupKind.CLUSTER);
    machinePools.index(BY_CLUSTER, pool -> Set.of(clusterOf(pool).toString()));
    machinePools.index(BY_MEMBER, MachinePools::members);
    var built = new AtomicReference<@Nullable Controller>();
    var references =
        new References(
            management,
            machinePools,
            clock,
            key -> {
              Controller known = built.get();
              if (known != null) {
                known.wake(key);
              }
            });
    controller =
        Controller.named("machinepool")
            .workers(workers)
            .quiet(Duration.ofMillis(500))
            .watch(machinePools)
            .watch(clusters, this::ofCluster, Changes::ofCluster)
            .build(
                filter.over(
                    machinePools,
                    new MachinePoolController(
                        machinePools,
                        clusters,
                        references,
                        workloads,
                        management.client(),
                        events,
                        clock)));
    built.set(controller);
    workloads.subscribe(new Listening());
  }

  /** The controller, to be started and stopped with the others. */
  public Controller controller() {
    return controller;
  }

  /** A Node came, changed or went: the pool that has it as member has a look. */
  private void nodeChanged(ObjectKey cluster, WorkloadNode node) {
    String id = node.facts().providerId();
    if (!id.isEmpty()) {
      machinePools
          .byIndex(BY_MEMBER, cluster + " " + id)
          .forEach(pool -> controller.wakeAfter(pool.key(), COMPANY));
    }
  }

  /** The workload cluster can be seen again, or no more: all its pools have a look. */
  private void reachabilityChanged(ObjectKey cluster) {
    machinePools
        .byIndex(BY_CLUSTER, cluster.toString())
        .forEach(pool -> controller.wake(pool.key()));
  }

  private final class Listening implements WorkloadListener {
    @Override
    public void reachabilityChanged(ObjectKey cluster) {
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
