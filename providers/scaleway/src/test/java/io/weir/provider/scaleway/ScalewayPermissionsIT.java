package io.weir.provider.scaleway;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.Journal;
import io.weir.provider.kit.CalledActions;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestReconciler;
import org.junit.jupiter.api.Test;

/** The life of a pool that makes every call which anything is permitted for. */
class ScalewayPermissionsIT {

  @Test
  void aPoolsLifeMakesEveryCallThatAnythingIsPermittedFor() throws Exception {
    try (var kapsule = new SimulatedKapsule()) {
      PoolObjects pool = kapsule.pool("workers", 2);
      var testReconciler = new TestReconciler<>(kapsule);
      var _ = testReconciler.converge(pool);
      pool.poolTree().withObject("/spec").putArray("additionalTags").add("a");
      var _ = testReconciler.converge(pool);
      kapsule.completePendingWork();
      kapsule.cloud.admin().upgradeCluster(kapsule.cluster, "1.35.0", false);
      kapsule.completePendingWork();
      pool.machinePoolTree().withObject("/spec/template/spec").put("version", "v1.35.0");
      var _ = testReconciler.converge(pool);
      kapsule.completePendingWork();
      boolean _ = testReconciler.delete(pool);
      kapsule.completePendingWork();
      assertThat(testReconciler.delete(pool)).isTrue();

      assertThat(kapsule.cloud.journal().calls())
          .extracting(Journal.Call::outcome)
          .containsOnly(Journal.OK);
      CalledActions.of("scaleway").assertAll(kapsule.cloud.journal().actions());
    }
  }
}
