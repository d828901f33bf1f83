package io.weir.manager.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeHttp;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.kube.RequestListener;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What an editor of one namespace takes of a manager's memory by Secrets. */
@WithControlPlane
class LabelledSecretsIT {

  private static final int MANY = 60;
  private static final int MEBIBYTE = 1 << 20;

  /** As with the heap of 128 MiB that the manager is given. */
  private static final long ROOM = 16L * MEBIBYTE;

  private final ControlPlane controlPlane;

  LabelledSecretsIT(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  private static ObjectNode secret(String namespace, String name, String value) {
    ObjectNode secret =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "Secret",
             "metadata": {"namespace": "%s", "name": "%s"}}
            """
                .formatted(namespace, name));
    MetadataEdits.setLabel(secret, MetadataKeys.CLUSTER_NAME, "c");
    secret.withObject("/stringData").put("value", value);
    return secret;
  }

  private KubeCluster connect(String namespaces) throws Exception {
    return TestClusters.connect(
        controlPlane,
        TestClusters.account("manager"),
        WatchSettings.defaults().inNamespace(namespaces));
  }

  private static long bytes(ObjectCache cache) {
    return cache.list().stream().mapToLong(secret -> secret.copyTree().toString().length()).sum();
  }

  @Test
  void isBoundedAndEverySecretIsStillFoundWholeAndItsChangesAreStillTold() throws Exception {
    String hostile = controlPlane.createNamespace("hostile-");
    String other = controlPlane.createNamespace("other-");
    try (KubeCluster admin = connect("")) {
      ApiObject _ = admin.client().create(role(hostile));
      ApiObject _ = admin.client().create(binding(hostile));
      try (KubeHttp http =
          KubeHttp.connect(
              KubeConfigs.fromText(controlPlane.kubeconfig("mallory"), "test"),
              RequestListener.NONE)) {
        var mallory = new KubeClient(http, admin.kinds(), _ -> {});
        TestClusters.awaitRights(
            () -> mallory.get(GroupKind.SECRET, new ObjectKey(hostile, "absent")));
        for (int i = 0; i < MANY; i++) {
          // Half of them too large for one, half of them too many.
          int length = i % 2 == 0 ? 1000 << 10 : 180 << 10;
          ApiObject _ = mallory.create(secret(hostile, "s-" + i, "x".repeat(length)));
        }
      }
      ApiObject _ = admin.client().create(secret(other, "c-kubeconfig", "of a cluster"));
    }
    try (KubeCluster management = connect("")) {
      ObjectCache cache = LabelledSecrets.watch(management, new SecretRetention(ROOM, 256 << 10));
      assertThat(cache.awaitSynced(Duration.ofMinutes(1))).isTrue();

      assertThat(cache.list(hostile)).hasSize(MANY);
      assertThat(bytes(cache)).isLessThan(ROOM / 2 + MEBIBYTE);
      var changed = new ObjectKey(hostile, "s-0");
      assertThat(SecretRetention.isTrimmed(cache.get(changed).orElseThrow())).isTrue();
      ApiObject whole =
          SecretRetention.whole(cache.get(changed), management.client()).orElseThrow();
      assertThat(whole.at("/data/value").asText()).hasSizeGreaterThan(1000 << 10);
      assertThat(cache.get(new ObjectKey(other, "c-kubeconfig")))
          .hasValueSatisfying(found -> assertThat(SecretRetention.isTrimmed(found)).isFalse());

      ApiObject before = cache.get(changed).orElseThrow();
      ApiObject _ =
          RetriedEdits.edit(
              management.client(), whole, tree -> tree.withObject("/data").put("value", "YQ=="));
      ApiObject now =
          CacheWaits.awaitObject(
              cache, changed, found -> !found.at("/data").equals(before.at("/data")));
      assertThat(SecretRetention.isTrimmed(now)).isFalse();

      for (ApiObject secret : cache.list(hostile)) {
        management.client().delete(secret, PropagationPolicy.BACKGROUND);
      }
      CacheWaits.awaitGone(cache, new ObjectKey(hostile, "s-" + (MANY - 1)));
      ApiObject _ = management.client().create(secret(hostile, "later", "x".repeat(180 << 10)));
      ApiObject later =
          CacheWaits.awaitObject(cache, new ObjectKey(hostile, "later"), found -> true);
      assertThat(SecretRetention.isTrimmed(later)).isFalse();
    }
  }

  private static ObjectNode role(String namespace) {
    return TestObjects.parse(
        """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role",
         "metadata": {"namespace": "%s", "name": "editor"},
         "rules": [{"apiGroups": [""], "resources": ["secrets"], "verbs": ["*"]}]}
        """
            .formatted(namespace));
  }

  private static ObjectNode binding(String namespace) {
    return TestObjects.parse(
        """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding",
         "metadata": {"namespace": "%s", "name": "editor"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "editor"},
         "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "mallory"}]}
        """
            .formatted(namespace));
  }
}
