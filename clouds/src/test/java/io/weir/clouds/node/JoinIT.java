package io.weir.clouds.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.clouds.node.cloudinit.UserData;
import io.weir.clouds.node.kubeadm.JoinFailure;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.junit.WithControlPlane;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines against a real API server, with its real signer, approver and node admission. */
@WithControlPlane
class JoinIT {
  private static final FleetOptions OPTIONS =
      FleetOptions.defaults()
          .withBootTimes(Duration.ZERO, Duration.ofMillis(100))
          .withPatience(Duration.ofMinutes(2), Duration.ofMinutes(2), Duration.ofMillis(200))
          .withLeaseInterval(Duration.ofMillis(500));

  /** Gives up where it would have to wait once more: what fails, fails at the first try. */
  private static final FleetOptions IMPATIENT =
      OPTIONS.withPatience(Duration.ofMinutes(2), Duration.ofMinutes(2), Duration.ofMinutes(2));

  private final BootstrapTokens bootstrapTokens;
  private final ControlPlane cluster;
  private Fleet fleet;

  JoinIT(ControlPlane cluster) {
    this.cluster = cluster;
    this.bootstrapTokens = new BootstrapTokens(cluster);
  }

  @BeforeEach
  void start() {
    fleet = new Fleet(OPTIONS);
  }

  @AfterEach
  void stop() throws Exception {
    fleet.close();
    cluster.kubectl("delete", "nodes", "--all");
  }

  @Nested
  class WithAValidToken {
    @Test
    void aMachineRegistersAndBecomesReady() throws Exception {
      BootOutcome outcome = boot("i-1", bootstrapTokens.create());

      assertThat(outcome).isEqualTo(new BootOutcome.Joined(TestMachines.nodeName("i-1")));
      awaitReady("i-1");
      JsonNode node = node("i-1");
      assertThat(node.at("/metadata/labels/pool").asText()).isEqualTo("workers");
      assertThat(node.at("/status/nodeInfo/kubeletVersion").asText()).isEqualTo("v1.35.4");
      assertThat(node.at("/spec").has("providerID")).isFalse();
      assertThat(node.at("/spec/taints").findValuesAsText("key"))
          .contains(
              "node.cluster.x-k8s.io/uninitialized",
              "node.cloudprovider.kubernetes.io/uninitialized");
      assertThat(fleet.file("i-1", "/run/cluster-api/bootstrap-success.complete"))
          .hasValueSatisfying(file -> assertThat(file.text()).isEqualTo("success\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.3.0", "3.4.0"})
    void aMachineThatReadsIgnitionRegistersAndBecomesReady(String version) throws Exception {
      var data =
          TestMachines.ignitionUserData(
              version, endpoint(), bootstrapTokens.create(), bootstrapTokens.caCertHash());

      BootOutcome outcome = boot("i-1", data);

      assertThat(outcome).isEqualTo(new BootOutcome.Joined(TestMachines.nodeName("i-1")));
      awaitReady("i-1");
      assertThat(fleet.file("i-1", "/run/cluster-api/bootstrap-success.complete"))
          .hasValueSatisfying(file -> assertThat(file.text()).isEqualTo("success\n"));
      assertThat(fleet.file("i-1", "/etc/kubeadm.yml")).isEmpty();
    }

    @Test
    void eachStepIsMadeUnderItsOwnIdentity() throws Exception {
      AuditLog.Mark mark = cluster.auditLog().mark();
      String token = bootstrapTokens.create();

      boot("i-1", token);

      String bootstrapUser = "system:bootstrap:" + BootstrapTokens.tokenId(token);
      String nodeUser = "system:node:" + TestMachines.nodeName("i-1");
      awaitRequest(mark, "get", "configmaps", "system:anonymous");
      awaitRequest(mark, "create", "certificatesigningrequests", bootstrapUser);
      awaitRequest(mark, "create", "nodes", nodeUser);
      awaitRequest(mark, "create", "leases", nodeUser);
      assertThat(cluster.auditLog().since(mark))
          .filteredOn(request -> request.isWrite() && request.user().equals(bootstrapUser))
          .extracting(AuditRecord::resource)
          .containsExactly("certificatesigningrequests");
    }

    @Test
    void aNodeThatIsNotReadyIsTakenOver() throws Exception {
      cluster.apply(
          """
          apiVersion: v1
          kind: Node
          metadata: {name: %s, labels: {kept: "yes"}}
          """
              .formatted(TestMachines.nodeName("i-1")));

      BootOutcome outcome = boot("i-1", bootstrapTokens.create());

      assertThat(outcome).isInstanceOf(BootOutcome.Joined.class);
      awaitReady("i-1");
      assertThat(node("i-1").at("/metadata/labels/kept").asText()).isEqualTo("yes");
      assertThat(node("i-1").at("/metadata/labels").has("kubernetes.io/hostname")).isTrue();
    }

    @Test
    void aNodeThatIsReadyKeepsItsName() throws Exception {
      boot("i-1", bootstrapTokens.create());
      awaitReady("i-1");
      fleet.forget("i-1");

      BootOutcome outcome = boot("i-1", bootstrapTokens.create());

      assertFailed(outcome, JoinFailure.NODE_EXISTS);
    }

    @Test
    void aMachineGoesOnInAnotherFleetAsTheSameNode() throws Exception {
      boot("i-1", bootstrapTokens.create());
      awaitReady("i-1");
      SavedMachine savedMachine = fleet.savedMachine("i-1").orElseThrow();
      String uid = node("i-1").at("/metadata/uid").asText();
      fleet.close();
      AuditLog.Mark mark = cluster.auditLog().mark();

      try (var other = new Fleet(OPTIONS, Map.of("i-1", savedMachine))) {
        other.boot(TestMachines.machine("i-1", userData("", "")));

        assertThat(other.whenSettled("i-1").get(3, TimeUnit.MINUTES))
            .isEqualTo(new BootOutcome.Joined(TestMachines.nodeName("i-1")));
        var seen = new HashSet<String>();
        // One of the fleet before may have been on its way.
        Predicate<AuditRecord> second =
            r -> renewal("i-1").test(r) && seen.add(r.id()) && seen.size() > 1;
        assertThat(cluster.auditLog().await(mark, second, Duration.ofSeconds(90))).isPresent();
      }
      assertThat(node("i-1").at("/metadata/uid").asText()).isEqualTo(uid);
      assertThat(savedMachine.toString()).doesNotContain("client-key-data");
    }

    @Test
    void aMachineFindsTheClusterByAFileToo() throws Exception {
      BootOutcome outcome =
          boot("i-1", bootstrapTokens.fileDiscoveryUserData(bootstrapTokens.create()));

      assertThat(outcome).isEqualTo(new BootOutcome.Joined("i-1"));
    }
  }

