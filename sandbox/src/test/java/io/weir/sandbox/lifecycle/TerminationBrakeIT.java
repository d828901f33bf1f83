package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** People stop all terminations while pools are to shrink, to go and to grow. */
@WithExclusiveSandbox
class TerminationBrakeIT {

  private static final String HELD =
      "held back: terminations are stopped by ConfigMap weir-system/weir-brakes";

  private final TestSandbox testSandbox;

  TerminationBrakeIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @AfterEach
  void release() throws Exception {
    testSandbox.kubectl(
        "delete", "configmap", "weir-brakes", "-n", "weir-system", "--ignore-not-found");
  }

  @Test
  void poolsThatShrinkAndGoWaitWhileOthersGrowUntilItIsReleased() throws Exception {
    ObjectKey shrinking = testSandbox.create("shrinking", 2);
    ObjectKey going = testSandbox.create("going", 1);
    ObjectKey growing = testSandbox.create("growing", 1);
    testSandbox.awaitRunning(shrinking, 2);
    testSandbox.awaitRunning(going, 1);
    testSandbox.awaitRunning(growing, 1);
    testSandbox.kubectl(
        "create",
        "configmap",
        "weir-brakes",
        "-n",
        "weir-system",
        "--from-literal=no-terminations=true");

    testSandbox.scale(shrinking, 1);
    testSandbox.delete(going);
    testSandbox.scale(growing, 2);

    awaitHeld(shrinking);
    awaitHeld(going);
    testSandbox.awaitRunning(growing, 2);
    assertThat(running(shrinking)).isEqualTo(2);
    assertThat(running(going)).isEqualTo(1);

    release();

    testSandbox.awaitRunning(shrinking, 1);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, going);
    testSandbox.assertNothingInAws(going.name());
    testSandbox.delete(shrinking);
    testSandbox.delete(growing);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, shrinking);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, growing);
  }

  private void awaitHeld(ObjectKey pool) throws InterruptedException {
    ApiObject _ =
        testSandbox.await(
            TestSandbox.AWS_POOL,
            pool,
            object -> object.at("/status/conditions").toString().contains(HELD),
            "says what holds it back");
  }

  private long running(ObjectKey pool) {
    return testSandbox.aws().instances().stream()
        .filter(instance -> pool.name().equals(instance.group()))
        .filter(instance -> instance.state().equals("running"))
        .count();
  }
}
