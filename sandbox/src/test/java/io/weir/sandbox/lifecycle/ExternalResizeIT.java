package io.weir.sandbox.lifecycle;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import org.junit.jupiter.api.Test;

/** Somebody else changes the size of a group in AWS. */
@WithTestSandbox
class ExternalResizeIT {

  private final TestSandbox testSandbox;

  ExternalResizeIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @Test
  void aSizeThatAnAutoscalerManagesIsTakenOver() throws Exception {
    ObjectKey pool = testSandbox.create("autoscaled", 1);
    testSandbox.kubectl(
        "annotate",
        "machinepool",
        pool.name(),
        "cluster.x-k8s.io/replicas-managed-by=external-autoscaler");
    testSandbox.awaitRunning(pool, 1);

    new AwsConsole(testSandbox.sandbox()).resize(pool.name(), 3);

    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object -> object.at("/spec/replicas").asInt() == 3,
        "takes the size of the group over");
    testSandbox.awaitRunning(pool, 3);
    end(pool);
  }

  private void end(ObjectKey pool) throws Exception {
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.assertNothingInAws(pool.name());
  }
}