  @Nested
  class NoNodeAppears {
    @BeforeEach
    void losePatience() throws Exception {
      fleet.close();
      fleet = new Fleet(IMPATIENT);
    }

    @Test
    void withARevokedToken() throws Exception {
      String token = bootstrapTokens.create();
      bootstrapTokens.awaitSigned(token);
      bootstrapTokens.revoke(token);

      BootOutcome outcome = boot("i-1", token);

      assertFailed(outcome, JoinFailure.TOKEN_UNKNOWN);
      assertNoNode("i-1");
    }

    @Test
    void withATokenThatIsNoLogin() throws Exception {
      String token = bootstrapTokens.createForSigningOnly();
      bootstrapTokens.awaitSigned(token);

      BootOutcome outcome = boot("i-1", token);

      assertFailed(outcome, JoinFailure.TOKEN_REJECTED);
      assertNoNode("i-1");
    }

    @Test
    void withAWrongHash() throws Exception {
      String token = bootstrapTokens.create();
      bootstrapTokens.awaitSigned(token);

      BootOutcome outcome = boot("i-1", userData(token, "sha256:" + "0".repeat(64)));

      assertFailed(outcome, JoinFailure.CA_NOT_PINNED);
      assertNoNode("i-1");
    }

    @Test
    void withAForeignAuthorityInClusterInfo() throws Exception {
      String token = bootstrapTokens.create();
      String hash = bootstrapTokens.caCertHash();
      bootstrapTokens.awaitSigned(token);
      String honest = bootstrapTokens.replaceAuthorityInClusterInfo(token);
      try {
        BootOutcome outcome = boot("i-1", userData(token, hash));

        assertFailed(outcome, JoinFailure.CA_NOT_PINNED);
        assertNoNode("i-1");
      } finally {
        bootstrapTokens.writeClusterInfo(honest);
      }
    }

