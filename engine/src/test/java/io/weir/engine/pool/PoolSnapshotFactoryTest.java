package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.engine.pool.ReplicaCounts.KubeletVersionCount;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PoolSnapshotFactoryTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void keepTheVersionsWhileNodesCannotBeSeen() {
    var pool =
        TestPools.pool(
            tree ->
                tree.withObject("/status")
                    .putArray("versions")
                    .addObject()
                    .put("version", "v1.35.4")
                    .put("replicas", 2));
    var parts =
        TestPools.parts(pool, ResolvedReference.of(pool, TestPools.machines("workers", "uid-now")));
    var down = new PoolSnapshot.WorkloadState.Unreachable("no answer");

    var snapshot =
        PoolSnapshotFactory.create(
            pool, parts.bootstrapState(), parts.infrastructureState(), down, "", NOW);

    assertThat(PoolStatusDecider.decide(snapshot).counts().versions())
        .containsExactly(new KubeletVersionCount("v1.35.4", 2));
  }

  @Test
  void wantTheAutoscalersSmallestSizeWhereNoneIsStored() {
    var pool =
        TestPools.pool(
            tree -> {
              tree.withObject("/spec").remove("replicas");
              MetadataEdits.setAnnotation(tree, MetadataKeys.AUTOSCALER_MIN_SIZE, "4");
              MetadataEdits.setAnnotation(tree, MetadataKeys.AUTOSCALER_MAX_SIZE, "8");
            });

    assertThat(PoolSnapshotFactory.desiredReplicas(pool)).isEqualTo(4);
  }
}
