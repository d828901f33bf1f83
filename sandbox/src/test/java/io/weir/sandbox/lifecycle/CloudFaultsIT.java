package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.CloudFault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What goes wrong with the whole cloud, and what does not happen when nothing is wrong. */
@Tag("soak")
@WithExclusiveSandbox
class CloudFaultsIT {

  private final TestSandbox testSandbox;

  CloudFaultsIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @AfterEach
  void theCloudBehaves() {
    testSandbox.aws().faults().clear();
  }

  @Test
  void aCloudThatThrottlesEveryThirdCallIsBorne() throws Exception {
    testSandbox.aws().faults().add(CloudFault.of(CloudFault.Kind.THROTTLED).every(3));

    ObjectKey pool = testSandbox.create("throttled", 2);

    testSandbox.awaitRunning(pool, 2);
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void anUnchangedPoolIsNotWrittenAgain() throws Exception {
    ObjectKey pool = testSandbox.create("quiet", 1);
    testSandbox.awaitRunning(pool, 1);
    testSandbox.awaitStillness(pool.namespace());
    int writes = testSandbox.aws().journal().writeCount();
    var mark = testSandbox.sandbox().controlPlane().auditLog().mark();

    // A change of our own that concerns nobody brings a pass, and the pass finds nothing to do.
    testSandbox.kubectl("annotate", "machinepool", pool.name(), "example.org/look=again");
    testSandbox.kubectl("annotate", "awsmachinepool", pool.name(), "example.org/look=again");
    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object -> object.annotations().containsKey("example.org/look"),
        "is looked at");
    testSandbox.awaitTwoRenewals();

    assertThat(testSandbox.aws().journal().writeCount()).isEqualTo(writes);
    assertThat(testSandbox.writesOfManager(mark, pool.namespace()))
        .filteredOn(record -> record.name().equals(pool.name()))
        .isEmpty();
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }
}