    @Test
    void withALabelThatNodesMayNotGiveThemselves() throws Exception {
      String token = bootstrapTokens.create();
      bootstrapTokens.awaitSigned(token);
      var data =
          UserData.of(
              TestMachines.joiningText(endpoint(), token, bootstrapTokens.caCertHash())
                  .replace("pool=workers", "node-restriction.kubernetes.io/pool=workers"));

      BootOutcome outcome = boot("i-1", data);

      assertFailed(outcome, JoinFailure.NODE_REFUSED);
      assertNoNode("i-1");
    }
  }

  @Nested
  class AKilledMachine {
    @Test
    void stopsRenewingItsLeaseAndLeavesItsNode() throws Exception {
      boot("i-1", bootstrapTokens.create());
      AuditLog.Mark joined = cluster.auditLog().mark();
      Predicate<AuditRecord> renewal = renewal("i-1");
      assertThat(cluster.auditLog().await(joined, renewal, Duration.ofSeconds(90))).isPresent();

      fleet.kill("i-1");

      AuditLog.Mark killed = cluster.auditLog().mark();
      var seen = new HashSet<String>();
      // One that was on its way when the power went may still arrive.
      Predicate<AuditRecord> second = r -> renewal.test(r) && seen.add(r.id()) && seen.size() > 1;
      assertThat(cluster.auditLog().await(killed, second, Duration.ofSeconds(2))).isEmpty();
      assertThat(node("i-1").at("/metadata/name").asText()).isEqualTo(TestMachines.nodeName("i-1"));
    }
  }

  /** The API server keeps a Lease of its own. */
  private static Predicate<AuditRecord> renewal(String instanceId) {
    String user = "system:node:" + TestMachines.nodeName(instanceId);
    return request ->
        request.verb().equals("update")
            && request.resource().equals("leases")
            && request.user().equals(user);
  }

  private BootOutcome boot(String instanceId, String token) throws Exception {
    return boot(instanceId, userData(token, bootstrapTokens.caCertHash()));
  }

  private BootOutcome boot(String instanceId, UserData data) throws Exception {
    fleet.boot(TestMachines.machine(instanceId, data));
    return fleet.whenSettled(instanceId).get(3, TimeUnit.MINUTES);
  }

  private UserData userData(String token, String hash) {
    return TestMachines.joiningUserData(endpoint(), token, hash);
  }

  private String endpoint() {
    return cluster.server().getAuthority();
  }

  private void awaitReady(String instanceId) throws Exception {
    cluster
        .kubectl(
            "wait",
            "--for=condition=Ready",
            "--timeout=90s",
            "node/" + TestMachines.nodeName(instanceId))
        .outputOrThrow();
  }

  private JsonNode node(String instanceId) throws Exception {
    String name = TestMachines.nodeName(instanceId);
    String json = cluster.kubectl("get", "node", name, "-o", "json").outputOrThrow();
    return new JsonMapper().readTree(json);
  }

  private void awaitRequest(AuditLog.Mark mark, String verb, String resource, String user)
      throws Exception {
    assertThat(
            cluster
                .auditLog()
                .await(
                    mark,
                    request ->
                        request.verb().equals(verb)
                            && request.resource().equals(resource)
                            && request.user().equals(user),
                    Duration.ofSeconds(90)))
        .as("%s %s by %s", verb, resource, user)
        .isPresent();
  }

  private void assertNoNode(String instanceId) throws Exception {
    var found =
        cluster.kubectl("get", "node", TestMachines.nodeName(instanceId), "--ignore-not-found");
    assertThat(found.outputOrThrow()).isEmpty();
  }

  private static void assertFailed(BootOutcome outcome, JoinFailure failure) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            BootOutcome.JoinFailed.class,
            failed -> assertThat(failed.failure()).as(failed.message()).isEqualTo(failure));
  }
}
