package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.conditions.ConditionLists;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.harness.TestManager;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What depends on real API servers; {@link KubeadmConfigControllerTest} has the rest. */
@WithControlPlane
class KubeadmConfigControllerIT extends KubeadmConfigFixture {

  private final ControlPlane management;

  KubeadmConfigControllerIT(
      ControlPlane management, @NamedCluster("workload") ControlPlane workload) {
    super(TestCluster.of(management), TestCluster.of(workload));
    this.management = management;
  }

  @BeforeAll
  static void install(ControlPlane management) throws Exception {
    TestManager.installCrds(management);
  }

  @Override
  String newNamespace() throws Exception {
    return management.createNamespace("configs-");
  }

  @Test
  void aNewPoolGetsDataWithATokenThatTheApiServerAccepts() throws Exception {
    attach();
    ApiObject config = createPoolAndConfig("workers", PLAIN);

    ApiObject data = awaitData(config.key());

    ApiObject inWorkload = CacheWaits.awaitObject(tokens(), tokenSecretKey(data), found -> true);
    assertThat(value(data))
        .startsWith("## template: jinja\n#cloud-config\n")
        .contains(token(data).token().reveal())
        .contains("apiServerEndpoint: 127.0.0.1:" + workload.server().getPort());
    assertThat(expiry(inWorkload)).isAfter(clock.instant().plus(Duration.ofMinutes(14)));
    assertThat(inWorkload.labels())
        .containsEntry(BootstrapMetadataKeys.TOKEN_OWNER_NAME, "workers")
        .containsKey(BootstrapMetadataKeys.TOKEN_CLUSTER_UID);
    ApiObject stored = configs().get(config.key()).orElseThrow();
    assertThat(stored.spec().toString()).doesNotContain(token(data).token().id());
    assertThat(stored.status().toString()).doesNotContain(token(data).token().secret());
    assertThat(
            ConditionLists.isTrue(
                stored.at("/status/deprecated/v1beta1/conditions"), ConditionTypes.READY))
        .isTrue();
  }

  @Test
  void aNewPoolCostsThreeWrites() throws Exception {
    attach();
    AuditLog.Mark here = apiServer.auditLog().mark();
    AuditLog.Mark there = workload.auditLog().mark();

    ApiObject _ = awaitData(createPoolAndConfig("workers", PLAIN).key());
    ApiObject _ = awaitData(createPoolAndConfig("others", PLAIN).key());

    assertThat(awaitStatusWrite(here, "others")).isTrue();
    assertThat(writes(apiServer, here, weir.account()))
        .containsExactlyInAnyOrder(
            "create secrets",
            "patch kubeadmconfigs.bootstrap.cluster.x-k8s.io/status",
            "create secrets",
            "patch kubeadmconfigs.bootstrap.cluster.x-k8s.io/status");
    assertThat(writes(workload, there, workloadAccount))
        .containsExactly("create secrets", "create secrets");
  }

  @Test
  void aTokenEndsWithItsConfig() throws Exception {
    attach();
    ApiObject config = createPoolAndConfig("workers", PLAIN);
    ApiObject data = awaitData(config.key());
    ApiObject kept = awaitData(createPoolAndConfig("others", PLAIN).key());
    ApiObject token = CacheWaits.awaitObject(tokens(), tokenSecretKey(data), found -> true);

    user.client().delete(config, PropagationPolicy.BACKGROUND);

    CacheWaits.awaitGone(tokens(), token.key());
    assertThat(tokens().get(tokenSecretKey(kept))).isPresent();
  }
}
