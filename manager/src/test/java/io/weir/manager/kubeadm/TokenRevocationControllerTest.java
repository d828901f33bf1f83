package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.token.TokenOwner;
import io.weir.kernel.cache.FakeCache;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.work.Requeue;
import io.weir.manager.harness.TestManager;
import io.weir.manager.workload.FakeWorkloadCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A watch of configs that is behind that of the tokens. */
class TokenRevocationControllerTest {

  private static final ObjectKey CLUSTER = new ObjectKey("default", "attached");

  private MemoryApiServer management;
  private MemoryApiServer workload;
  private TokenRevocationController controller;

  @BeforeEach
  void start() throws Exception {
    management = TestManager.inMemory();
    workload = new MemoryApiServer();
    var clusters =
        management.feed(new FakeCache(GroupKind.CLUSTER, ObjectSelector.everything())).cache();
    // Never fed: it has seen nothing since it was listed.
    var configs = new FakeCache(GroupKind.KUBEADM_CONFIG, ObjectSelector.everything()).cache();
    controller =
        new TokenRevocationController(
            clusters,
            configs,
            management.client(),
            FakeWorkloadCluster.of(workload, "cluster-uid"));
    ApiObject _ =
        management.client().create(TestObjects.cluster(CLUSTER.namespace(), CLUSTER.name()));
  }

  @AfterEach
  void stop() {
    workload.close();
    management.close();
  }

  private ApiObject config(String name) {
    ApiObject pool =
        management.client().create(TestObjects.pool(CLUSTER.namespace(), CLUSTER.name(), name));
    return management.client().create(TestObjects.config(pool, "{}"));
  }

  private ApiObject token(String id, String config) {
    ObjectNode token =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "Secret", "type": "bootstrap.kubernetes.io/token",
             "metadata": {"namespace": "kube-system", "name": "bootstrap-token-%s"}}
            """
                .formatted(id));
    ObjectNode labels = token.withObject("/metadata/labels");
    new TokenOwner(CLUSTER.namespace(), config).labels().forEach(labels::put);
    labels.put(BootstrapMetadataKeys.TOKEN_CLUSTER_UID, "cluster-uid");
    return workload.client().create(token);
  }

  @Test
  void theTokenOfAConfigThatHasNotBeenSeenIsKeptAndThatOfOneThatIsGoneIsRevoked() {
    ApiObject unseen = config("unseen");
    ApiObject kept = token("aaaaaa", unseen.name());
    ApiObject left = token("bbbbbb", "gone");

    assertThat(controller.reconcile(CLUSTER)).isEqualTo(Requeue.done());

    assertThat(workload.client().get(GroupKind.SECRET, kept.key())).isPresent();
    assertThat(workload.client().get(GroupKind.SECRET, left.key())).isEmpty();
  }
}
