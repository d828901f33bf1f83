package io.weir.engine.drain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.harness.TestObjects;
import org.junit.jupiter.api.Test;

class MachineLabelsTest {

  @Test
  void machinesHaveTheLabelsOfTheTemplateTheirClusterAndTheirPool() {
    ObjectNode pool = TestObjects.pool("default", "demo", "workers");
    pool.withObject("/spec/template/metadata/labels").put("team", "storage");

    assertThat(MachineLabels.of(new ApiObject(pool)))
        .containsEntry("team", "storage")
        .containsEntry("cluster.x-k8s.io/cluster-name", "demo")
        .containsEntry("cluster.x-k8s.io/pool-name", "workers")
        .hasSize(3);
  }

  @Test
  void aNameThatIsTooLongForALabelIsThereAsItsHash() {
    ObjectNode pool = TestObjects.pool("default", "demo", "p".repeat(64));

    assertThat(MachineLabels.of(new ApiObject(pool)))
        .containsEntry("cluster.x-k8s.io/pool-name", "hash_X-hqxQ_z");
  }
}
