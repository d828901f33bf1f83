package io.weir.sandbox.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What goes wrong with the whole cloud, and what does not happen when nothing is wrong. */
@AloneOnStage
class CloudFaultsIT {

  private final Stage stage;

  CloudFaultsIT(Stage stage) {
    this.stage = stage;
  }

  @AfterEach
  void theCloudBehaves() {
    stage.sandbox().aws().faults().clear();
  }

  @Test
  void aCloudThatThrottlesEveryThirdCallIsBorne() throws Exception {
    stage.sandbox().aws().faults().add(Fault.of(Fault.Kind.THROTTLED).every(3));

    ObjectKey pool = stage.create("throttled", 2);

    stage.awaitRunning(pool, 2);
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void anUnchangedPoolIsNotWrittenAgain() throws Exception {
    ObjectKey pool = stage.create("quiet", 1);
    stage.awaitRunning(pool, 1);
    stage.awaitStillness(pool.namespace());
    int writes = stage.sandbox().aws().journal().writes();
    var mark = stage.sandbox().controlPlane().auditLog().mark();

    // A change of our own that concerns nobody brings a pass, and the pass finds nothing to do.
    stage.kubectl("annotate", "machinepool", pool.name(), "example.org/look=again");
    stage.kubectl("annotate", "awsmachinepool", pool.name(), "example.org/look=again");
    stage.await(
        GroupKind.MACHINE_POOL,
        pool,
        object -> object.annotations().containsKey("example.org/look"),
        "is looked at");
    stage.awaitTwoRenewals();

    assertThat(stage.sandbox().aws().journal().writes()).isEqualTo(writes);
    assertThat(stage.writesOfManager(mark, pool.namespace()))
        .filteredOn(record -> record.name().equals(pool.name()))
        .isEmpty();
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }
}
