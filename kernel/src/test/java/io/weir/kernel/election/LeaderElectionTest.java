package io.weir.kernel.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.kernel.ScriptedServer;
import io.weir.kernel.kube.BuiltInKinds;
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
            (requestInfo, code, took) -> {
              int request = requests.incrementAndGet();
              if (request == 1 || request > faultless) {
                throw new IllegalStateException("broken");
              }
            });
    server.respond(404, "");
    server.respond(404, "");
    server.respond(201, LEASE);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private LeaderElection election(Runnable started, Runnable lost) {
    var client = new KubeClient(server.http(), BuiltInKinds.LOOKUP, answer -> {});
    var election =
        new LeaderElection(
            client,
            HASTY,
            new LeaderElection.Callbacks() {
              @Override
              public void onStartedLeading(LeaderElection.Acquisition acquisition) {
                started.run();
              }

              @Override
              public void onStoppedLeading() {
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
      server.respond(200, LEASE);
    }
    var started = new CountDownLatch(1);
    var lost = new CountDownLatch(1);

    try (var election = election(started::countDown, lost::countDown)) {
      assertThat(started.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(lost.await(1, TimeUnit.MINUTES)).isTrue();

      assertThat(requests.get()).isGreaterThan(4);
      assertThat(election.isLeading()).isFalse();
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

      assertThat(election.isLeading()).isFalse();
    }
  }
}
