package io.weir.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.kubeadm.CaCertificates;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.controlplane.audit.AuditLog;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.harness.AdjustableClock;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.harness.TestManager;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttachedClusterControllerTest extends AttachedClusterFixture {

  private static final GroupKind NETWORK =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSCluster");

  AttachedClusterControllerTest() throws IOException {
    super(TestManager.inMemory(), new MemoryApiServer());
  }

  @Override
  String newNamespace() {
    return "default";
  }

  @Test
  void theCaFollowsTheKubeconfigAndFirstBootDataFollowsTheCa() throws Exception {
    attach(kubeconfig());
    ApiObject _ =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);
    ApiObject pool = user.client().create(TestObjects.pool(namespace, NAME, "workers"));
    ApiObject config =
        user.client().create(TestObjects.config(pool, "{\"format\": \"cloud-config\"}"));
    ApiObject before = awaitData(config, workload);

    rebuild();

    ApiObject after = awaitData(config, apiServer);
    assertThat(data(before, "value")).doesNotContain(pin(apiServer));
    assertThat(data(after, "value")).doesNotContain(pin(workload));
    assertThat(data(authority(), "tls.crt")).isEqualTo(apiServer.caCertificatePem());
    ApiObject _ = awaitEvent("AuthorityFollowed");
  }

  @Test
  void aCaThatSomebodyProvidesStaysAndWhatIsMissingInItIsTold() throws Exception {
    ObjectNode own =
        CaSecret.newSecret(new ApiObject(TestObjects.cluster(namespace, NAME)), pem(apiServer));
    own.withObject("/metadata").remove(List.of("labels", "annotations", "ownerReferences"));
    ApiObject _ = user.client().create(own);

    attach(kubeconfig());

    ApiObject _ =
        awaitProbeSaying(
            "Kubernetes v1.",
            "Secret " + namespace + "/" + NAME + "-ca",
            "put the new certificate");
    assertThat(data(authority(), "tls.crt")).isEqualTo(pem(apiServer));
    assertThat(awaitEvent("AuthorityDiffers").at("/note").asText()).contains(NAME + "-ca");

    write(pem(apiServer) + pem(workload));

    awaitNoRemark();
    assertThat(data(authority(), "tls.crt")).isEqualTo(pem(apiServer) + pem(workload));
  }

  @Test
  void aCaThatSomebodyHasEditedIsTheirsFromThenOn() throws Exception {
    attach(kubeconfig());
    ApiObject _ =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);
    write(pem(workload) + pem(apiServer));
    barrier();

    rebuild();
    ApiObject _ = awaitProbeSaying("Kubernetes v1.", apiServer.server().toString());

    assertThat(data(authority(), "tls.crt")).isEqualTo(pem(workload) + pem(apiServer));
    write("another\n" + pem(workload));
    ApiObject _ = awaitProbeSaying("put the new certificate");
  }

  private ApiObject authority() {
    return user.client().get(GroupKind.SECRET, CaSecret.key(key())).orElseThrow();
  }

  private void write(String pem) {
    String encoded = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
    ApiObject _ =
        RetriedEdits.edit(
            user.client(), authority(), tree -> tree.withObject("/data").put("tls.crt", encoded));
  }

  /** The cluster is another one from here on, with another CA, behind the same object. */
  private void rebuild() {
    String text = apiServer.kubeconfig(TestClusters.account("rebuilt"), "system:masters");
    ApiObject secret =
        user.client()
            .get(GroupKind.SECRET, new ObjectKey(namespace, NAME + "-kubeconfig"))
            .orElseThrow();
    ApiObject _ =
        RetriedEdits.edit(
            user.client(),
            secret,
            tree -> tree.set("data", TestObjects.kubeconfig(namespace, NAME, text).get("data")));
  }

  private ApiObject awaitData(ApiObject config, TestCluster joined) throws InterruptedException {
    return CacheWaits.awaitObject(
        user.cache(GroupKind.SECRET),
        config.key(),
        found -> data(found, "value").contains(pin(joined)));
  }

  private ApiObject awaitEvent(String reason) throws InterruptedException {
    return CacheWaits.awaitAny(
        user.cache(new GroupKind("events.k8s.io", "Event")),
        event -> event.at("/reason").asText().equals(reason));
  }

  private void awaitNoRemark() throws InterruptedException {
    ApiObject _ =
        CacheWaits.awaitObject(
            clusters(),
            key(),
            cluster ->
                condition(cluster, "RemoteConnectionProbe")
                    .filter(Condition::isTrue)
                    .filter(probe -> !probe.message().contains("Secret"))
                    .isPresent());
  }

  private static String data(ApiObject secret, String key) {
    return new String(
        Base64.getDecoder().decode(secret.at("/data").path(key).asText()), StandardCharsets.UTF_8);
  }

  private static String pem(TestCluster of) {
    return of.caCertificatePem();
  }

  private static String pin(TestCluster of) {
    return CaCertificates.hashes(pem(of)).getFirst();
  }

  @Test
  void attachingTakesThreeWritesAndStandingStillNone() throws Exception {
    AuditLog.Mark before = apiServer.auditLog().mark();
    attach(kubeconfig());
    ApiObject cluster =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);

    ApiObject _ =
        RetriedEdits.edit(
            user.client(),
            cluster,
            tree -> MetadataEdits.setAnnotation(tree, "example.org/touched", "once"));
    // Another Cluster has its first pass after this one had its last.
    ObjectNode other = TestObjects.cluster(namespace, "other");
    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, "other", "{}"));
    ApiObject _ = user.client().create(other);
    ApiObject _ =
        CacheWaits.awaitObject(
            clusters(),
            new ObjectKey(namespace, "other"),
            found -> condition(found, "RemoteConnectionProbe").isPresent());
    assertThat(
            apiServer
                .auditLog()
                .await(
                    before,
                    request -> request.name().equals("other") && request.verb().equals("patch"),
                    Duration.ofMinutes(1)))
        .isPresent();

    assertThat(writes(before))
        .filteredOn(request -> !request.name().startsWith("other"))
        .extracting(request -> request.verb() + " " + request.resourceType())
        .containsExactly(
            "patch clusters.cluster.x-k8s.io",
            "create secrets",
            "patch clusters.cluster.x-k8s.io/status");
  }

  @Test
  void aKubeconfigThatRunsACommandIsRefusedByName() throws Exception {
    attach(
        """
        {"current-context": "a", "contexts": [{"name": "a", "context": {"cluster": "c", "user": "u"}}],
         "clusters": [{"name": "c", "cluster": {"server": "%s"}}],
         "users": [{"name": "u", "user": {"token": "hidden", "exec": {"command": "sh"}}}]}
        """
            .formatted(workload.server()));

    ApiObject cluster =
        awaitProbeSaying("Secret " + namespace + "/" + NAME + "-kubeconfig", "users[u].user.exec");

    assertThat(initialized(cluster)).isFalse();
    assertThat(cluster.finalizers()).isEmpty();
    assertThat(cluster.status().toString()).doesNotContain("hidden");
  }

  @Test
  void aMissingSecretIsNamedAndNoticedWhenItComes() throws Exception {
    ApiObject _ = user.client().create(TestObjects.cluster(namespace, NAME));
    ApiObject _ = awaitProbeSaying("there is no Secret " + namespace + "/" + NAME);

    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, NAME, kubeconfig()));

    ApiObject cluster =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);
    assertThat(condition(cluster, ConditionTypes.AVAILABLE).orElseThrow().isTrue()).isTrue();
  }

  @Test
  void aClusterGoesAfterItsPools() throws Exception {
    attach(kubeconfig());
    ApiObject cluster =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);
    ObjectNode tree = TestObjects.pool(namespace, NAME, "held");
    MetadataEdits.addFinalizer(tree, "example.org/held");
    ApiObject pool = user.client().create(tree);
    awaitSeen(pool);

    user.client().delete(cluster, PropagationPolicy.BACKGROUND);
    ApiObject waiting =
        CacheWaits.awaitObject(
            clusters(),
            key(),
            found ->
                condition(found, ConditionTypes.DELETING)
                    .filter(deleting -> deleting.message().contains("held"))
                    .isPresent());
    ObjectCache pools = user.cache(GroupKind.MACHINE_POOL);
    ApiObject going = CacheWaits.awaitObject(pools, pool.key(), ApiObject::isDeleting);
    ApiObject _ =
        RetriedEdits.edit(
            user.client(), going, edit -> MetadataEdits.removeFinalizer(edit, "example.org/held"));

    CacheWaits.awaitGone(clusters(), key());
    assertThat(waiting.at("/status/phase").asText()).isEqualTo("Deleting");
  }

  @Test
  void aClusterWhoseServerIsGoneGoesAfterItsPools() throws Exception {
    attach(kubeconfig());
    ApiObject cluster =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);
    ApiObject pool = user.client().create(TestObjects.pool(namespace, NAME, "cut-off"));
    awaitSeen(pool);
    ApiObject secret =
        user.client()
            .get(GroupKind.SECRET, new ObjectKey(namespace, NAME + "-kubeconfig"))
            .orElseThrow();
    user.client().delete(secret, PropagationPolicy.BACKGROUND);
    ApiObject _ = awaitProbeSaying("there is no Secret");

    user.client().delete(cluster, PropagationPolicy.BACKGROUND);

    CacheWaits.awaitGone(user.cache(GroupKind.MACHINE_POOL), pool.key());
    CacheWaits.awaitGone(clusters(), key());
  }

  @Test
  void aDeletionThatWasCutOffIsCompletedByTheNextManager() throws Exception {
    attach(kubeconfig());
    ApiObject cluster =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);
    ApiObject pool = user.client().create(TestObjects.pool(namespace, NAME, "cut-off"));
    weir.close();
    user.client().delete(cluster, PropagationPolicy.BACKGROUND);

    weir = new TestManager(apiServer, namespace, new AdjustableClock());

    CacheWaits.awaitGone(user.cache(GroupKind.MACHINE_POOL), pool.key());
    CacheWaits.awaitGone(clusters(), key());
  }

  @Test
  void poolsOfOtherClustersAndTheInfrastructureClusterStay() throws Exception {
    ApiObject network = user.client().create(network("platform", true));
    ApiObject other = user.client().create(TestObjects.pool(namespace, "other", "others"));
    awaitSeen(other);
    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, NAME, kubeconfig()));
    ApiObject _ = user.client().create(on(network));
    ApiObject cluster =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);

    user.client().delete(cluster, PropagationPolicy.BACKGROUND);

    CacheWaits.awaitGone(clusters(), key());
    assertThat(user.client().get(NETWORK, network.key()).orElseThrow().isDeleting()).isFalse();
    assertThat(user.client().get(GroupKind.MACHINE_POOL, other.key()).orElseThrow().isDeleting())
        .isFalse();
  }

  @Test
  void aClusterIsHandedOverWhenClusterApisCoreTakesCareOfIt() throws Exception {
    attach(kubeconfig());
    ApiObject cluster =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);
    assertThat(cluster.finalizers()).containsExactly("weir.io/attached-cluster");

    ApiObject _ =
        RetriedEdits.edit(
            user.client(),
            cluster,
            tree -> MetadataEdits.addFinalizer(tree, "cluster.cluster.x-k8s.io"));

    ApiObject handed =
        CacheWaits.awaitObject(
            clusters(),
            key(),
            found -> found.finalizers().equals(List.of("cluster.cluster.x-k8s.io")));
    ApiObject pool = user.client().create(TestObjects.pool(namespace, NAME, "cores"));
    user.client().delete(handed, PropagationPolicy.BACKGROUND);
    barrier();
    assertThat(user.client().get(GroupKind.MACHINE_POOL, pool.key()).orElseThrow().isDeleting())
        .isFalse();
    ApiObject _ =
        RetriedEdits.edit(
            user.client(),
            CacheWaits.awaitObject(clusters(), key(), ApiObject::isDeleting),
            tree -> MetadataEdits.removeFinalizer(tree, "cluster.cluster.x-k8s.io"));
  }

  @Test
  void aClusterWhoseInfrastructureHasAControllerIsLeftAloneUntilThatIsOver() throws Exception {
    AuditLog.Mark before = apiServer.auditLog().mark();
    ApiObject network = user.client().create(network("provided", false));
    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, NAME, kubeconfig()));
    ApiObject _ = user.client().create(on(network));
    barrier();
    assertThat(writes(before)).noneMatch(request -> request.name().startsWith(NAME));

    ApiObject _ =
        RetriedEdits.edit(
            user.client(),
            network,
            tree ->
                MetadataEdits.removeFinalizer(tree, "awscluster.infrastructure.cluster.x-k8s.io"));

    ApiObject _ =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);
  }

  @Test
  void aFinalizerThatProtectsTheInfrastructureOfAnAttachedClusterChangesNothing() throws Exception {
    ObjectNode tree = network("protected", false);
    MetadataEdits.removeFinalizer(tree, "awscluster.infrastructure.cluster.x-k8s.io");
    ApiObject network = user.client().create(tree);
    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, NAME, kubeconfig()));
    ApiObject _ = user.client().create(on(network));
    ApiObject _ =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);

    ApiObject _ =
        RetriedEdits.edit(
            user.client(),
            network,
            edit -> MetadataEdits.addFinalizer(edit, "example.org/protected"));
    barrier();

    assertThat(user.client().get(GroupKind.CLUSTER, key()).orElseThrow().finalizers())
        .containsExactly("weir.io/attached-cluster");
  }

  /** Another Cluster has its first pass after those before it had theirs. */
  private void barrier() throws Exception {
    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, "barrier", "{}"));
    ApiObject _ = user.client().create(TestObjects.cluster(namespace, "barrier"));
    ApiObject _ =
        CacheWaits.awaitObject(
            clusters(),
            new ObjectKey(namespace, "barrier"),
            found -> condition(found, "RemoteConnectionProbe").isPresent());
  }

  private ObjectNode on(ApiObject network) {
    ObjectNode cluster = TestObjects.cluster(namespace, NAME);
    cluster
        .withObject("/spec/infrastructureRef")
        .put("apiGroup", NETWORK.group())
        .put("kind", NETWORK.kind())
        .put("name", network.name());
    return cluster;
  }

  private ObjectNode network(String name, boolean managedElsewhere) {
    ObjectNode network =
        TestObjects.parse(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSCluster",
             "metadata": {"namespace": "%s", "name": "%s", "finalizers": ["awscluster.infrastructure.cluster.x-k8s.io"]},
             "spec": {"region": "us-east-1"}}
            """
                .formatted(namespace, name));
    if (managedElsewhere) {
      MetadataEdits.setAnnotation(network, "cluster.x-k8s.io/managed-by", "platform");
    }
    return network;
  }

  @Test
  void aClusterWithAControlPlaneOfItsOwnIsLeftAlone() throws Exception {
    AuditLog.Mark before = apiServer.auditLog().mark();
    ObjectNode foreign = TestObjects.cluster(namespace, "foreign");
    foreign
        .withObject("/spec/controlPlaneRef")
        .put("apiGroup", "controlplane.cluster.x-k8s.io")
        .put("kind", "KubeadmControlPlane")
        .put("name", "cp");
    ApiObject _ = user.client().create(TestObjects.kubeconfig(namespace, "foreign", kubeconfig()));
    ApiObject _ = user.client().create(foreign);

    attach(kubeconfig());

    ApiObject _ =
        CacheWaits.awaitObject(clusters(), key(), AttachedClusterControllerTest::initialized);
    assertThat(writes(before)).noneMatch(request -> request.name().startsWith("foreign"));
  }
}
