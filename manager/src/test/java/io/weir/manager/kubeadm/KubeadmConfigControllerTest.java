package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.config.BootstrapDataSecret;
import io.weir.bootstrap.kubeadm.CaCertificates;
import io.weir.bootstrap.token.TokenSecret;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.harness.TestManager;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class KubeadmConfigControllerTest extends MemoryKubeadmConfigFixture {

  KubeadmConfigControllerTest() throws IOException {}

  @Nested
  class ATokenInUse {

    @Test
    void isExtendedByOneRequestInHalfATtl() throws Exception {
      attach();
      AuditLog.Mark beginning = apiServer.auditLog().mark();
      ApiObject data = awaitData(createPoolAndConfig("workers", PLAIN).key());
      ApiObject first = CacheWaits.awaitObject(tokens(), tokenSecretKey(data), found -> true);
      assertThat(awaitStatusWrite(beginning, "workers")).isTrue();
      AuditLog.Mark here = apiServer.auditLog().mark();
      AuditLog.Mark there = workload.auditLog().mark();

      weir.advanceClock(Duration.ofMinutes(9), data.key());

      ApiObject later =
          CacheWaits.awaitObject(
              tokens(), tokenSecretKey(data), found -> expiry(found).isAfter(expiry(first)));
      assertThat(expiry(later)).isAfter(clock.instant().plus(Duration.ofMinutes(14)));
      assertThat(
              workload
                  .auditLog()
                  .await(
                      there,
                      request -> request.user().equals(workloadAccount) && request.isWrite(),
                      Duration.ofMinutes(1)))
          .isPresent();
      assertThat(writes(workload, there, workloadAccount)).containsExactly("patch secrets");
      assertThat(writes(apiServer, here, weir.account())).isEmpty();
    }

    @Test
    void isMadeAgainAsItWasWhenItIsRevoked() throws Exception {
      attach();
      ApiObject data = awaitData(createPoolAndConfig("workers", PLAIN).key());
      ApiObject revoked = CacheWaits.awaitObject(tokens(), tokenSecretKey(data), found -> true);

      atWorkload.client().delete(revoked, PropagationPolicy.BACKGROUND);

      ApiObject again =
          CacheWaits.awaitObject(
              tokens(), revoked.key(), found -> !found.uid().equals(revoked.uid()));
      assertThat(again.at("/data/token-secret")).isEqualTo(revoked.at("/data/token-secret"));
      assertThat(secrets().get(data.key()).orElseThrow().resourceVersion())
          .isEqualTo(data.resourceVersion());
    }

    @Test
    void isReplacedWhenItIsOldAndTheDataWithIt() throws Exception {
      attach();
      ApiObject data = awaitData(createPoolAndConfig("workers", PLAIN).key());

      weir.advanceClock(Duration.ofMinutes(61), data.key());

      ApiObject later =
          CacheWaits.awaitObject(
              secrets(), data.key(), found -> !token(found).token().equals(token(data).token()));
      assertThat(value(later)).contains(token(later).token().reveal());
      assertThat(later.annotation(BootstrapMetadataKeys.INPUTS_DIGEST))
          .isEqualTo(data.annotation(BootstrapMetadataKeys.INPUTS_DIGEST));
    }
  }

  @Nested
  class ATokenInTheSpec {

    private static final String OTHERS = "upstrm.0123456789abcdef";

    private ObjectNode tokenSecret(String description) {
      return TestObjects.parse(
          """
          {"apiVersion": "v1", "kind": "Secret", "type": "bootstrap.kubernetes.io/token",
           "metadata": {"namespace": "kube-system", "name": "bootstrap-token-upstrm"},
           "stringData": {"token-id": "upstrm", "token-secret": "0123456789abcdef",
             "usage-bootstrap-authentication": "true", "usage-bootstrap-signing": "true",
             "auth-extra-groups": "system:bootstrappers:kubeadm:default-node-token",
             "expiration": "%s", "description": "%s"}}
          """
              .formatted(
                  Instant.now().plus(Duration.ofMinutes(10)).truncatedTo(ChronoUnit.SECONDS),
                  description));
    }

    private ApiObject naming(String token) {
      return createPoolAndConfig(
          "workers",
          """
          {"joinConfiguration": {"discovery": {"bootstrapToken": {"token": "%s"}}}}
          """
              .formatted(token));
    }

    @Test
    void thatAnotherProviderWroteIsTakenOverAndReplacedAndStaysSoWhenItIsGone() throws Exception {
      attach();
      ApiObject theirs = atWorkload.client().create(tokenSecret(TokenSecret.DESCRIPTION));
      try {
        ApiObject config = naming(OTHERS);
        ApiObject first = awaitData(config.key());

        weir.advanceClock(Duration.ofMinutes(4), config.key());
        ApiObject extended =
            CacheWaits.awaitObject(
                tokens(), theirs.key(), found -> expiry(found).isAfter(expiry(theirs)));
        weir.advanceClock(Duration.ofMinutes(57), config.key());
        ApiObject second =
            CacheWaits.awaitObject(
                secrets(), config.key(), found -> !value(found).contains(OTHERS));
        atWorkload.client().delete(extended, PropagationPolicy.BACKGROUND);
        weir.close();
        weir = new TestManager(apiServer, namespace, clock);
        AuditLog.Mark there = workload.auditLog().mark();
        weir.advanceClock(Duration.ofMinutes(9), config.key());
        ApiObject _ =
            CacheWaits.awaitObject(
                tokens(),
                tokenSecretKey(second),
                found -> expiry(found).isAfter(clock.instant().plus(Duration.ofMinutes(14))));

        assertThat(value(first)).contains("token: " + OTHERS);
        assertThat(token(second).token().id()).isNotEqualTo("upstrm");
        assertThat(secrets().get(config.key()).map(KubeadmConfigControllerTest::value))
            .contains(value(second));
        assertThat(workload.auditLog().since(there))
            .filteredOn(request -> request.user().equals(workloadAccount))
            .extracting(AuditRecord::name)
            .doesNotContain("bootstrap-token-upstrm");
      } finally {
        atWorkload.client().delete(theirs, PropagationPolicy.BACKGROUND);
      }
    }

    @Test
    void thatAPersonMadeIsHandedOutAsItIs() throws Exception {
      attach();
      ApiObject theirs = atWorkload.client().create(tokenSecret("for the lab"));
      try {
        AuditLog.Mark there = workload.auditLog().mark();

        ApiObject data = awaitData(naming(OTHERS).key());

        assertThat(value(data)).contains("token: " + OTHERS);
        assertThat(data.at("/data").has(BootstrapDataSecret.TOKEN)).isFalse();
        assertThat(writes(workload, there, workloadAccount)).isEmpty();
      } finally {
        atWorkload.client().delete(theirs, PropagationPolicy.BACKGROUND);
      }
    }
  }

  @Nested
  class APause {

    @Test
    void keepsTheTokenValidAndTouchesNothingElse() throws Exception {
      attach();
      AuditLog.Mark beginning = apiServer.auditLog().mark();
      ApiObject data = awaitData(createPoolAndConfig("workers", PLAIN).key());
      assertThat(awaitStatusWrite(beginning, "workers")).isTrue();
      AuditLog.Mark working = apiServer.auditLog().mark();
      ApiObject before = CacheWaits.awaitObject(tokens(), tokenSecretKey(data), found -> true);
      ApiObject cluster =
          user.client().get(GroupKind.CLUSTER, new ObjectKey(namespace, CLUSTER)).orElseThrow();
      ApiObject _ =
          RetriedEdits.edit(
              user.client(), cluster, tree -> tree.withObject("/spec").put("paused", true));
      ApiObject _ =
          CacheWaits.awaitObject(
              configs(),
              data.key(),
              found ->
                  ConditionLists.isTrue(found.at("/status/conditions"), ConditionTypes.PAUSED));
      ApiObject _ =
          CacheWaits.awaitObject(
              user.cache(GroupKind.CLUSTER),
              cluster.key(),
              found ->
                  ConditionLists.isTrue(found.at("/status/conditions"), ConditionTypes.PAUSED));
      assertThat(awaitStatusWrite(working, "workers")).isTrue();
      assertThat(awaitStatusWrite(working, CLUSTER)).isTrue();
      AuditLog.Mark here = apiServer.auditLog().mark();

      weir.advanceClock(Duration.ofMinutes(70), data.key());

      ApiObject _ =
          CacheWaits.awaitObject(
              tokens(), before.key(), found -> expiry(found).isAfter(clock.instant()));
      assertThat(writes(apiServer, here, weir.account())).isEmpty();
    }
  }

  @Nested
  class ASingleMachine {

    private ApiObject machine(String name, boolean controlPlane) {
      ObjectNode machine =
          TestObjects.parse(
              """
              {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
               "metadata": {"namespace": "%1$s", "name": "%2$s"},
               "spec": {"clusterName": "%3$s", "version": "v1.30.2",
                 "bootstrap": {"configRef": {"apiGroup": "bootstrap.cluster.x-k8s.io",
                                             "kind": "KubeadmConfig", "name": "%2$s"}}}}
              """
                  .formatted(namespace, name, CLUSTER));
      if (controlPlane) {
        MetadataEdits.setLabel(machine, "cluster.x-k8s.io/control-plane", "");
      }
      return user.client().create(machine);
    }

    @Test
    void isServedUntilItHasJoined() throws Exception {
      attach();
      ApiObject machine = machine("one", false);
      ApiObject config = user.client().create(TestObjects.config(machine, PLAIN));
      ApiObject data = awaitData(config.key());
      ApiObject before = CacheWaits.awaitObject(tokens(), tokenSecretKey(data), found -> true);
      AuditLog.Mark there = workload.auditLog().mark();

      weir.advanceClock(Duration.ofMinutes(9), config.key());
      ApiObject extended =
          CacheWaits.awaitObject(
              tokens(), before.key(), found -> expiry(found).isAfter(expiry(before)));
      ApiObject joined =
          RetriedEdits.editStatus(
              user.client(), machine, tree -> tree.withObject("/nodeRef").put("name", "n"));
      // The pass that the time brings must find it.
      ApiObject _ =
          weir.awaitSeen(
              GroupKind.MACHINE, joined.key(), found -> found.status().equals(joined.status()));
      weir.advanceClock(Duration.ofMinutes(9), config.key());
      ApiObject _ = awaitData(createPoolAndConfig("others", PLAIN).key());

      assertThat(value(data)).contains("kubeadm.k8s.io/v1beta3");
      assertThat(tokens().get(before.key()).map(KubeadmConfigControllerTest::expiry))
          .contains(expiry(extended));
      assertThat(writes(workload, there, workloadAccount))
          .containsExactly("patch secrets", "create secrets");
    }

    @Test
    void ofAControlPlaneIsToldWhoWouldServeIt() throws Exception {
      attach();
      ApiObject config = user.client().create(TestObjects.config(machine("cp", true), PLAIN));

      ApiObject failed =
          awaitSaying(config.key(), "control plane machine", "kubeadm bootstrap provider");

      assertThat(failed.at("/status/initialization").isMissingNode()).isTrue();
    }
  }

  @Nested
  class Data {

    @Test
    void isIgnitionInTheVersionThatTheAnnotationAsksFor() throws Exception {
      attach();
      ApiObject config = createPoolAndConfig("workers", "{\"format\": \"ignition\"}");
      ApiObject first = awaitData(config.key());

      ApiObject _ =
          RetriedEdits.edit(
              user.client(),
              configs().get(config.key()).orElseThrow(),
              tree ->
                  MetadataEdits.setAnnotation(tree, BootstrapMetadataKeys.IGNITION_VERSION, "3.4"));
      ApiObject second =
          CacheWaits.awaitObject(
              secrets(), config.key(), found -> value(found).contains("\"version\":\"3.4.0\""));

      assertThat(value(first)).contains("\"version\":\"2.3.0\"");
      assertThat(second.at("/data/format").asText()).isEqualTo("aWduaXRpb24=");
      assertThat(second.annotation(BootstrapMetadataKeys.DATA_SIZE))
          .contains(Integer.toString(value(second).length()));
      assertThat(second.annotation(BootstrapMetadataKeys.DATA_GZIP_SIZE).map(Integer::parseInt))
          .hasValueSatisfying(size -> assertThat(size).isBetween(200, value(second).length()));
    }

    @Test
    void followsASecretThatCarriesNoLabelAsSoonAsItIsThere() throws Exception {
      attach();
      ApiObject config =
          createPoolAndConfig(
              "workers",
              """
              {"files": [{"path": "/etc/x", "contentFrom": {"secret": {"name": "bare", "key": "key"}}}]}
              """);
      ApiObject _ = awaitSaying(config.key(), "Secret bare");
      ApiObject secret =
          user.client()
              .create(
                  TestObjects.parse(
                      """
                      {"apiVersion": "v1", "kind": "Secret", "data": {"key": "Zmlyc3Q="},
                       "metadata": {"namespace": "%s", "name": "bare"}}
                      """
                          .formatted(namespace)));
      ApiObject first = awaitData(config.key());

      ApiObject _ =
          RetriedEdits.edit(
              user.client(), secret, tree -> tree.withObject("/data").put("key", "c2Vjb25k"));
      ApiObject second =
          CacheWaits.awaitObject(secrets(), config.key(), found -> value(found).contains("second"));

      assertThat(value(first)).contains("first");
      assertThat(token(second)).isEqualTo(token(first));
    }

    @Test
    void namesWhatHasNoEffect() throws Exception {
      attach();
      ApiObject config =
          createPoolAndConfig("workers", "{\"initConfiguration\": {\"skipPhases\": [\"x\"]}}");

      ApiObject _ = awaitData(config.key());
      ApiObject reported = awaitSaying(config.key(), "No effect: spec.initConfiguration");

      assertThat(condition(reported).orElseThrow().isTrue()).isTrue();
    }

    @Test
    void comesBackWithItsTokenWhenItIsDeleted() throws Exception {
      attach();
      ApiObject data = awaitData(createPoolAndConfig("workers", PLAIN).key());
      ApiObject _ = CacheWaits.awaitObject(tokens(), tokenSecretKey(data), found -> true);

      user.client().delete(data, PropagationPolicy.BACKGROUND);

      ApiObject again =
          CacheWaits.awaitObject(secrets(), data.key(), found -> !found.uid().equals(data.uid()));
      assertThat(token(again).token()).isEqualTo(token(data).token());
      assertThat(value(again)).isEqualTo(value(data));
    }

    @Test
    void isRestoredWhenItIsEditedAndForeignMetadataStays() throws Exception {
      attach();
      ApiObject data = awaitData(createPoolAndConfig("workers", PLAIN).key());

      ApiObject _ =
          RetriedEdits.edit(
              user.client(),
              data,
              tree -> {
                tree.withObject("/data").put("value", "YmFk");
                MetadataEdits.setAnnotation(tree, "example.org/theirs", "kept");
              });

      ApiObject restored =
          CacheWaits.awaitObject(
              secrets(),
              data.key(),
              found ->
                  found.annotation("example.org/theirs").isPresent()
                      && value(found).equals(value(data)));
      assertThat(token(restored)).isEqualTo(token(data));
    }

    /** The data as soon as it contains a text, with its token as it was. */
    private ApiObject awaitDataWith(ApiObject before, String text) throws Exception {
      ApiObject now =
          CacheWaits.awaitObject(secrets(), before.key(), found -> value(found).contains(text));
      assertThat(value(before)).doesNotContain(text);
      assertThat(token(now)).isEqualTo(token(before));
      assertThat(now.annotation(BootstrapMetadataKeys.INPUTS_DIGEST))
          .isNotEqualTo(before.annotation(BootstrapMetadataKeys.INPUTS_DIGEST));
      return now;
    }

    @Test
    void followsTheSpecAndTheVersion() throws Exception {
      attach();
      ApiObject config = createPoolAndConfig("workers", PLAIN);
      ApiObject first = awaitData(config.key());

      ApiObject _ =
          RetriedEdits.edit(
              user.client(),
              configs().get(config.key()).orElseThrow(),
              tree -> tree.withObject("/spec").putArray("preKubeadmCommands").add("echo edited"));
      ApiObject second = awaitDataWith(first, "echo edited");
      ApiObject pool = user.client().get(GroupKind.MACHINE_POOL, config.key()).orElseThrow();
      ApiObject _ =
          RetriedEdits.edit(
              user.client(),
              pool,
              tree -> tree.withObject("/spec/template/spec").put("version", "v1.30.1"));

      ApiObject third = awaitDataWith(second, "kubeadm.k8s.io/v1beta3");
      assertThat(value(third)).contains("echo edited");
    }

    @Test
    void followsTheSecretsItIsMadeFrom() throws Exception {
      attach();
      ObjectNode source =
          TestObjects.parse(
              """
              {"apiVersion": "v1", "kind": "Secret",
               "metadata": {"namespace": "%s", "name": "source",
                            "labels": {"cluster.x-k8s.io/cluster-name": "%s"}},
               "data": {"key": "Zmlyc3Q="}}
              """
                  .formatted(namespace, CLUSTER));
      ApiObject secret = user.client().create(source);
      ApiObject config =
          createPoolAndConfig(
              "workers",
              """
              {"files": [{"path": "/etc/x", "contentFrom": {"secret": {"name": "source", "key": "key"}}}]}
              """);
      ApiObject first = awaitData(config.key());

      ApiObject _ =
          RetriedEdits.edit(
              user.client(), secret, tree -> tree.withObject("/data").put("key", "c2Vjb25k"));

      ApiObject second = awaitDataWith(first, "second");
      assertThat(value(first)).contains("first");
      assertThat(value(second)).doesNotContain("first");
    }

    @Test
    void followsTheAuthorityAndTheEndpointOfTheCluster() throws Exception {
      attach();
      ApiObject config = createPoolAndConfig("workers", PLAIN);
      ApiObject first = awaitData(config.key());
      String pem;
      try (var in = KubeadmConfigControllerTest.class.getResourceAsStream("/ca/ec.crt")) {
        pem = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      }

      ApiObject authority =
          user.client()
              .get(GroupKind.SECRET, new ObjectKey(namespace, CLUSTER + "-ca"))
              .orElseThrow();
      ApiObject _ =
          RetriedEdits.edit(
              user.client(),
              authority,
              tree ->
                  tree.withObject("/data")
                      .put(
                          "tls.crt",
                          Base64.getEncoder()
                              .encodeToString(pem.getBytes(StandardCharsets.US_ASCII))));
      ApiObject second = awaitDataWith(first, CaCertificates.hashes(pem).getFirst());
      ApiObject cluster =
          user.client().get(GroupKind.CLUSTER, new ObjectKey(namespace, CLUSTER)).orElseThrow();
      ApiObject _ =
          RetriedEdits.edit(
              user.client(),
              cluster,
              tree ->
                  tree.withObject("/spec/controlPlaneEndpoint")
                      .put("host", "api.example.org")
                      .put("port", 7443));

      ApiObject third = awaitDataWith(second, "apiServerEndpoint: api.example.org:7443");
      assertThat(value(third)).contains(CaCertificates.hashes(pem).getFirst());
    }

    @Test
    void standsStillOverARestart() throws Exception {
      attach();
      ApiObject _ = awaitData(createPoolAndConfig("workers", PLAIN).key());
      AuditLog.Mark beginning = apiServer.auditLog().mark();
      ApiObject _ = awaitData(createPoolAndConfig("others", PLAIN).key());
      assertThat(awaitStatusWrite(beginning, "others")).isTrue();
      weir.close();
      AuditLog.Mark here = apiServer.auditLog().mark();
      AuditLog.Mark there = workload.auditLog().mark();

      weir = new TestManager(apiServer, namespace, clock);
      ApiObject _ = awaitData(createPoolAndConfig("third", PLAIN).key());

      assertThat(awaitStatusWrite(here, "third")).isTrue();
      assertThat(writes(apiServer, here, weir.account()))
          .containsExactly(
              "create secrets", "patch kubeadmconfigs.bootstrap.cluster.x-k8s.io/status");
      assertThat(writes(workload, there, workloadAccount)).containsExactly("create secrets");
      assertThat(workload.auditLog().since(there))
          .filteredOn(request -> request.user().equals(workloadAccount))
          .filteredOn(request -> request.resource().equals("secrets"))
          .filteredOn(request -> request.verb().equals("get") || request.verb().equals("list"))
          .extracting(AuditRecord::verb)
          .containsExactly("list");
    }
  }

  @Nested
  class TroubleIsSaid {

    @Test
    void ofAFieldThatCannotBeRendered() throws Exception {
      attach();
      ApiObject config =
          createPoolAndConfig("workers", "{\"format\": \"ignition\", \"bootCommands\": [\"x\"]}");

      ApiObject failed = awaitSaying(config.key(), "spec.bootCommands");

      assertThat(condition(failed).orElseThrow().isTrue()).isFalse();
      assertThat(tokens().awaitSynced(Duration.ofMinutes(1))).isTrue();
      assertThat(tokens().size()).isZero();
    }

    @Test
    void ofAVersionThatCannotJoinWhileTheDataOfBeforeStays() throws Exception {
      attach();
      ApiObject config = createPoolAndConfig("workers", PLAIN);
      ApiObject data = awaitData(config.key());
      ApiObject pool = user.client().get(GroupKind.MACHINE_POOL, config.key()).orElseThrow();

      ApiObject _ =
          RetriedEdits.edit(
              user.client(),
              pool,
              tree -> tree.withObject("/spec/template/spec").put("version", "v1.9.0"));

      ApiObject failed = awaitSaying(config.key(), "v1.9.0", "the existing data stays in use");
      assertThat(failed.at("/status/initialization/dataSecretCreated").asBoolean()).isTrue();
      assertThat(value(secrets().get(data.key()).orElseThrow())).isEqualTo(value(data));
    }

    @Test
    void ofAClusterThatDoesNotExistYetAndEndsWhenItDoes() throws Exception {
      ApiObject config = createPoolAndConfig("workers", PLAIN);
      ApiObject _ = awaitSaying(config.key(), "Cluster " + CLUSTER, "does not exist");

      attach();

      assertThat(value(awaitData(config.key()))).contains("JoinConfiguration");
    }

    private void awaitUnreachable() throws Exception {
      ApiObject _ =
          CacheWaits.awaitObject(
              user.cache(GroupKind.CLUSTER),
              new ObjectKey(namespace, CLUSTER),
              cluster ->
                  ConditionLists.find(cluster.at("/status/conditions"), "RemoteConnectionProbe")
                      .filter(probe -> !probe.isTrue())
                      .isPresent());
    }

    @Test
    void ofATokenThatMayHaveExpiredWhileTheServerIsDownAndTheDataStays() throws Exception {
      attach();
      ApiObject data = awaitData(createPoolAndConfig("workers", PLAIN).key());
      workload.killApiServer();
      awaitUnreachable();

      ApiObject warned =
          awaitSaying(data.key(), "is valid until", "cannot be extended", "does not answer");
      weir.advanceClock(Duration.ofMinutes(8), data.key());
      ApiObject failed =
          awaitSaying(
              data.key(),
              "the join token in the data may have expired",
              "does not answer",
              "the existing data stays in use");
      ApiObject meanwhile = secrets().get(data.key()).orElseThrow();
      workload.startApiServer();
      ApiObject after = awaitData(data.key());

      assertThat(condition(warned).orElseThrow().isTrue()).isTrue();
      assertThat(condition(failed).orElseThrow().isTrue()).isFalse();
      assertThat(configs().get(data.key()).flatMap(KubeadmConfigFixture::condition))
          .hasValueSatisfying(recovered -> assertThat(recovered.message()).isEmpty());
      assertThat(List.of(meanwhile, after))
          .extracting(ApiObject::resourceVersion)
          .containsOnly(data.resourceVersion());
      ApiObject token =
          atWorkload.client().get(GroupKind.SECRET, tokenSecretKey(data)).orElseThrow();
      assertThat(expiry(token)).isAfter(clock.instant().plus(Duration.ofMinutes(14)));
    }

    @Test
    void ofAServerThatIsDownAndEndsByItself() throws Exception {
      attach();
      workload.killApiServer();
      awaitUnreachable();
      ApiObject config = createPoolAndConfig("workers", PLAIN);

      ApiObject _ = awaitSaying(config.key(), "cannot create a join token", "does not answer");
      workload.startApiServer();

      assertThat(value(awaitData(config.key())))
          .contains("127.0.0.1:" + workload.server().getPort());
    }
  }
}
