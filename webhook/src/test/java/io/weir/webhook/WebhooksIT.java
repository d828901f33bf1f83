package io.weir.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.controlplane.process.Command;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.webhook.WebhookSettings.Exposure;
import io.weir.webhook.certificate.CertificateTimes;
import io.weir.webhook.http.StorableObjects;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@WithControlPlane
class WebhooksIT {

  private static final String ADMIN = "system:masters";

  /** One each of what is deep, what grows in memory and what leaves no room. */
  private static final List<String> HARD_TO_CONVERT =
      List.of("annotations-full", "deep-lists", "deep-objects", "empty-objects");

  private final ControlPlane controlPlane;
  private String namespace = "";
  private KubeCluster user;

  @TempDir private Path directory;

  WebhooksIT(@NamedCluster(CleanCluster.NAME) ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @BeforeAll
  static void install(@NamedCluster(CleanCluster.NAME) ControlPlane controlPlane) throws Exception {
    CleanCluster.install(controlPlane);
  }

  @BeforeEach
  void connect(@FreshNamespace(cluster = CleanCluster.NAME) String fresh) throws Exception {
    namespace = fresh;
    user = CleanCluster.connect(controlPlane);
  }

  @AfterEach
  void forget() {
    CleanCluster.forget(user);
    user.client()
        .list(GroupKind.MACHINE_POOL, namespace, ObjectSelector.everything())
        .forEach(pool -> user.client().delete(pool, PropagationPolicy.BACKGROUND));
    user.close();
  }

  private String pool(String version, String name, String spec) {
    return """
    {"apiVersion": "cluster.x-k8s.io/%s", "kind": "MachinePool",
     "metadata": {"namespace": "%s", "name": "%s"}, "spec": %s}
    """
        .formatted(version, namespace, name, spec);
  }

  private static String oldSpec(String cluster) {
    return """
    {"clusterName": "demo", "minReadySeconds": 7, "template": {"spec": {"clusterName": "%s",
     "version": "1.25.0", "nodeDrainTimeout": "90s",
     "bootstrap": {"dataSecretName": "given"},
     "infrastructureRef": {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
                           "kind": "AWSMachinePool", "name": "p"}}}}
    """
        .formatted(cluster);
  }

  private Command.Result create(String object) throws Exception {
    Path file = Files.writeString(Files.createTempFile(directory, "object", ".json"), object);
    return controlPlane.kubectl("create", "-f", file.toString());
  }

  private JsonNode get(String version, String name) throws Exception {
    return Json.MAPPER.readTree(
        controlPlane
            .kubectl(
                "get",
                "machinepools." + version + ".cluster.x-k8s.io",
                name,
                "-n",
                namespace,
                "-o",
                "json")
            .outputOrThrow());
  }

  @Test
  void aPoolOfEitherVersionIsFilledInJudgedAndReadThroughBoth() throws Exception {
    try (var webhookReplica =
        WebhookReplica.start(controlPlane, 0, CertificateTimes.DEFAULT, ADMIN)) {
      assertThat(webhookReplica.health("/healthz")).isEqualTo("200 ok");
      assertThat(webhookReplica.health("/readyz")).startsWith("503 ");
      WebhookReplica _ = webhookReplica.startLeading();
      assertThat(webhookReplica.health("/readyz")).isEqualTo("200 ok");
      WebhookReadiness.await(controlPlane, namespace);

      String _ = create(pool("v1beta1", "old", oldSpec("demo"))).outputOrThrow();
      var wrong = create(pool("v1beta1", "wrong", oldSpec("other")));

      JsonNode stored = get("v1beta2", "old");
      JsonNode shown = get("v1beta1", "old");
      assertThat(stored.at("/spec/replicas").asInt()).isEqualTo(1);
      assertThat(stored.at("/spec/template/spec/version").asText()).isEqualTo("v1.25.0");
      assertThat(stored.at("/spec/template/spec/minReadySeconds").asInt()).isEqualTo(7);
      assertThat(stored.at("/spec/template/spec/deletion/nodeDrainTimeoutSeconds").asInt())
          .isEqualTo(90);
      assertThat(shown.at("/spec/minReadySeconds").asInt()).isEqualTo(7);
      assertThat(shown.at("/spec/replicas").asInt()).isEqualTo(1);
      assertThat(wrong.err())
          .contains("The MachinePool \"wrong\" is invalid: spec.clusterName: Invalid value");
    }
  }

  @Test
  void onlyTheManagersOwnWritesAreNotReviewed() throws Exception {
    String spec =
        """
        {"clusterName": "demo", "template": {"spec": {"clusterName": "other",
         "bootstrap": {"dataSecretName": "given"},
         "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
                               "kind": "AWSMachinePool", "name": "p"}}}}
        """;
    Path file = Files.writeString(directory.resolve("own"), pool("v1beta2", "own", spec));
    Path manager = controlPlane.kubeconfigFile("replica", ADMIN);
    Path another = controlPlane.kubeconfigFile("somebody", ADMIN);
    try (var _ =
        WebhookReplica.start(controlPlane, 0, CertificateTimes.DEFAULT, ADMIN).startLeading()) {
      WebhookReadiness.await(controlPlane, namespace);

      var ofPersonWithItsAccount = create(manager, "kubectl-create", file);
      var ofSomebodyUnderItsName = create(another, "weir", file);
      var own = create(manager, "weir", file);

      for (var reviewed : List.of(ofPersonWithItsAccount, ofSomebodyUnderItsName)) {
        assertThat(reviewed.err()).contains("spec.clusterName: Invalid value");
      }
      assertThat(own.outputOrThrow()).contains("created");
    }
  }

  /** As a tool does it that puts back what it keeps elsewhere. */
  @Test
  void oneCrdThatDistrustsUsIsToldAndMendedWhileReplicasStayInTheService() throws Exception {
    var key = new ObjectKey("", "machinepools.cluster.x-k8s.io");
    var leader =
        WebhookReplica.start(controlPlane, 0, CertificateTimes.DEFAULT, ADMIN).startLeading();
    try (var replica =
        WebhookReplica.start(controlPlane, 0, urlOf(leader), CertificateTimes.DEFAULT, ADMIN)) {
      try (leader) {
        replica.awaitReady();
      }
      ApiObject crd = user.client().get(GroupKind.CUSTOM_RESOURCE_DEFINITION, key).orElseThrow();
      ApiObject _ = RetriedEdits.edit(user.client(), crd, WebhooksIT::removeBundle);

      replica.awaitProblem("CRD machinepools.cluster.x-k8s.io does not trust");
      String told = replica.health("/readyz");
      WebhookReplica _ = replica.startLeading();

      assertThat(told)
          .startsWith("200 ok, but:\n")
          .contains("CRD machinepools.cluster.x-k8s.io does not trust the CA of Weir's webhooks");
      assertThat(replica.health("/readyz")).isEqualTo("200 ok");
    }
  }

  private static void removeBundle(ObjectNode crd) {
    crd.withObject("/spec/conversion/webhook/clientConfig").remove("caBundle");
  }

  private static Exposure urlOf(WebhookReplica replica) {
    return new Exposure.ByUrl(Optional.of(URI.create("https://127.0.0.1:" + replica.port())));
  }

  @Test
  void whileNobodyAnswersTheManagersOwnWritesAreNotRefused() throws Exception {
    String spec =
        """
        {"clusterName": "demo", "template": {"spec": {"clusterName": "demo",
         "bootstrap": {"dataSecretName": "given"},
         "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
                               "kind": "AWSMachinePool", "name": "p"}}}}
        """;
    Path file = Files.writeString(directory.resolve("own"), pool("v1beta2", "own", spec));
    try (var _ =
        WebhookReplica.start(controlPlane, 0, CertificateTimes.DEFAULT, ADMIN).startLeading()) {
      WebhookReadiness.await(controlPlane, namespace);
    }

    var ofUser = create(controlPlane.kubeconfigFile("somebody", ADMIN), "kubectl-create", file);
    var own = create(controlPlane.kubeconfigFile("replica", ADMIN), "weir", file);

    assertThat(ofUser.err()).contains("failed calling webhook");
    assertThat(own.outputOrThrow()).contains("created");
    CleanCluster.forget(user); // else nobody may delete it
  }

  private Command.Result create(Path kubeconfig, String fieldManager, Path file) throws Exception {
    return controlPlane.kubectlAs(
        kubeconfig, "create", "--field-manager=" + fieldManager, "-f", file.toString());
  }

  @Test
  void aReplicaThatMayListNothingConvertsAllTheSame() throws Exception {
    String ofWidgets =
        oldSpec("demo")
            .replace("infrastructure.cluster.x-k8s.io/v1beta1", "test.weir.io/v1alpha9")
            .replace("AWSMachinePool", "Widget");
    int port;
    try (var first =
        WebhookReplica.start(controlPlane, 0, CertificateTimes.DEFAULT, ADMIN).startLeading()) {
      port = first.port();
      WebhookReadiness.await(controlPlane, namespace);
      String _ = create(pool("v1beta1", "old", ofWidgets)).outputOrThrow();
    }
    controlPlane.apply(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: one-secret, namespace: weir-system}
        rules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: one-secret, namespace: weir-system}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: one-secret}
        subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: poor}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: one-definition}
        rules:
          - apiGroups: [apiextensions.k8s.io]
            resources: [customresourcedefinitions]
            resourceNames: [widgets.test.weir.io]
            verbs: [get]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: one-definition}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: one-definition}
        subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: poor}]
        """);

    try (var second = WebhookReplica.start(controlPlane, port, CertificateTimes.DEFAULT, "poor")) {
      JsonNode shown = eventually("v1beta1", "old");

      assertThat(shown.at("/spec/minReadySeconds").asInt()).isEqualTo(7);
      assertThat(shown.at("/spec/template/spec/infrastructureRef/apiVersion").asText())
          .as("from the labels of the CRD, found by its group and kind")
          .isEqualTo("test.weir.io/v1");
      assertThat(second.health("/readyz"))
          .startsWith("503 CRDs and webhook configurations have not been listed yet");
    }
  }

  /** The replica has just begun: the API server may come before its authority has been read. */
  private JsonNode eventually(String version, String name) throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (true) {
      try {
        return get(version, name);
      } catch (IOException early) {
        if (System.nanoTime() > deadline) {
          throw early;
        }
      }
    }
  }

  @Test
  void replicasShareTheAuthorityAndWriteNothingTwice() throws Exception {
    try (var first =
            WebhookReplica.start(controlPlane, 0, CertificateTimes.DEFAULT, ADMIN).startLeading();
        var second =
            WebhookReplica.start(controlPlane, 0, urlOf(first), CertificateTimes.DEFAULT, ADMIN)) {
      List<String> before = versions();

      WebhookReplica _ = second.startLeading();

      assertThat(versions()).isEqualTo(before);
      assertThat(second.health("/readyz")).isEqualTo("200 ok");
    }
  }

  /** Of all namespaces, since somebody may write to one. */
  @Test
  void nobodyStoresAClusterThatKeepsOthersFromTheirListInTheOlderVersion() throws Exception {
    controlPlane.apply(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: clusters, namespace: %1$s}
        rules: [{apiGroups: [cluster.x-k8s.io], resources: [clusters], verbs: [create]}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: clusters, namespace: %1$s}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: clusters}
        subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: mallory}]
        """
            .formatted(namespace));
    Path mallory = controlPlane.kubeconfigFile("mallory");
    String others = controlPlane.createNamespace("others-");
    try (var _ =
        WebhookReplica.start(controlPlane, 0, CertificateTimes.DEFAULT, ADMIN).startLeading()) {
      WebhookReadiness.await(controlPlane, namespace);
      String _ = create(StorableObjects.cluster(others, "victim")).outputOrThrow();

      var hard = StorableObjects.clusters(namespace);
      hard.keySet().retainAll(HARD_TO_CONVERT);
      for (var object : hard.entrySet()) {
        Path file = Files.writeString(directory.resolve(object.getKey()), object.getValue());
        String _ = create(mallory, "kubectl-create", file).outputOrThrow();
      }
      String list =
          controlPlane
              .kubectl("get", "--raw", "/apis/cluster.x-k8s.io/v1beta1/clusters")
              .outputOrThrow();

      assertThat(list).contains("\"name\":\"victim\"");
      assertThat(HARD_TO_CONVERT)
          .allSatisfy(name -> assertThat(list).contains("\"name\":\"%s\"".formatted(name)));
    } finally {
      for (String each : List.of(namespace, others)) {
        String _ = controlPlane.kubectl("delete", "clusters", "--all", "-n", each).outputOrThrow();
      }
    }
  }

  private List<String> versions() {
    return Stream.of(
            user.client()
                .list(GroupKind.CUSTOM_RESOURCE_DEFINITION, "", ObjectSelector.everything()),
            user.client()
                .list(
                    BuiltInKinds.MUTATING_WEBHOOK_CONFIGURATION,
                    "",
                    ObjectSelector.withLabel(MetadataKeys.WEBHOOK)),
            user.client()
                .list(
                    GroupKind.SECRET,
                    "weir-system",
                    ObjectSelector.withLabel(MetadataKeys.WEBHOOK)))
        .flatMap(List::stream)
        .map(object -> object + " " + object.resourceVersion())
        .toList();
  }

  @Test
  void aSecondLeaderTakesThePlaceOfTheFirst() throws Exception {
    try (var _ =
        WebhookReplica.start(controlPlane, 0, CertificateTimes.DEFAULT, ADMIN).startLeading()) {
      WebhookReadiness.await(controlPlane, namespace);
      String _ = create(pool("v1beta1", "old", oldSpec("demo"))).outputOrThrow();
    }
    try (var _ =
        WebhookReplica.start(controlPlane, 0, CertificateTimes.DEFAULT, ADMIN).startLeading()) {
      JsonNode shown = eventually("v1beta1", "old");

      assertThat(shown.at("/spec/minReadySeconds").asInt()).isEqualTo(7);
    }
  }

  @Test
  void aCrdWhoseObjectsSomebodyElseConvertsIsLeftAlone() throws Exception {
    var key = new ObjectKey("", "machinepools.cluster.x-k8s.io");
    ApiObject ours = user.client().get(GroupKind.CUSTOM_RESOURCE_DEFINITION, key).orElseThrow();
    ApiObject theirs =
        RetriedEdits.edit(
            user.client(),
            ours,
            crd ->
                crd.withObject("/spec/conversion/webhook")
                    .putObject("clientConfig")
                    .putObject("service")
                    .put("namespace", "capi-system")
                    .put("name", "capi-webhook-service")
                    .put("path", "/convert")
                    .put("port", 443));
    try (var _ =
        WebhookReplica.start(controlPlane, 0, CertificateTimes.DEFAULT, ADMIN).startLeading()) {
      ApiObject after = user.client().get(GroupKind.CUSTOM_RESOURCE_DEFINITION, key).orElseThrow();
      ApiObject reviews =
          user.client()
              .get(BuiltInKinds.VALIDATING_WEBHOOK_CONFIGURATION, new ObjectKey("", "weir"))
              .orElseThrow();

      assertThat(after.resourceVersion()).isEqualTo(theirs.resourceVersion());
      assertThat(reviews.at("/webhooks").findValuesAsText("name"))
          .isNotEmpty()
          .doesNotContain("validation.machinepool.cluster.x-k8s.io");
    } finally {
      ApiObject now = user.client().get(GroupKind.CUSTOM_RESOURCE_DEFINITION, key).orElseThrow();
      ApiObject _ =
          RetriedEdits.edit(
              user.client(),
              now,
              crd ->
                  crd.withObject("/spec/conversion")
                      .set("webhook", ours.at("/spec/conversion/webhook")));
    }
  }
}
