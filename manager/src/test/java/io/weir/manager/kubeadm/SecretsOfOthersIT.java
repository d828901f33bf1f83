package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.harness.TestObjects;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.harness.TestManager;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What somebody can do to Secrets who may write pools and configs in a namespace, and neither read
 * nor write a Secret there: nothing that the owner of a Secret would not expect.
 */
@WithControlPlane
class SecretsOfOthersIT extends KubeadmConfigFixture {

  private static final String MARK = "of-somebody-else";

  private final ControlPlane management;
  private KubeHttp http;
  private KubeClient mallory;

  SecretsOfOthersIT(ControlPlane management, @NamedCluster("workload") ControlPlane workload) {
    super(TestCluster.of(management), TestCluster.of(workload));
    this.management = management;
  }

  @BeforeAll
  static void install(ControlPlane management) throws Exception {
    TestManager.installCrds(management);
  }

  @Override
  String newNamespace() throws Exception {
    return management.createNamespace("secrets-");
  }

  @BeforeEach
  void admit() throws Exception {
    attach();
    String account = TestClusters.account("mallory");
    ApiObject _ = user.client().create(role());
    ApiObject _ = user.client().create(binding(account));
    http =
        KubeHttp.connect(
            KubeConfigs.fromText(management.kubeconfig(account), "test"), RequestListener.NONE);
    mallory = new KubeClient(http, user.kinds(), _ -> {});
    for (GroupKind kind : List.of(GroupKind.MACHINE_POOL, GroupKind.KUBEADM_CONFIG)) {
      TestClusters.awaitRights(() -> mallory.get(kind, new ObjectKey(namespace, "absent")));
    }
    assertThatExceptionOfType(KubeException.Forbidden.class)
        .isThrownBy(() -> mallory.get(GroupKind.SECRET, new ObjectKey(namespace, "attached-ca")));
  }

  @AfterEach
  void leave() {
    http.close();
  }

  private ObjectNode role() {
    return TestObjects.parse(
        """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role",
         "metadata": {"namespace": "%s", "name": "pool-editor"},
         "rules": [{"apiGroups": ["cluster.x-k8s.io", "bootstrap.cluster.x-k8s.io"],
                    "resources": ["machinepools", "kubeadmconfigs"], "verbs": ["*"]}]}
        """
            .formatted(namespace));
  }

  private ObjectNode binding(String account) {
    return TestObjects.parse(
        """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding",
         "metadata": {"namespace": "%s", "name": "pool-editor"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "pool-editor"},
         "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "%s"}]}
        """
            .formatted(namespace, account));
  }

