package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer.Request;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Somebody undoes what Weir writes, or the API server drops it. */
class SabotageTest extends MemoryMachinePoolFixture {

  private final AtomicInteger stripped = new AtomicInteger();

  SabotageTest() throws IOException {}

  @Test
  void marksThatSomebodyStripsFromANodeArePutBackEverMoreRarelyAndThatIsTold() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.running("stripped");
    var node = new ObjectKey("", fixture.nodeName("m"));
    Thread bot = Thread.startVirtualThread(() -> strip(node));

    try {
      fixture.awaitEvent("WriteReverted", "metadata.annotations." + MetadataKeys.NODE_OWNER_NAME);
    } finally {
      bot.interrupt();
      bot.join();
    }

    assertBounded(
        stripped.get(),
        workload.requests().stream()
            .filter(each -> each.verb().equals("patch") && each.name().equals(node.name()))
            .toList());
    assertThat(fixture.awaitPhase(pool, "Running").at("/status/readyReplicas").asInt())
        .isEqualTo(1);
  }

  /** Like a label controller that knows nothing of Weir. */
  private void strip(ObjectKey node) {
    var cache = fixture.atWorkload.cache(BuiltInKinds.NODE);
    while (!Thread.interrupted()) {
      try {
        ApiObject marked =
            CacheWaits.awaitObject(
                cache, node, found -> found.annotation(MetadataKeys.NODE_OWNER_NAME).isPresent());
        ApiObject _ =
            fixture
                .atWorkload
                .client()
                .edit(
                    marked,
                    tree ->
                        tree.withObject("/metadata/annotations")
                            .remove(MetadataKeys.NODE_OWNER_NAME));
        stripped.incrementAndGet();
      } catch (KubeException changed) {
        // The next version is stripped.
      } catch (InterruptedException stopped) {
        return;
      }
    }
  }

  /** What was stripped had been put there by Weir each time; patches that conflict do nothing. */
  private static void assertBounded(long times, List<Request> patches) {
    long seconds =
        patches.getLast().at().getEpochSecond() - patches.getFirst().at().getEpochSecond();
    assertThat(times).isPositive().isLessThanOrEqualTo(4 + seconds / 10);
  }

  @Test
  void aListOfMembersThatAPolicyDropsEndsNoPassOfThePool() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.create("listless");
    fixture.awaitData(pool);
    apiServer.drop("machinepools", "spec/providerIDList");

    fixture.report(pool, 1, fixture.providerId("m"));
    ApiObject _ = fixture.join("m");

    ApiObject running = fixture.awaitPhase(pool, "Running");
    assertThat(running.at("/spec/providerIDList").isMissingNode()).isTrue();
    fixture.awaitEvent("WriteReverted", "spec.providerIDList");
  }

  @Test
  void aPoolWhoseFinalizerIsDroppedIsNotBegunAndSaysWhy() throws Exception {
    fixture.attach();
    apiServer.drop("machinepools", "metadata/finalizers");

    ObjectKey pool = fixture.create("unheld");

    fixture.awaitEvent("WriteReverted", "metadata.finalizers");
    assertThat(
            fixture
                .user
                .client()
                .get(MachinePoolFixture.MACHINES, pool)
                .orElseThrow()
                .ownerReferences())
        .isEmpty();
    long patches =
        apiServer.requests().stream()
            .filter(each -> each.verb().equals("patch") && each.name().equals(pool.name()))
            .count();
    assertThat(patches).isLessThan(8);
    assertThat(fixture.user.client().get(GroupKind.MACHINE_POOL, pool)).isPresent();
  }
}
