package io.weir.provider.scaleway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.clouds.Journal;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestReconciler;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rule that the provider hands out, held against what a pool's life asks of Scaleway. */
class ScalewayPermissionsIT {

  @Test
  void aPoolsLifeAsksNothingButKubernetesAndWritesThere() throws Exception {
    var kapsule = new SimulatedKapsule();
    try {
      PoolObjects pool = kapsule.pool("workers", 2);
      var testReconciler = new TestReconciler<>(kapsule);
      var _ = testReconciler.converge(pool);
      pool.poolTree().withObject("/spec").putArray("additionalTags").add("a");
      var _ = testReconciler.converge(pool);
      boolean _ = testReconciler.delete(pool);
      kapsule.completePendingWork();
      assertThat(testReconciler.delete(pool)).isTrue();
    } finally {
      kapsule.close();
    }

    var calls = kapsule.cloud.journal().calls();
    assertThat(calls).extracting(Journal.Call::service).containsOnly("k8s");
    // Or a set that only reads would do.
    assertThat(calls).anyMatch(Journal.Call::wrote);
    assertThat(rules()).hasSize(1);
    assertThat(rules().path(0).path("permission_set_names"))
        .extracting(JsonNode::asText)
        .containsExactly("KubernetesFullAccess");
  }

  private static JsonNode rules() throws Exception {
    String document = new ScalewayProviderFactory().permissions(Optional.empty()).orElseThrow();
    return Json.MAPPER.readTree(document).path("rules");
  }
}
