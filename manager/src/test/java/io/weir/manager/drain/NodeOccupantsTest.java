package io.weir.manager.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.drain.DrainPod;
import io.weir.engine.drain.DrainRules;
import io.weir.kernel.harness.InventingServer;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.RequestListener;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes with more Pods, and larger ones, than a manager could keep of many drains at a time. */
class NodeOccupantsTest {

  private static final int MIB = 1 << 20;

  private InventingServer server;
  private KubeHttp http;
  private NodeOccupants occupants;

  @BeforeEach
  void start() throws Exception {
    server = new InventingServer(InventingServer.Malice.LIST);
    http =
        KubeHttp.connect(
            KubeConfigs.fromText(server.kubeconfig(), "inventing"), RequestListener.NONE);
    // However slow this machine is, what is read here is read to its end.
    occupants = occupants(() -> 0);
  }

  private NodeOccupants occupants(LongSupplier nanoTime) {
    return new NodeOccupants(
        new KubeClient(http, BuiltInKinds.LOOKUP, _ -> {}), "node-1", new RoundBudget(nanoTime));
  }

  @AfterEach
  void stop() {
    http.close();
    server.close();
  }

  @Test
  void ofManyLargePodsLittleMoreThanTheirNamesIsKept() {
    server.invent(900, MIB / 10);

    List<DrainPod> pods = occupants.pods(DrainRules.NONE);

    assertThat(pods).hasSize(900);
    assertThat(server.sent()).isGreaterThan(80 * MIB);
    // All that a record keeps is in its text.
    assertThat(pods.toString()).hasSizeLessThan(900 * 250);
  }

  @Test
  void ofMorePodsThanAnyKubeletRunsNoneIsKeptAndTheRestIsNotRead() {
    server.invent(1_000_000, 1_000);

    assertThatThrownBy(() -> occupants.pods(DrainRules.NONE))
        .isInstanceOf(KubeException.class)
        .hasMessageContaining("more than 1000 objects");

    assertThat(server.sent()).isLessThan(2 * MIB);
  }

  @Test
  void aListOfEmptyPagesTakesNoMoreThanTheTimeOfARound() {
    var nanos = new AtomicLong();
    server.inventEmptyPages();
    NodeOccupants slow = occupants(() -> nanos.addAndGet(TimeUnit.SECONDS.toNanos(1)));

    assertThatThrownBy(() -> slow.pods(DrainRules.NONE))
        .isInstanceOf(RoundBudget.SpentException.class);
  }

  @Test
  void podsOfWhichAPageIsTooLargeAreReadInSmallerOnes() {
    server.invent(30, 4 * MIB / 10);

    assertThat(occupants.pods(DrainRules.NONE)).hasSize(30);
  }

  @Test
  void aPageThatIsLargerThanWhatARoundMayTakeIsNotReadToItsEnd() {
    server.invent(25, 100 * MIB / 25);

    assertThatThrownBy(() -> occupants.pods(DrainRules.NONE)).isInstanceOf(KubeException.class);

    assertThat(server.sent()).isLessThan(25 * MIB);
  }
}
