package io.weir.sandbox.watchman;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import org.junit.jupiter.api.Test;

class LeaseHolderPropertyTest {

  private static final String OTHER = "host_2";

  private final History history = new History(new LeaseHolderProperty());

  @Test
  void theHolderMayWrite() {
    history
        .takesLease(History.MANAGER)
        .patchesPool(History.MANAGER)
        .renewsLease(History.MANAGER)
        .patchesPool(History.MANAGER)
        .callsCloud(History.MANAGER);

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void aWriteAfterAnotherManagerTookTheLeaseIsFound() {
    history
        .takesLease(History.MANAGER)
        .patchesPool(History.MANAGER)
        .takesLease(OTHER)
        .patchesPool(OTHER)
        .patchesPool(History.MANAGER);

    assertThat(history.violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.place()).isEqualTo(History.PLACE);
              assertThat(violation).asString().contains("host_1 does not hold the lease");
            });
  }

  @Test
  void soIsACallOfACloud() {
    history.takesLease(History.MANAGER).takesLease(OTHER).callsCloud(History.MANAGER);

    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void soIsAWriteAfterTheLeaseWasGivenBack() {
    history
        .takesLease(History.MANAGER)
        .givesLeaseBack(History.MANAGER)
        .patchesPool(History.MANAGER);

    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void soIsAWriteOfOneThatNeverHeldIt() {
    history.takesLease(History.MANAGER).patchesPool(OTHER);

    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void whoeverTakesItBackMayWriteAgain() {
    history
        .takesLease(History.MANAGER)
        .takesLease(OTHER)
        .givesLeaseBack(OTHER)
        .takesLease(History.MANAGER)
        .patchesPool(History.MANAGER);

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void everyReplicaMayTellPeopleAndServeWebhooks() {
    history
        .takesLease(History.MANAGER)
        .write(OTHER, "create", "events.events.k8s.io", History.POOL, "")
        .write(OTHER, "patch", "secrets", new ObjectKey("weir-system", "certificate"), "")
        .write(
            OTHER,
            "patch",
            "customresourcedefinitions.apiextensions.k8s.io",
            new ObjectKey("", "machinepools.cluster.x-k8s.io"),
            "");

    assertThat(history.violations()).isEmpty();
  }
}
