package io.weir.kernel.lead;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.TestApiServer;
import io.weir.kernel.kube.BuiltIns;
import io.weir.kernel.kube.KubeClient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaderElectionIT {

  private static final Duration HAND_OVER = Duration.ofSeconds(3);

  private ObjectKey lease;
  private KubeCluster cluster;

  @BeforeEach
  void connect() throws Exception {
    lease = new ObjectKey(TestApiServer.plane().createNamespace("election-"), "weir");
    cluster = TestApiServer.connect(TestApiServer.newAccount());
  }

  @AfterEach
  void disconnect() {
    cluster.close();
  }

  /** One that takes part in the election. */
  private static final class Candidate implements LeaderElection.Callbacks, AutoCloseable {
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch lost = new CountDownLatch(1);
    private final LeaderElection election;

    Candidate(KubeClient client, LeaseSettings settings) {
      election = new LeaderElection(client, settings, this);
      election.start();
    }

    @Override
    public void started() {
      started.countDown();
    }

    @Override
    public void lost() {
      lost.countDown();
    }

    boolean leadsWithin(Duration limit) throws InterruptedException {
      return started.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
      election.close();
    }
  }

  private Candidate candidate(String host) {
    return new Candidate(cluster.client(), settings(host));
  }

  private LeaseSettings settings(String host) {
    return LeaseSettings.standard(lease, LeaderElection.uniqueIdentity(host));
  }

  /** The last write of the lease since then by one of those. */
  private AuditRecord awaitPatch(AuditLog.Mark since, Predicate<AuditRecord> by) throws Exception {
    Predicate<AuditRecord> wanted =
        request ->
            request.verb().equals("patch")
                && request.namespace().equals(lease.namespace())
                && by.test(request);
    AuditLog log = TestApiServer.plane().auditLog();
    assertThat(log.await(since, wanted, Duration.ofMinutes(1))).isPresent();
    return log.since(since).stream().filter(wanted).reduce((_, last) -> last).orElseThrow();
  }

  private ApiObject stored() {
    return cluster.client().get(BuiltIns.LEASE, lease).orElseThrow();
  }

  @Test
  void aWaitingProcessLeadsInUnderThreeSecondsAfterTheLeaderStops() throws Exception {
    var first = candidate("first");
    assertThat(first.leadsWithin(Duration.ofMinutes(1))).isTrue();
    String account = TestApiServer.newAccount();
    try (var others = TestApiServer.connect(account);
        var second = new Candidate(others.client(), settings("second"))) {
      assertThat(second.leadsWithin(Duration.ofSeconds(4))).isFalse();

      AuditLog.Mark stopped = TestApiServer.plane().auditLog().mark();
      first.close();
      assertThat(second.leadsWithin(Duration.ofMinutes(1))).isTrue();

      // Not by a clock, which a slow machine would be measured by: the first look that finds the
      // lease given back takes it, and looks are two seconds apart at most.
      AuditRecord givenBack = awaitPatch(stopped, request -> !request.user().equals(account));
      AuditRecord taken = awaitPatch(stopped, request -> request.user().equals(account));
      assertThat(settings("any").retry()).isLessThanOrEqualTo(HAND_OVER.minusSeconds(1));
      assertThat(TestApiServer.plane().auditLog().since(stopped))
          .filteredOn(request -> request.user().equals(account) && request.verb().equals("get"))
          .filteredOn(request -> request.received().isAfter(givenBack.logged()))
          .filteredOn(request -> request.received().isBefore(taken.received()))
          .hasSizeLessThanOrEqualTo(1);
      assertThat(second.election.leading()).isTrue();
      assertThat(first.election.leading()).isFalse();
      assertThat(first.lost.getCount()).isOne();
    }
    assertThat(LeaseRecord.holder(stored())).isEmpty();
  }

  @Test
  void aLeaderWhoseLeaseWasTakenStopsLeading() throws Exception {
    try (var robbed = candidate("robbed")) {
      assertThat(robbed.leadsWithin(Duration.ofMinutes(1))).isTrue();

      String _ =
          TestApiServer.plane()
              .kubectl(
                  "patch",
                  "lease",
                  lease.name(),
                  "-n",
                  lease.namespace(),
                  "--type=merge",
                  "-p",
                  "{\"spec\":{\"holderIdentity\":\"thief\"}}")
              .orThrow();

      assertThat(robbed.lost.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(robbed.election.leading()).isFalse();
    }
    assertThat(LeaseRecord.holder(stored())).isEqualTo("thief");
  }

  @Test
  void aLeaderThatCannotRenewStopsBeforeOthersMayLead() throws Exception {
    var hasty =
        new LeaseSettings(
            lease, "hasty", Duration.ofSeconds(6), Duration.ofSeconds(3), Duration.ofSeconds(1));
    try (var cutOff = new Candidate(cluster.client(), hasty)) {
      assertThat(cutOff.leadsWithin(Duration.ofMinutes(1))).isTrue();

      TestApiServer.plane().killApiServer();
      try {
        assertThat(cutOff.lost.await(1, TimeUnit.MINUTES)).isTrue();
      } finally {
        TestApiServer.plane().startApiServer();
      }

      assertThat(cutOff.election.leading()).isFalse();
    }
  }
}
