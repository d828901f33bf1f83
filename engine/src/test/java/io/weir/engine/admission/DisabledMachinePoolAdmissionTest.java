package io.weir.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.FeatureGates;
import io.weir.api.FeatureGates.Gate;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.Violation;
import io.weir.engine.watch.ReconciledObjects;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DisabledMachinePoolAdmissionTest {

  private static final String MESSAGE =
      "can be set only if the manager's feature gate MachinePool is enabled: start it with"
          + " --feature-gates=MachinePool=true";

  private final Admission admission =
      EngineAdmissions.all(FeatureGates.without(Gate.MACHINE_POOL), ReconciledObjects.ALL)
          .getFirst();

  private static ObjectNode pool(int replicas) {
    ObjectNode pool = Json.MAPPER.createObjectNode();
    pool.putObject("metadata").put("name", "workers");
    pool.putObject("spec").put("clusterName", "demo").put("replicas", replicas);
    return pool;
  }

  @Test
  void noPoolIsCreatedOrChangedAndTheRefusalNamesTheGate() {
    List<Violation> creation =
        admission.violations(new AdmissionRequest(pool(1), Optional.empty()));
    List<Violation> change =
        admission.violations(new AdmissionRequest(pool(2), Optional.of(pool(1))));

    assertThat(admission.kind()).isEqualTo(GroupKind.MACHINE_POOL);
    assertThat(creation).isEqualTo(change).hasSize(1);
    assertThat(creation.getFirst().fullMessage()).isEqualTo("spec: Forbidden: " + MESSAGE);
  }

  @Test
  void aPoolThatIsBeingDeletedCanLoseItsFinalizer() {
    ObjectNode held = pool(1);
    held.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
    held.withObject("/metadata").putArray("finalizers").add("machinepool.cluster.x-k8s.io");
    ObjectNode freed = held.deepCopy();
    freed.withObject("/metadata").remove("finalizers");

    assertThat(admission.violations(new AdmissionRequest(freed, Optional.of(held)))).isEmpty();
  }

  @Test
  void nothingIsFilledIn() {
    assertThat(admission.applyDefaults(new AdmissionRequest(pool(1), Optional.empty())))
        .isEqualTo(pool(1));
  }
}
