package io.weir.kernel.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.BuiltInKinds;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@WithControlPlane
class LeaderElectionIT {

  private static final Duration HAND_OVER = Duration.ofSeconds(3);

  private final ControlPlane controlPlane;
  private ObjectKey lease;
  private KubeCluster cluster;

  LeaderElectionIT(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @BeforeEach
  void connect() throws Exception {
    lease = new ObjectKey(controlPlane.createNamespace("election-"), "weir");
    cluster = connected(TestClusters.account("leader"));
  }

  private KubeCluster connected(String account) throws Exception {
    return TestClusters.connect(controlPlane, account, WatchSettings.defaults());
  }

  @AfterEach
  void disconnect() {
    cluster.close();
  }

  private ElectionCandidate candidate(String host) {
    return new ElectionCandidate(cluster.client(), settings(host));
  }

  private LeaseSettings settings(String host) {
    return LeaseSettings.defaults(lease, LeaderElection.uniqueIdentity(host));
  }

  /** The last write of the lease since then by one of those. */
  private AuditRecord awaitPatch(AuditLog.Mark since, Predicate<AuditRecord> by) throws Exception {
    Predicate<AuditRecord> wanted =
        request ->
            request.verb().equals("patch")
                && request.namespace().equals(lease.namespace())
                && by.test(request);
    AuditLog log = controlPlane.auditLog();
    assertThat(log.await(since, wanted, Duration.ofMinutes(1))).isPresent();
    return log.since(since).stream().filter(wanted).reduce((_, last) -> last).orElseThrow();
  }

  /** It has looked at the lease so often, and drawn its conclusion from all but the last time. */
  private void awaitLooks(String account, int times) throws Exception {
    AuditLog.Mark mark = AuditLog.beginning();
    for (int i = 0; i < times; i++) {
      assertThat(
              controlPlane
                  .auditLog()
                  .await(
                      mark,
                      request -> request.user().equals(account) && request.verb().equals("get"),
                      Duration.ofMinutes(1)))
          .isPresent();
      mark = controlPlane.auditLog().mark();
    }
  }

  private ApiObject stored() {
    return cluster.client().get(BuiltInKinds.LEASE, lease).orElseThrow();
  }

  @Tag("explore")
  @Test
  void aWaitingProcessLeadsInUnderThreeSecondsAfterTheLeaderStops() throws Exception {
    var first = candidate("first");
    assertThat(first.leads()).isTrue();
    String account = TestClusters.account("second");
    try (var others = connected(account);
        var second = new ElectionCandidate(others.client(), settings("second"))) {
      awaitLooks(account, 2);
      assertThat(second.started.getCount()).isOne();

      AuditLog.Mark stopped = controlPlane.auditLog().mark();
      first.close();
      assertThat(second.leads()).isTrue();

      // Not by a clock, which a slow machine would be measured by: the first look that finds the
      // lease given back takes it, and looks are two seconds apart at most.
      AuditRecord givenBack = awaitPatch(stopped, request -> !request.user().equals(account));
      AuditRecord taken = awaitPatch(stopped, request -> request.user().equals(account));
      assertThat(settings("any").retryPeriod()).isLessThanOrEqualTo(HAND_OVER.minusSeconds(1));
      assertThat(controlPlane.auditLog().since(stopped))
          .filteredOn(request -> request.user().equals(account) && request.verb().equals("get"))
          .filteredOn(request -> request.received().isAfter(givenBack.logged()))
          .filteredOn(request -> request.received().isBefore(taken.received()))
          .hasSizeLessThanOrEqualTo(1);
      assertThat(second.election.isLeading()).isTrue();
      assertThat(first.election.isLeading()).isFalse();
      assertThat(first.lost.getCount()).isOne();
    }
    assertThat(LeaseFields.holder(stored())).isEmpty();
  }

  /** Quick enough that a test can wait for a lease to run out. */
  private LeaseSettings brief(String host) {
    return new LeaseSettings(
        lease,
        LeaderElection.uniqueIdentity(host),
        Duration.ofSeconds(4),
        Duration.ofSeconds(3),
        Duration.ofMillis(500));
  }

  @Test
  void whoSawAFreeLeaseAndGetsItKnowsThatNobodyElseHasLedSince() throws Exception {
    candidate("earlier").leadsAndGivesBack();
    var seen = new AtomicLong();

    try (var next =
        new ElectionCandidate(
            cluster.client(), settings("next"), () -> seen.set(System.nanoTime()))) {
      assertThat(next.leads()).isTrue();
      assertThat(next.acquired.freeAt()).isLessThan(seen.get());
    }
  }

  @Test
  void whoSawAFreeLeaseThatAnotherHeldMeanwhileDoesNot() throws Exception {
    candidate("earlier").leadsAndGivesBack();
    var seen = new AtomicLong();

    try (var next =
        new ElectionCandidate(
            cluster.client(),
            settings("next"),
            () -> {
              candidate("between").leadsAndGivesBack();
              seen.set(System.nanoTime());
            })) {
      assertThat(next.leads()).isTrue();
      assertThat(next.acquired.freeAt()).isGreaterThan(seen.get());
    }
  }

  @Test
  void aLeaseThatIsNotGivenBackRunsOutAndItsSuccessorKnows() throws Exception {
    var first = new ElectionCandidate(cluster.client(), brief("first"));
    assertThat(first.leads()).isTrue();
    assertThat(first.acquired.expired()).isFalse();

    first.election.abandon();

    assertThat(first.election.isLeading()).isFalse();
    assertThat(first.election.hasLostLeadership()).isTrue();
    assertThat(LeaseFields.holder(stored())).startsWith("first");
    try (var second = new ElectionCandidate(cluster.client(), brief("second"))) {
      assertThat(second.leads()).isTrue();
      assertThat(second.acquired.expired()).isTrue();
    }
    try (var third = new ElectionCandidate(cluster.client(), brief("third"))) {
      assertThat(third.leads()).isTrue();
      assertThat(third.acquired.expired()).isFalse();
    }
  }

  @Test
  void aLeaderWhoseLeaseWasTakenStopsLeading() throws Exception {
    try (var robbed = candidate("robbed")) {
      assertThat(robbed.leads()).isTrue();

      String _ =
          controlPlane
              .kubectl(
                  "patch",
                  "lease",
                  lease.name(),
                  "-n",
                  lease.namespace(),
                  "--type=merge",
                  "-p",
                  "{\"spec\":{\"holderIdentity\":\"thief\"}}")
              .outputOrThrow();

      assertThat(robbed.loses()).isTrue();
      assertThat(robbed.election.isLeading()).isFalse();
    }
    assertThat(LeaseFields.holder(stored())).isEqualTo("thief");
  }
}
