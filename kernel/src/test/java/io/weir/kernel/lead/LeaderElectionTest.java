package io.weir.kernel.lead;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.kernel.ScriptedServer;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.KubeClient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaderElectionTest {

  private static final LeaseSettings HASTY =
      new LeaseSettings(
          new ObjectKey("ns", "weir"),
          "me",
          Duration.ofSeconds(12),
          Duration.ofSeconds(6),
          Duration.ofMillis(200));
  private static final String LEASE =
      "{'apiVersion':'coordination.k8s.io/v1','kind':'Lease','metadata':{'namespace':'ns',"
          + "'name':'weir','uid':'u','resourceVersion':'1'},'spec':{'holderIdentity':'me'}}";

  private final AtomicInteger requests = new AtomicInteger();
  private volatile int faultless = Integer.MAX_VALUE;
  private ScriptedServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        new ScriptedServer(
            (call, code, took) -> {
              int request = requests.incrementAndGet();
              if (request == 1 || request > faultless) {
                throw new IllegalStateException("broken");
              }
            });
    server.then(404, "");
    server.then(404, "");
    server.then(201, LEASE);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private LeaderElection election(Runnable started, Runnable lost) {
    var client = new KubeClient(server.http(), BuiltIns.LOOKUP, answer -> {});
    var election =
        new LeaderElection(
            client,
            HASTY,
            new LeaderElection.Callbacks() {
              @Override
              public void started() {
                started.run();
              }

              @Override
              public void lost() {
                lost.run();
              }
            });
    election.start();
    return election;
  }

  @Test
  void faultsNobodyThoughtOfNeitherEndTheSearchNorHideTheLossOfLeadership() throws Exception {
    faultless = 3;
    for (int i = 0; i < 50; i++) {
      server.then(200, LEASE);
    }
    var started = new CountDownLatch(1);
    var lost = new CountDownLatch(1);

    try (var election = election(started::countDown, lost::countDown)) {
      assertThat(started.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(lost.await(1, TimeUnit.MINUTES)).isTrue();

      assertThat(requests.get()).isGreaterThan(4);
      assertThat(election.leading()).isFalse();
    }
  }

  @Test
  void aLeaderWhoseWorkCannotBeginIsToldToStop() throws Exception {
    var lost = new CountDownLatch(1);
    Runnable broken =
        () -> {
          throw new IllegalStateException("broken");
        };

    try (var election = election(broken, lost::countDown)) {
      assertThat(lost.await(1, TimeUnit.MINUTES)).isTrue();

      assertThat(election.leading()).isFalse();
    }
  }
}
