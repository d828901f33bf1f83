package io.weir.clouds.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.node.FakeApiServer.Tampering;
import io.weir.clouds.node.cloudinit.UserData;
import io.weir.clouds.node.kubeadm.JoinFailure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FleetTest {
  private static final UnaryOperator<String> HONEST = UnaryOperator.identity();
  private static final String TOKEN = FakeApiServer.TOKEN_ID + "." + FakeApiServer.TOKEN_SECRET;
  private static final Duration RETRY = Duration.ofMillis(50);

  /** Waits long for the cluster, and gives up at once when that refuses it. */
  private static final FleetOptions OPTIONS =
      FleetOptions.defaults().withPatience(Duration.ofMinutes(2), RETRY, RETRY);

  private Fleet fleet = new Fleet(OPTIONS);
  private FakeApiServer cluster;

  @BeforeEach
  void startCluster() throws Exception {
    cluster = new FakeApiServer();
  }

  @AfterEach
  void stop() {
    fleet.close();
    cluster.close();
  }

  @Test
  void aKubeletThatHasNoCloudOfItsOwnAnyMoreDoesNotStartWithOne() throws Exception {
    String text = TestMachines.joiningText(cluster.endpoint(), TOKEN, cluster.caCertHash());

    BootOutcome outcome = boot(UserData.of(text.replace("value: external", "value: aws")));

    assertFailed(outcome, JoinFailure.CONFIGURATION);
    assertThat(outcome.toString()).contains("v1.35.4 has no cloud provider \"aws\"");
  }

  @Nested
  class Discovery {
    @Test
    void goesOnWhenAllIsTrue() throws Exception {
      BootOutcome outcome = boot(TOKEN, cluster.caCertHash());

      assertFailed(outcome, JoinFailure.TOKEN_REJECTED);
      assertThat(cluster.requests()).contains("GET /api/v1/nodes/" + TestMachines.nodeName("i-1"));
    }

    @Test
    void refusesATextThatWasChangedAfterSigning() throws Exception {
      cluster.tampering = new Tampering(text -> text + "# changed\n", HONEST, HONEST);

      BootOutcome outcome = boot(TOKEN, cluster.caCertHash());

      assertFailed(outcome, JoinFailure.SIGNATURE_INVALID);
      assertOnlyDiscovered();
    }

    @Test
    void refusesAChangedSignature() throws Exception {
      cluster.tampering = new Tampering(HONEST, text -> text + "x", HONEST);

      BootOutcome outcome = boot(TOKEN, cluster.caCertHash());

      assertFailed(outcome, JoinFailure.SIGNATURE_INVALID);
      assertOnlyDiscovered();
    }

    @Test
    void refusesASignatureByAnotherSecret() throws Exception {
      BootOutcome outcome =
          boot(FakeApiServer.TOKEN_ID + ".fedcba9876543210", cluster.caCertHash());

      assertFailed(outcome, JoinFailure.SIGNATURE_INVALID);
      assertOnlyDiscovered();
    }

    @Test
    void refusesAnAuthorityThatIsNotPinned() throws Exception {
      BootOutcome outcome = boot(TOKEN, "sha256:" + "0".repeat(64));

      assertFailed(outcome, JoinFailure.CA_NOT_PINNED);
      assertOnlyDiscovered();
    }

    @Test
    void refusesASecondTextThatDiffersFromTheFirst() throws Exception {
      cluster.tampering = new Tampering(HONEST, HONEST, text -> text + "# later\n");

      BootOutcome outcome = boot(TOKEN, cluster.caCertHash());

      assertFailed(outcome, JoinFailure.CLUSTER_INFO_CHANGED);
      assertOnlyDiscovered();
    }

    @Test
    void waitsForTheSignatureOfAToken() throws Exception {
      cluster.unsigned = 3;

      BootOutcome outcome = boot(TOKEN, cluster.caCertHash());

      assertFailed(outcome, JoinFailure.TOKEN_REJECTED);
      assertThat(fleet.console("i-1"))
          .filteredOn(line -> line.contains("no signature for token ID"))
          .hasSize(3)
          .allMatch(line -> line.contains("will try again"));
    }

    @Test
    void waitsUntilSomebodyAnswers() throws Exception {
      cluster.unanswered = 3;

      BootOutcome outcome = boot(TOKEN, cluster.caCertHash());

      assertFailed(outcome, JoinFailure.TOKEN_REJECTED);
      assertThat(fleet.console("i-1"))
          .anyMatch(line -> line.contains("failed to request cluster-info"));
    }

    @Test
    void givesUpWhenTheSignatureDoesNotCome() throws Exception {
      losePatience();

      BootOutcome outcome = boot("zzzzzz.0123456789abcdef", cluster.caCertHash());

      assertFailed(outcome, JoinFailure.TOKEN_UNKNOWN);
      assertOnlyDiscovered();
    }

    @Test
    void givesUpWhenNobodyAnswers() throws Exception {
      losePatience();
      String hash = cluster.caCertHash();
      String endpoint = cluster.endpoint();
      cluster.close();

      BootOutcome outcome = boot(TestMachines.joiningUserData(endpoint, TOKEN, hash));

      assertFailed(outcome, JoinFailure.API_UNREACHABLE);
    }

    private void losePatience() {
      fleet.close();
      fleet = new Fleet(OPTIONS.withPatience(RETRY.multipliedBy(4), RETRY, RETRY));
    }
  }

  @Nested
  class FirstBoot {
    @Test
    void runsWhatFollowsAFailedJoinButLeavesNoSentinel() throws Exception {
      boot(TOKEN, "sha256:" + "0".repeat(64));

      assertThat(fleet.commands("i-1")).startsWith("echo before").endsWith("echo after").hasSize(3);
      assertThat(fleet.file("i-1", "/run/cluster-api/bootstrap-success.complete")).isEmpty();
    }

    @Test
    void runsNothingAfterAFailedJoinWhereAUnitRunsTheScript() throws Exception {
      String wrong = "sha256:" + "0".repeat(64);

      BootOutcome outcome =
          boot(TestMachines.ignitionUserData("2.3.0", cluster.endpoint(), TOKEN, wrong));

      assertFailed(outcome, JoinFailure.CA_NOT_PINNED);
      assertThat(fleet.commands("i-1").getLast()).startsWith("kubeadm join");
      assertThat(fleet.file("i-1", "/run/cluster-api/bootstrap-success.complete")).isEmpty();
    }

    @Test
    void keepsTheTokenOutOfTheConsole() throws Exception {
      BootOutcome outcome = boot(TOKEN, cluster.caCertHash());

      assertThat(fleet.console("i-1"))
          .isNotEmpty()
          .noneMatch(line -> line.contains(FakeApiServer.TOKEN_SECRET));
      assertThat(outcome.toString()).doesNotContain(FakeApiServer.TOKEN_SECRET);
    }

    @Test
    void endsQuietlyWithoutAJoin() throws Exception {
      BootOutcome outcome = boot(UserData.of("#cloud-config\nruncmd: [uptime]\n"));

      assertThat(outcome).isEqualTo(new BootOutcome.NoJoinRequested());
    }

    @Test
    void tellsThatTheDataIsUnusable() throws Exception {
      BootOutcome outcome = boot(UserData.of("#!/bin/sh\nkubeadm join"));

      assertThat(outcome).isInstanceOf(BootOutcome.UserDataUnusable.class);
    }

    @Test
    void failsWithoutTheConfigurationFile() throws Exception {
      var data = UserData.of("#cloud-config\nruncmd: ['kubeadm join --config /nowhere']\n");

      BootOutcome outcome = boot(data);

      assertFailed(outcome, JoinFailure.CONFIGURATION);
    }
  }

  @Nested
  class Power {
    @Test
    void goesAwayAtAnyTime() throws Exception {
      var patient = FleetOptions.defaults().withBootTimes(Duration.ofHours(1), Duration.ZERO);
      try (var slow = new Fleet(patient)) {
        slow.boot(TestMachines.machine("i-1", UserData.of("")));

        slow.kill("i-1");

        assertThat(slow.whenSettled("i-1").get(1, TimeUnit.MINUTES))
            .isEqualTo(new BootOutcome.Killed(new BootOutcome.Booting()));
        assertThat(slow.runningCount()).isZero();
      }
    }

    @Test
    void comesOnlyOnce() {
      fleet.boot(TestMachines.machine("i-1", UserData.of("")));

      assertThatThrownBy(() -> fleet.boot(TestMachines.machine("i-1", UserData.of(""))))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  private BootOutcome boot(String token, String caCertHash) throws Exception {
    return boot(TestMachines.joiningUserData(cluster.endpoint(), token, caCertHash));
  }

  private BootOutcome boot(UserData userData) throws Exception {
    fleet.boot(TestMachines.machine("i-1", userData));
    return fleet.whenSettled("i-1").get(3, TimeUnit.MINUTES);
  }

  private static void assertFailed(BootOutcome outcome, JoinFailure failure) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            BootOutcome.JoinFailed.class,
            failed -> assertThat(failed.failure()).isEqualTo(failure));
  }

  private void assertOnlyDiscovered() {
    assertThat(cluster.requests())
        .isNotEmpty()
        .allMatch(request -> request.endsWith("/namespaces/kube-public/configmaps/cluster-info"));
  }
}
