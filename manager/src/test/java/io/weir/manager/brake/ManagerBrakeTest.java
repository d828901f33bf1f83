package io.weir.manager.brake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.harness.SteppedClock;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.brake.ManagerBrake.Limits;
import io.weir.manager.harness.TestManager;
import io.weir.pass.TerminationBrake.Hold;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ManagerBrakeTest {

  private static final CloudScope HERE = scope("here");

  private final MemoryApiServer server = TestManager.inMemory();
  private final SteppedClock clock = new SteppedClock();
  private final KubeCluster user;
  private final KubeCluster management;
  private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();

  ManagerBrakeTest() throws Exception {
    user = TestClusters.connect(server, TestClusters.account("user"), WatchSettings.defaults());
    management =
        TestClusters.connect(server, TestClusters.account("weir"), WatchSettings.defaults());
  }

  @AfterEach
  void close() {
    management.close();
    user.close();
    server.close();
  }

  @Test
  void theConfigMapHoldsAndReleasesAndEachIsTold() throws Exception {
    try (ManagerBrake brake = brake(Limits.DEFAULT)) {
      awaitHold(brake, Optional::isEmpty);

      ApiObject configMap = create("true");
      Hold hold = awaitHold(brake, Optional::isPresent).orElseThrow();
      assertThat(hold.why())
          .isEqualTo(
              "terminations are stopped by ConfigMap weir-system/weir-brakes (no-terminations:"
                  + " \"true\"): set it to \"false\" or delete the ConfigMap to release them");

      ApiObject _ =
          RetriedEdits.edit(
              user.client(),
              configMap,
              (ObjectNode tree) -> tree.withObject("/data").put("no-terminations", "false"));
      awaitHold(brake, Optional::isEmpty);
    }
  }

  @Test
  void whatIsWrittenInHasteHoldsAndADeletedConfigMapDoesNot() throws Exception {
    ApiObject configMap = create("yes, now!");
    try (ManagerBrake brake = brake(Limits.DEFAULT)) {
      awaitHold(brake, hold -> hold.filter(is -> is.why().contains("yes, now!")).isPresent());

      user.client().delete(configMap, PropagationPolicy.BACKGROUND);

      awaitHold(brake, Optional::isEmpty);
    }
  }

  @Test
  void theFlagHoldsWhateverTheConfigMapSays() throws Exception {
    ApiObject _ = create("false");
    try (ManagerBrake brake = brake(new Limits(true, 0))) {
      assertThat(brake.hold(HERE, 1).orElseThrow().why())
          .isEqualTo(
              "terminations are stopped by --no-terminations: start the manager without it to"
                  + " release them");
    }
  }

  @Test
  void eachScopeHasALimitOfItsOwn() throws Exception {
    try (ManagerBrake brake = brake(new Limits(false, 60))) {
      awaitHold(brake, Optional::isEmpty);
      brake.ended(HERE, 60);

      Hold hold = brake.hold(HERE, 2).orElseThrow();
      assertThat(hold.why()).contains("in here", "--terminations-per-hour=60");
      assertThat(hold.retryIn()).isEqualTo(Duration.ofMinutes(2));
      assertThat(brake.hold(scope("there"), 60)).isEmpty();

      clock.advance(Duration.ofMinutes(2));
      assertThat(brake.hold(HERE, 2)).isEmpty();
    }
  }

  @Test
  void withoutALimitAnyNumberMayBeEnded() throws Exception {
    try (ManagerBrake brake = brake(new Limits(false, 0))) {
      awaitHold(brake, Optional::isEmpty);
      brake.ended(HERE, 1_000_000);

      assertThat(brake.hold(HERE, 1_000_000)).isEmpty();
    }
    assertThatThrownBy(() -> new Limits(false, -1))
        .hasMessageContainingAll("--terminations-per-hour is -1", "--no-terminations");
  }

  private ManagerBrake brake(Limits limits) {
    var brake = new ManagerBrake(management, "weir-system", limits, clock);
    brake.onChange(() -> changes.add("changed"));
    return brake;
  }

  /** Asks as pools do: at once, after each change, and for as long as nothing is known. */
  private Optional<Hold> awaitHold(ManagerBrake brake, Predicate<Optional<Hold>> wanted)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    Optional<Hold> hold = brake.hold(HERE, 1);
    while (!wanted.test(hold)) {
      assertThat(System.nanoTime()).as("never as wanted, but %s", hold).isLessThan(end);
      boolean known = hold.filter(is -> is.why().contains("not read yet")).isEmpty();
      var _ = changes.poll(known ? 60_000 : 10, TimeUnit.MILLISECONDS);
      hold = brake.hold(HERE, 1);
    }
    return hold;
  }

  private ApiObject create(String value) {
    ObjectNode configMap =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "ConfigMap",
             "metadata": {"namespace": "weir-system", "name": "weir-brakes"}}
            """);
    configMap.putObject("data").put("no-terminations", value);
    return user.client().create(configMap);
  }

  private static CloudScope scope(String region) {
    return new CloudScope("test", new CloudIdentity.Ambient(), region);
  }
}
