package io.weir.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestCluster;
import io.weir.manager.harness.TestManager;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What depends on real API servers; {@link AttachedClusterControllerTest} has the rest. */
@WithControlPlane
class AttachedClusterControllerIT extends AttachedClusterFixture {

  private final ControlPlane management;

  AttachedClusterControllerIT(
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
    return management.createNamespace("clusters-");
  }

  @Test
  void aKubeconfigIsAllThatAttachesACluster() throws Exception {
    attach(kubeconfig());

    ApiObject cluster =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerIT::initialized);

    assertThat(cluster.at("/spec/controlPlaneEndpoint/host").asText()).isEqualTo("127.0.0.1");
    assertThat(cluster.at("/spec/controlPlaneEndpoint/port").asInt())
        .isEqualTo(workload.server().getPort());
    assertThat(cluster.at("/status/initialization/infrastructureProvisioned").asBoolean()).isTrue();
    assertThat(cluster.at("/status/phase").asText()).isEqualTo("Provisioned");
    assertThat(condition(cluster, "RemoteConnectionProbe").orElseThrow().message())
        .contains("Kubernetes v1.", workload.server().toString());
    ApiObject ca =
        user.client().get(GroupKind.SECRET, new ObjectKey(namespace, NAME + "-ca")).orElseThrow();
    assertThat(
            new String(
                Base64.getDecoder().decode(ca.at("/data/tls.crt").asText()),
                StandardCharsets.US_ASCII))
        .isEqualTo(workload.caCertificatePem());
  }

  @Test
  void aNamespaceThatGoesIsHardlyWrittenInto() throws Exception {
    attach(kubeconfig());
    ApiObject _ =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerIT::initialized);
    ObjectNode tree = TestObjects.pool(namespace, NAME, "held");
    MetadataEdits.addFinalizer(tree, "example.org/held");
    ApiObject pool = user.client().create(tree);
    awaitSeen(pool);
    AuditLog.Mark mark = apiServer.auditLog().mark();

    String _ = management.kubectl("delete", "namespace", namespace, "--wait=false").outputOrThrow();

    ApiObject _ =
        CacheWaits.awaitObject(
            clusters(),
            key(),
            found ->
                condition(found, ConditionTypes.DELETING)
                    .filter(deleting -> deleting.message().contains("held"))
                    .isPresent());
    CacheWaits.awaitGone(user.cache(GroupKind.SECRET), CaSecret.key(key()));
    ApiObject going =
        CacheWaits.awaitObject(
            user.cache(GroupKind.MACHINE_POOL), pool.key(), ApiObject::isDeleting);
    ApiObject _ =
        RetriedEdits.edit(
            user.client(), going, edit -> MetadataEdits.removeFinalizer(edit, "example.org/held"));
    CacheWaits.awaitGone(clusters(), key());
    assertThat(writes(mark))
        .filteredOn(request -> request.verb().equals("create"))
        .hasSizeLessThan(5);
  }

  @Test
  void anAccountWithoutRightsIsToldFromAServerThatIsDown() throws Exception {
    attach(workload.kubeconfig("nobody-" + namespace));

    ApiObject cluster = awaitProbeSaying("refuses the account", "nobody-" + namespace);

    assertThat(initialized(cluster)).isFalse();
  }
}
