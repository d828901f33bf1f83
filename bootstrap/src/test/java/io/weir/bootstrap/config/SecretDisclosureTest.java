package io.weir.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretDisclosureTest {

  private static final Set<ObjectKey> CLUSTERS =
      Set.of(new ObjectKey("ns", "prod"), new ObjectKey("other", "elsewhere"));

  private static ApiObject secret(String name, String type, String owner) {
    var tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", "v1").put("kind", "Secret").put("type", type);
    tree.withObject("/metadata").put("namespace", "ns").put("name", name);
    if (!owner.isEmpty()) {
      tree.withObject("/metadata")
          .putArray("ownerReferences")
          .addObject()
          .put("apiVersion", "bootstrap.cluster.x-k8s.io/v1beta2")
          .put("kind", owner)
          .put("name", name)
          .put("uid", "u")
          .put("controller", true);
    }
    return new ApiObject(tree);
  }

  @ParameterizedTest
  @CsvSource({
    "builder, kubernetes.io/service-account-token, token, '', the token of a ServiceAccount",
    "bootstrap-token-abcdef, bootstrap.kubernetes.io/token, token-secret, '', a join token",
    "prod-kubeconfig, cluster.x-k8s.io/secret, value, '', the kubeconfig of Cluster prod",
    "prod-kubeconfig, Opaque, value, '', the kubeconfig of Cluster prod",
    "prod-ca, cluster.x-k8s.io/secret, tls.key, '', an authority of Cluster prod",
    "prod-etcd, Opaque, tls.key, '', an authority of Cluster prod",
    "prod-sa, Opaque, tls.key, KubeadmControlPlane, an authority of Cluster prod",
    "workers, cluster.x-k8s.io/secret, value, KubeadmConfig, the bootstrap data of KubeadmConfig"
        + " workers",
    "al2, cluster.x-k8s.io/secret, value, EKSConfig, the bootstrap data of EKSConfig al2",
    "gke, cluster.x-k8s.io/secret, value, GKEConfig, the bootstrap data of GKEConfig gke"
  })
  void keepsWhatOpensACluster(String name, String type, String key, String owner, String what) {
    assertThat(SecretDisclosure.refusal(secret(name, type, owner), key, CLUSTERS::contains))
        .hasValue(
            "Secret %s is %s, which machines are not given; copy what they need into another Secret, of type Opaque"
                .formatted(name, what));
  }

  @ParameterizedTest
  @CsvSource({
    "prod-ca, cluster.x-k8s.io/secret, tls.crt, ''",
    "prod-apiserver-etcd-client, cluster.x-k8s.io/secret, tls.key, ''",
    "prod-md-0-azure-json, cluster.x-k8s.io/secret, worker-node-azure.json, AzureMachineTemplate",
    "elsewhere-kubeconfig, Opaque, value, ''",
    "registry, kubernetes.io/dockerconfigjson, .dockerconfigjson, ''",
    "ingress, kubernetes.io/tls, tls.key, ''",
    "scw, Opaque, SCW_SECRET_KEY, ''"
  })
  void givesWhatMachinesOfOthersAreGiven(String name, String type, String key, String owner) {
    assertThat(SecretDisclosure.refusal(secret(name, type, owner), key, CLUSTERS::contains))
        .isEmpty();
  }
}
