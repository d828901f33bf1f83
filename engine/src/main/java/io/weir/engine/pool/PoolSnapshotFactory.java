package io.weir.engine.pool;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.api.core.MachinePool;
import io.weir.api.core.MachinePoolStatus;
import io.weir.engine.noderef.NodeFacts;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.pool.PoolSnapshot.BootstrapState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import io.weir.engine.pool.PoolSnapshot.NodeSnapshot;
import io.weir.engine.pool.PoolSnapshot.PreviousState;
import io.weir.engine.pool.PoolSnapshot.WorkloadState;
import io.weir.engine.pool.ReplicaCounts.KubeletVersionCount;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Makes the engine's view of a pool from API objects. */
public final class PoolSnapshotFactory {

  private PoolSnapshotFactory() {}

  /** All that one look at a pool and what it refers to has shown. */
  public static PoolSnapshot create(
      ApiObject object,
      BootstrapState bootstrapState,
      InfrastructureState infrastructureState,
      WorkloadState workloadState,
      String waitsFor,
      Instant now) {
    MachinePool pool = object.as(MachinePool.class);
    MachinePool.MachineSpec template = pool.spec().template().spec();
    return new PoolSnapshot(
        desiredReplicas(object),
        isExternallyScaled(object),
        object.isDeleting(),
        waitsFor,
        Optional.ofNullable(template.version()),
        Optional.ofNullable(template.minReadySeconds()).orElse(0),
        before(pool),
        bootstrapState,
        infrastructureState,
        workloadState,
        now);
  }

  /** The wanted size; where none is stored, the one that will be. */
  public static int desiredReplicas(ApiObject pool) {
    MachinePool view = pool.as(MachinePool.class);
    return Optional.ofNullable(view.spec().replicas())
        .orElseGet(
            () ->
                DefaultReplicas.of(
                    pool.annotation(MetadataKeys.AUTOSCALER_MIN_SIZE),
                    pool.annotation(MetadataKeys.AUTOSCALER_MAX_SIZE),
                    optional(view.status().replicas())));
  }

  static boolean isExternallyScaled(ApiObject pool) {
    return pool.annotation(MetadataKeys.REPLICAS_MANAGED_BY)
        .filter(by -> !by.equals("false"))
        .isPresent();
  }

  private static PreviousState before(MachinePool pool) {
    MachinePoolStatus status = pool.status();
    return new PreviousState(
        Boolean.TRUE.equals(status.initialization().bootstrapDataSecretCreated()),
        Boolean.TRUE.equals(status.initialization().infrastructureProvisioned()),
        optional(status.replicas()),
        OptionalInt.of(status.deprecated().v1beta1().readyReplicas()),
        optional(status.availableReplicas()),
        optional(status.upToDateReplicas()),
        status.versions().stream()
            .map(
                count ->
                    new KubeletVersionCount(
                        count.version(), Optional.ofNullable(count.replicas()).orElse(0)))
            .toList(),
        status.nodeRefs().stream()
            .map(
                ref ->
                    new NodeRef(
                        Optional.ofNullable(ref.name()).orElse(""),
                        Optional.ofNullable(ref.uid()).orElse("")))
            .toList(),
        pool.spec().providerIDList());
  }

  private static OptionalInt optional(@Nullable Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  /** The Node of a member. */
  public static NodeSnapshot node(WorkloadNode node) {
    NodeFacts facts = node.facts();
    boolean ready = facts.ready() && !facts.deleting();
    return new NodeSnapshot(
        facts.name(),
        facts.uid(),
        facts.providerId(),
        ready ? Optional.of(since(facts)) : Optional.empty(),
        facts.kubeletVersion(),
        facts.annotations().containsKey(MetadataKeys.NODE_LEAVING));
  }

  private static Instant since(NodeFacts facts) {
    return facts.readyChanged().isEmpty() ? Instant.EPOCH : Instant.parse(facts.readyChanged());
  }
}
