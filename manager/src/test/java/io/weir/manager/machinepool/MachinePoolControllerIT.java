package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.harness.TestObjects;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.harness.TestManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What depends on real API servers: rights, subresources, finalizers. One manager serves all of it.
 */
@WithControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MachinePoolControllerIT {

  private final ControlPlane controlPlane;
  private final ControlPlane workload;
  private final String namespace;
  private MachinePoolFixture fixture;

  MachinePoolControllerIT(
      ControlPlane controlPlane,
      @NamedCluster("workload") ControlPlane workload,
      @FreshNamespace String namespace) {
    this.controlPlane = controlPlane;
    this.workload = workload;
    this.namespace = namespace;
  }

  @BeforeAll
  void start() throws Exception {
    TestManager.installCrds(controlPlane);
    fixture =
        new MachinePoolFixture(TestCluster.of(controlPlane), TestCluster.of(workload), namespace);
    fixture.attach();
  }

  @AfterAll
  void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void aPoolWithoutASizeGetsOneThatIsTheSameEverywhere() throws Exception {
    ObjectKey pool =
        fixture.create(
            MachinePoolFixture.CLUSTER,
            "sizeless",
            tree -> {
              tree.withObject("/spec").remove("replicas");
              MetadataEdits.setAnnotation(tree, MetadataKeys.AUTOSCALER_MIN_SIZE, "2");
              MetadataEdits.setAnnotation(tree, MetadataKeys.AUTOSCALER_MAX_SIZE, "5");
            });
    fixture.awaitData(pool);
    fixture.report(pool, 2, fixture.providerId("a"), fixture.providerId("b"));
    ApiObject _ = fixture.join("a");
    ApiObject _ = fixture.join("b");

    ApiObject running = fixture.awaitPhase(pool, "Running");

    assertThat(running.at("/spec/replicas").asInt()).isEqualTo(2);
    assertThat(running.at("/status/replicas").asInt()).isEqualTo(2);
    assertThat(running.at("/status/readyReplicas").asInt()).isEqualTo(2);
    assertThat(
            controlPlane
                .kubectl(
                    "get",
                    "--raw",
                    "/apis/cluster.x-k8s.io/v1beta2/namespaces/%s/machinepools/sizeless/scale"
                        .formatted(fixture.namespace))
                .outputOrThrow())
        .contains("\"spec\":{\"replicas\":2}", "\"status\":{\"replicas\":2");
  }

  @Test
  void aDeletedPoolNamesWhatItWaitsForAndTakesTheNodesLast() throws Exception {
    ObjectKey pool = fixture.running("plain");

    fixture.delete(pool);

    ApiObject going = fixture.awaitSaying(pool, "Deleting", "waiting for AWSMachinePool " + pool);
    assertThat(going.at("/status/phase").asText()).isEqualTo("Deleting");
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isPresent();
    fixture.removeInfrastructureFinalizers(pool);
    CacheWaits.awaitGone(fixture.pools(), pool);
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isEmpty();
  }

  @Test
  void aDeletedPoolGivesUpNodesThatTheAccountMayNotDelete() throws Exception {
    String account = "reader-of-" + fixture.namespace;
    workload.apply(
        """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole",
         "metadata": {"name": "%1$s"}, "rules": [
           {"apiGroups": [""], "resources": ["nodes"], "verbs": ["get", "list", "watch", "patch"]},
           {"apiGroups": [""], "resources": ["secrets"], "verbs": ["*"]}]}
        ---
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding",
         "metadata": {"name": "%1$s"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "%1$s"},
         "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "%1$s"}]}
        """
            .formatted(account));
    fixture.attach("guarded", workload.kubeconfig(account));
    ObjectKey pool = fixture.running("guarded", "forbidden", "f");

    fixture.delete(pool);
    fixture.removeInfrastructureFinalizers(pool);

    ApiObject _ = fixture.awaitSaying(pool, "Deleting", "cannot delete resource");
    fixture.advanceClock(pool, Duration.ofSeconds(11));
    CacheWaits.awaitGone(fixture.pools(), pool);
    fixture.awaitEvent("NodesLeft", fixture.nodeName("f"));
  }

  @Test
  void anAccountThatMayOnlyReadIsToldWithTheRightsItNeedsAndThePoolRunsOnceItHasThem()
      throws Exception {
    String group = "weir:" + fixture.namespace;
    grant(group, "get", "list", "watch");
    fixture.attach("watched", workload.kubeconfig(TestClusters.account("reader"), group));
    ObjectKey pool = fixture.create("watched", "untended", _ -> {});
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.user.cache(GroupKind.KUBEADM_CONFIG),
            pool,
            config ->
                ConditionLists.find(config.at("/status/conditions"), "DataSecretAvailable")
                    .filter(it -> it.message().contains("cannot create resource \"secrets\""))
                    .filter(it -> it.message().contains("must be allowed to get, list, watch"))
                    .isPresent());
    fixture.report(pool, 1, fixture.providerId("u"));
    ApiObject node = fixture.join("u");
    fixture.awaitEvent("NodesRefused", "cannot patch resource \"nodes\"");

    grant(group, "get", "list", "watch", "create", "patch", "delete");

    fixture.awaitData(pool);
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.atWorkload.cache(BuiltInKinds.NODE),
            node.key(),
            found ->
                found
                    .annotation(MetadataKeys.NODE_OWNER_NAME)
                    .filter("untended"::equals)
                    .isPresent());
    ApiObject _ = fixture.awaitPhase(pool, "Running");
  }

  @Test
  void whatAnotherWriterUndoesIsRepeatedEverMoreRarelyAndTold() throws Exception {
    ObjectKey pool = fixture.create("fought");
    fixture.awaitData(pool);
    AuditLog.Mark before = TestCluster.of(controlPlane).auditLog().mark();
    Thread bot = Thread.startVirtualThread(() -> stripClusterName(pool));

    try {
      fixture.awaitEvent("WriteReverted", "metadata.labels." + MetadataKeys.CLUSTER_NAME);
    } finally {
      bot.interrupt();
      bot.join();
    }

    List<AuditRecord> repeated =
        TestCluster.of(controlPlane).auditLog().since(before).stream()
            .filter(each -> each.user().equals(fixture.weir.account()))
            .filter(each -> each.isWrite() && each.name().equals("fought"))
            .filter(each -> each.resourceType().resource().equals("awsmachinepools"))
            .toList();
    long seconds =
        Duration.between(repeated.getFirst().received(), repeated.getLast().received()).toSeconds();
    assertThat(repeated.size()).isBetween(2, (int) (4 + seconds / 10));
  }

  private void stripClusterName(ObjectKey pool) {
    while (!Thread.interrupted()) {
      try {
        ApiObject marked =
            CacheWaits.awaitObject(
                fixture.user.cache(MachinePoolFixture.MACHINES),
                pool,
                found -> found.label(MetadataKeys.CLUSTER_NAME).isPresent());
        ApiObject _ =
            fixture
                .user
                .client()
                .edit(
                    marked,
                    tree -> tree.withObject("/metadata/labels").remove(MetadataKeys.CLUSTER_NAME));
      } catch (KubeException changed) {
        // The next version is stripped, or the bot itself is held back.
      } catch (InterruptedException stopped) {
        return;
      }
    }
  }

  private void grant(String group, String... verbs) {
    ObjectNode role =
        TestObjects.parse(
            """
            {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole",
             "metadata": {"name": "%1$s"},
             "rules": [{"apiGroups": [""], "resources": ["nodes", "secrets"]}]}
            """
                .formatted(group));
    var granted = ((ObjectNode) role.at("/rules/0")).putArray("verbs");
    List.of(verbs).forEach(granted::add);
    ObjectNode binding =
        TestObjects.parse(
            """
            {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding",
             "metadata": {"name": "%1$s"},
             "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole",
                         "name": "%1$s"},
             "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "Group",
                           "name": "%1$s"}]}
            """
                .formatted(group));
    ApiObject _ = fixture.atWorkload.client().apply(role);
    ApiObject _ = fixture.atWorkload.client().apply(binding);
  }
}