  private ApiObject secret(String name, String type, String key) {
    ObjectNode secret =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "Secret", "type": "%s",
             "metadata": {"namespace": "%s", "name": "%s",
                          "labels": {"cluster.x-k8s.io/cluster-name": "attached"}}}
            """
                .formatted(type, namespace, name));
    secret
        .withObject("/data")
        .put(key, Base64.getEncoder().encodeToString(MARK.getBytes(StandardCharsets.UTF_8)));
    return user.client().create(secret);
  }

  /** A pool and a config, for which its owner needs no more than the pool's UID. */
  private ApiObject steal(String name, String spec) {
    ApiObject pool = mallory.create(TestObjects.pool(namespace, CLUSTER, name));
    ObjectNode config = TestObjects.config(pool, spec);
    // Which some clusters allow only to those who may set the owner's finalizers.
    ((ObjectNode) config.at("/metadata/ownerReferences/0")).remove("blockOwnerDeletion");
    return mallory.create(config);
  }

  private Condition refusal(ApiObject config, String... words) throws Exception {
    return condition(awaitSaying(config.key(), words)).orElseThrow();
  }

  @Test
  void noSecretOfAnotherIsWrittenByAConfigOfItsName() throws Exception {
    var kubeconfig = new ObjectKey(namespace, CLUSTER + "-kubeconfig");
    ApiObject before = user.client().get(GroupKind.SECRET, kubeconfig).orElseThrow();
    AuditLog.Mark there = workload.auditLog().mark();
    assertRefusedToWrite(before);
    assertThat(writes(workload, there, workloadAccount)).isEmpty();

    assertRefusedToWrite(secret("registry", "Opaque", "value"));
    assertRefusedToWrite(secret("vendored", "cluster.x-k8s.io/secret", "value"));
    assertRefusedToWrite(secret("later-ca", "Opaque", "value"));
    assertRefusedToWrite(secret("later-etcd", "cluster.x-k8s.io/secret", "value"));
    for (String purpose : List.of("ca", "etcd", "kubeconfig", "proxy", "sa")) {
      var absent = new ObjectKey(namespace, "absent-" + purpose);
      ApiObject config = steal(absent.name(), PLAIN);
      assertThat(refusal(config, absent.name(), "another name").isTrue()).isFalse();
      assertThat(user.client().get(GroupKind.SECRET, absent)).isEmpty();
    }
  }

  private void assertRefusedToWrite(ApiObject secret) throws Exception {
    ApiObject config = steal(secret.name(), PLAIN);

    assertThat(refusal(config, "Secret " + secret.key(), "another name").isTrue()).isFalse();
    assertThat(user.client().get(GroupKind.SECRET, secret.key()).map(ApiObject::copyTree))
        .hasValue(secret.copyTree());
  }

  @Test
  void machinesAreNotGivenWhatOpensAClusterOrActsForAnAccount() throws Exception {
    ApiObject account =
        user.client()
            .create(
                TestObjects.parse(
                    """
                    {"apiVersion": "v1", "kind": "ServiceAccount",
                     "metadata": {"namespace": "%s", "name": "builder"}}
                    """
                        .formatted(namespace)));
    ApiObject _ =
        user.client()
            .create(
                TestObjects.parse(
                    """
                    {"apiVersion": "v1", "kind": "Secret",
                     "type": "kubernetes.io/service-account-token",
                     "metadata": {"namespace": "%s", "name": "builder-token",
                       "annotations": {"kubernetes.io/service-account.name": "%s"}},
                     "data": {"token": "b2Ytc29tZWJvZHktZWxzZQ=="}}
                    """
                        .formatted(namespace, account.name())));
    ApiObject _ = secret("attached-sa", "cluster.x-k8s.io/secret", "tls.key");
    ApiObject others = awaitData(createPoolAndConfig("others", PLAIN).key());

    assertRefused("a", "builder-token", "token");
    assertRefused("b", "attached-kubeconfig", "value");
    assertRefused("c", "attached-sa", "tls.key");
    assertRefused("d", others.name(), "value");
  }

  private void assertRefused(String config, String secret, String key) throws Exception {
    String source = "{\"secret\": {\"name\": \"%s\", \"key\": \"%s\"}}".formatted(secret, key);
    ApiObject file =
        steal(
            config + "-file",
            "{\"files\": [{\"path\": \"/loot\", \"contentFrom\": %s}]}".formatted(source));
    ApiObject user =
        steal(
            config + "-user",
            "{\"users\": [{\"name\": \"loot\", \"passwdFrom\": %s}]}".formatted(source));

    Condition refusal = refusal(file, "spec.files[0].contentFrom.secret", secret, "another Secret");
    assertThat(refusal.isTrue()).isFalse();
    assertThat(refusal.message()).doesNotContain(MARK);
    assertThat(refusal(user, "spec.users[0].passwdFrom.secret", secret).isTrue()).isFalse();
    assertThat(secrets().get(file.key())).isEmpty();
    assertThat(secrets().get(user.key())).isEmpty();
  }

  @Test
  void whatMachinesMayHaveTheyAreGiven() throws Exception {
    ApiObject _ = secret("attached-md-0-azure-json", "cluster.x-k8s.io/secret", "worker-node");
    ApiObject config =
        steal(
            "workers",
            """
            {"files": [
              {"path": "/etc/cloud", "contentFrom": {"secret": {"name": "attached-md-0-azure-json", "key": "worker-node"}}},
              {"path": "/etc/ca", "contentFrom": {"secret": {"name": "attached-ca", "key": "tls.crt"}}}]}
            """);

    ApiObject data = awaitData(config.key());

    assertThat(value(data)).contains(MARK, "BEGIN CERTIFICATE");
    ApiObject _ = CacheWaits.awaitObject(tokens(), tokenSecretKey(data), found -> true);
  }
}
