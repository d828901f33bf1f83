package io.weir.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.FeatureGates;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.harness.TestObjects;
import io.weir.engine.admission.EngineAdmissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whoever holds a pool must be the one that lets it go. */
class ReconciledObjectsTest {

  private static List<String> finalizers(ReconciledObjects reconciled, String namespace) {
    var pool = TestObjects.pool(namespace, "demo", "p");
    MetadataEdits.setLabel(pool, MetadataKeys.WATCH_FILTER, "blue");
    var admission = EngineAdmissions.all(FeatureGates.DEFAULT, reconciled).getFirst();
    return new ApiObject(admission.applyDefaults(new AdmissionRequest(pool, Optional.empty())))
        .finalizers();
  }

  @Test
  void onlyPoolsOfTheNamespaceThatTheManagerIsHeldToAreHeld() {
    var reconciled = new ReconciledObjects("team-a", WatchFilter.NONE);

    assertThat(finalizers(reconciled, "team-a")).hasSize(1);
    assertThat(finalizers(reconciled, "team-b")).isEmpty();
    assertThat(finalizers(ReconciledObjects.ALL, "team-b")).hasSize(1);
  }

  @Test
  void onlyPoolsOfTheFilterOfTheManagerAreHeld() {
    assertThat(finalizers(new ReconciledObjects("", new WatchFilter("blue")), "any")).hasSize(1);
    assertThat(finalizers(new ReconciledObjects("", new WatchFilter("red")), "any")).isEmpty();
  }
}
