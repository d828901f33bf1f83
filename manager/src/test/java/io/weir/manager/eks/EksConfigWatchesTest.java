package io.weir.manager.eks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.config.ServingPolicy;
import io.weir.bootstrap.eks.EksClusterInfo;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.work.Controller;
import io.weir.manager.bootstrap.TokenlessConfigSetup;
import io.weir.manager.harness.TestManager;
import io.weir.manager.objects.LabelledSecrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The controllers at work beside a Cluster that has no kubeconfig. */
class EksConfigWatchesTest {

  private static final String NAMESPACE = "default";

  private MemoryApiServer apiServer;
  private KubeCluster management;
  private EventRecorder events;
  private List<Controller> controllers;
  private ApiObject cluster;

  @BeforeEach
  void start() throws Exception {
    apiServer = TestManager.inMemory();
    management =
        TestClusters.connect(
            apiServer,
            TestClusters.account("eks"),
            WatchSettings.defaults().inNamespace(NAMESPACE));
    events = new EventRecorder(management.client(), "test", InstantSource.system());
    controllers =
        EksConfigControllerSetup.controllers(
            new TokenlessConfigSetup.SharedDependencies(
                management,
                LabelledSecrets.watch(management),
                WatchFilter.NONE,
                events,
                ServingPolicy.DEFAULT,
                InstantSource.system(),
                1));
    controllers.forEach(Controller::start);
    ApiObject _ =
        management
            .client()
            .create(
                TestObjects.parse(
                    """
                    {"apiVersion": "controlplane.cluster.x-k8s.io/v1beta2",
                     "kind": "AWSManagedControlPlane",
                     "metadata": {"namespace": "default", "name": "c"},
                     "spec": {"eksClusterName": "prod"}}
                    """));
    cluster = management.client().create(ofEks(TestObjects.cluster(NAMESPACE, "c")));
    ApiObject _ =
        management
            .client()
            .editStatus(
                cluster,
                status ->
                    status
                        .withObject("/initialization")
                        .put("infrastructureProvisioned", true)
                        .put("controlPlaneInitialized", true));
  }

  @AfterEach
  void stop() throws Exception {
    for (Controller controller : controllers) {
      controller.close();
    }
    events.close();
    management.close();
    apiServer.close();
  }

  private static ObjectNode ofEks(ObjectNode cluster) {
    cluster
        .withObject("/spec/controlPlaneRef")
        .put("apiGroup", EksClusterInfo.CONTROL_PLANE.group())
        .put("kind", EksClusterInfo.CONTROL_PLANE.kind())
        .put("name", "c");
    cluster
        .withObject("/spec/controlPlaneEndpoint")
        .put("host", "https://api.test")
        .put("port", 443);
    return cluster;
  }

  private ObjectKey create(GroupKind kind, String name) {
    ObjectNode pool = TestObjects.pool(NAMESPACE, "c", name);
    pool.withObject("/spec/template/spec/bootstrap/configRef").put("kind", kind.kind());
    ObjectNode config = TestObjects.config(management.client().create(pool), "{}");
    config.put("kind", kind.kind());
    return management.client().create(config).key();
  }

  private String awaitData(ObjectKey config, String words) throws InterruptedException {
    return data(
        CacheWaits.awaitObject(
            management.cache(GroupKind.SECRET), config, secret -> data(secret).contains(words)));
  }

  private static String data(ApiObject secret) {
    return new String(
        Base64.getDecoder().decode(secret.at("/data/value").asText()), StandardCharsets.UTF_8);
  }

  @Test
  void onlyANodeadmConfigWaitsForTheCaAndGoesOnAsSoonAsTheSecretWithItIsThere() throws Exception {
    ObjectKey nodeadm = create(GroupKind.NODEADM_CONFIG, "new");
    ObjectKey script = create(GroupKind.EKS_CONFIG, "old");

    assertThat(awaitData(script, "runcmd")).contains("/etc/eks/bootstrap.sh prod");
    ApiObject _ =
        CacheWaits.awaitObject(
            management.cache(GroupKind.NODEADM_CONFIG),
            nodeadm,
            config ->
                ConditionLists.find(config.at("/status/conditions"), "DataSecretAvailable")
                    .filter(it -> it.message().contains("Secret default/c-kubeconfig under key"))
                    .filter(it -> it.message().contains("Secret default/c-ca under key tls.crt"))
                    .isPresent());
    String pem = certificate();
    ApiObject _ = management.client().create(CaSecret.newSecret(cluster, pem));

    assertThat(awaitData(nodeadm, "cluster:"))
        .contains(
            "certificateAuthority: "
                + Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void servicesAreWhereTheControlPlaneSaysUnlessTheClusterDoes() throws Exception {
    ApiObject _ = management.client().create(CaSecret.newSecret(cluster, certificate()));
    ObjectKey config = create(GroupKind.NODEADM_CONFIG, "new");
    assertThat(awaitData(config, "cidr:")).contains("cidr: 172.20.0.0/16");

    edit(
        EksClusterInfo.CONTROL_PLANE,
        tree -> MetadataEdits.setAnnotation(tree, MetadataKeys.SERVICE_CIDR, "10.100.0.0/16"));
    assertThat(awaitData(config, "cidr: 10.100.0.0/16")).doesNotContain("172.20");

    edit(
        GroupKind.CLUSTER,
        tree ->
            tree.withObject("/spec/clusterNetwork/services")
                .putArray("cidrBlocks")
                .add("10.96.0.0/16"));
    assertThat(awaitData(config, "cidr: 10.96.0.0/16")).doesNotContain("10.100");
  }

  private void edit(GroupKind kind, Consumer<ObjectNode> change) {
    ApiObject now = management.client().get(kind, new ObjectKey(NAMESPACE, "c")).orElseThrow();
    ApiObject _ = RetriedEdits.edit(management.client(), now, change);
  }

  private static String certificate() throws IOException {
    try (var in = EksConfigWatchesTest.class.getResourceAsStream("/ca/ec.crt")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
