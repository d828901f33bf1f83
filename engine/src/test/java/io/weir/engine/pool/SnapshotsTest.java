package io.weir.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.engine.pool.Counts.VersionCount;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SnapshotsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void keepTheVersionsWhileNodesCannotBeSeen() {
    var pool =
        Pools.pool(
            tree ->
                tree.withObject("/status")
                    .putArray("versions")
                    .addObject()
                    .put("version", "v1.35.4")
                    .put("replicas", 2));
    var parts = Pools.parts(pool, Referred.of(pool, Pools.machines("workers", "uid-now")));
    var down = new PoolSnapshot.Workload.Unreachable("no answer");

    var snapshot = Snapshots.of(pool, parts.bootstrap(), parts.machines(), down, "", NOW);

    assertThat(PoolEngine.decide(snapshot).counts().versions())
        .containsExactly(new VersionCount("v1.35.4", 2));
  }

  @Test
  void wantTheAutoscalersSmallestSizeWhereNoneIsStored() {
    var pool =
        Pools.pool(
            tree -> {
              tree.withObject("/spec").remove("replicas");
              Metadata.annotate(tree, Keys.AUTOSCALER_MIN_SIZE, "4");
              Metadata.annotate(tree, Keys.AUTOSCALER_MAX_SIZE, "8");
            });

    assertThat(Snapshots.desired(pool)).isEqualTo(4);
  }
}
