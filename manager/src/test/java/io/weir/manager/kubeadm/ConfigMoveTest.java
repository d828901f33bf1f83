package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.harness.TestManager;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Objects that go to another management cluster, as clusterctl moves them. */
class ConfigMoveTest extends MemoryKubeadmConfigFixture {

  private static final List<GroupKind> ORDER =
      List.of(
          GroupKind.CLUSTER, GroupKind.MACHINE_POOL, GroupKind.KUBEADM_CONFIG, GroupKind.SECRET);

  private final MemoryApiServer target = TestManager.inMemory();

  ConfigMoveTest() throws IOException {}

  @AfterEach
  void close() {
    target.close();
  }

  private void pause(KubeCluster at, boolean paused) {
    ApiObject cluster =
        at.client().get(GroupKind.CLUSTER, new ObjectKey(namespace, CLUSTER)).orElseThrow();
    ApiObject _ =
        RetriedEdits.edit(
            at.client(), cluster, tree -> tree.withObject("/spec").put("paused", paused));
  }

  /** All that belongs to the Cluster, owners first. */
  private List<ApiObject> belongings() throws Exception {
    for (GroupKind kind : ORDER) {
      ApiObject _ = CacheWaits.awaitAny(user.cache(kind), found -> true);
    }
    return ORDER.stream().flatMap(kind -> user.cache(kind).list(namespace).stream()).toList();
  }

  /** Without status, under new UIDs, which owner references follow. */
  private static void recreate(List<ApiObject> objects, KubeCluster at) {
    Map<String, String> uids = new HashMap<>();
    for (ApiObject object : objects) {
      ObjectNode tree = object.copyTree();
      tree.remove("status");
      tree.withObject("/metadata")
          .remove(List.of("uid", "resourceVersion", "creationTimestamp", "generation"));
      for (var owner : tree.at("/metadata/ownerReferences")) {
        ((ObjectNode) owner).put("uid", uids.get(owner.path("uid").asText()));
      }
      uids.put(object.uid(), at.client().create(tree).uid());
    }
  }

  /** Deleted at the source, as quickly as that goes. */
  private void leaves(ApiObject object) throws Exception {
    Optional<ApiObject> there = user.client().get(object.groupKind(), object.key());
    if (there.isPresent()) {
      ApiObject bare =
          RetriedEdits.edit(
              user.client(),
              there.get(),
              tree -> tree.withObject("/metadata").remove("finalizers"));
      user.client().delete(bare, PropagationPolicy.BACKGROUND);
    }
    CacheWaits.awaitGone(weir.management().cache(object.groupKind()), object.key());
  }

  /** Shows that tokens of Clusters which nobody has paused are revoked meanwhile. */
  private void awaitARevocation() throws Exception {
    ApiObject _ =
        user.client()
            .create(
                TestObjects.kubeconfig(
                    namespace, "second", workload.kubeconfig(workloadAccount, "system:masters")));
    ApiObject _ = user.client().create(TestObjects.cluster(namespace, "second"));
    ApiObject pool = user.client().create(TestObjects.pool(namespace, "second", "second-pool"));
    ApiObject config = user.client().create(TestObjects.config(pool, PLAIN));
    ApiObject token =
        CacheWaits.awaitObject(tokens(), tokenSecretKey(awaitData(config.key())), found -> true);
    user.client().delete(config, PropagationPolicy.BACKGROUND);
    CacheWaits.awaitGone(tokens(), token.key());
  }

  @Test
  void keepTheirDataAndTheirTokenWhichTheSourceDoesNotRevoke() throws Exception {
    attach();
    ApiObject config = createPoolAndConfig("workers", PLAIN);
    ApiObject data = awaitData(config.key());
    ApiObject token = CacheWaits.awaitObject(tokens(), tokenSecretKey(data), found -> true);
    pause(user, true);
    ApiObject _ =
        CacheWaits.awaitObject(
            configs(),
            config.key(),
            found -> ConditionLists.isTrue(found.at("/status/conditions"), ConditionTypes.PAUSED));
    AuditLog.Mark there = workload.auditLog().mark();

    try (KubeCluster arrival =
        TestClusters.connect(
            target,
            TestClusters.account("user"),
            WatchSettings.defaults().inNamespace(namespace))) {
      List<ApiObject> moved = belongings();
      recreate(moved, arrival);
      leaves(config);
      awaitARevocation();
      for (ApiObject object : moved.reversed()) {
        leaves(object);
      }
      assertThat(workload.auditLog().await(there, this::revokes, Duration.ofMinutes(1)))
          .isPresent();
      List<String> revoked = deleted(there);
      try (var other = new TestManager(target, namespace, clock)) {
        pause(arrival, false);

        ApiObject cluster =
            arrival
                .client()
                .get(GroupKind.CLUSTER, new ObjectKey(namespace, CLUSTER))
                .orElseThrow();
        ApiObject taken =
            CacheWaits.awaitObject(
                tokens(),
                token.key(),
                found ->
                    found
                        .label(BootstrapMetadataKeys.TOKEN_CLUSTER_UID)
                        .filter(cluster.uid()::equals)
                        .isPresent());
        ApiObject _ =
            CacheWaits.awaitObject(
                arrival.cache(GroupKind.KUBEADM_CONFIG),
                config.key(),
                found ->
                    ConditionLists.isTrue(found.at("/status/conditions"), ConditionTypes.READY));
        other.advanceClock(Duration.ofMinutes(9), config.key());
        ApiObject extended =
            CacheWaits.awaitObject(
                tokens(), token.key(), found -> expiry(found).isAfter(expiry(taken)));
        ApiObject after = arrival.client().get(GroupKind.SECRET, data.key()).orElseThrow();

        assertThat(revoked).hasSize(1).doesNotContain(token.name());
        assertThat(cluster.uid())
            .isNotEqualTo(token.label(BootstrapMetadataKeys.TOKEN_CLUSTER_UID).orElse(""));
        assertThat(extended.uid()).isEqualTo(token.uid());
        assertThat(after.at("/data")).isEqualTo(data.at("/data"));
        assertThat(token(after)).isEqualTo(token(data));
        assertThat(after.annotation(BootstrapMetadataKeys.INPUTS_AND_TOKEN_DIGEST))
            .isEqualTo(data.annotation(BootstrapMetadataKeys.INPUTS_AND_TOKEN_DIGEST));
      }
    }
  }

  private List<String> deleted(AuditLog.Mark since) throws Exception {
    return workload.auditLog().since(since).stream()
        .filter(this::revokes)
        .map(AuditRecord::name)
        .toList();
  }

  private boolean revokes(AuditRecord request) {
    return request.user().equals(workloadAccount) && request.verb().equals("delete");
  }
}
