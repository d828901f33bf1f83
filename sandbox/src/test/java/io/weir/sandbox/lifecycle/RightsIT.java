package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.manager.roles.Roles;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.ManagerRbac;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.rights.ShippedRight;
import io.weir.sandbox.usage.ApiUsers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * No right is shipped that no story needs, by the log of the API server. The stories here need them
 * all; what others on the same sandbox have used counts as well.
 */
@WithExclusiveSandbox
class RightsIT {

  private static final String NAMESPACE = "entitled";
  private static final String CONTROL_PLANES = "controlplane.cluster.x-k8s.io";

  /** Rights that a story of seconds does not use, with what needs them instead. */
  private static final List<RareUse> RARE =
      List.of(
          // Asked by the API server of itself, when an owner is set: it would have refused that.
          new RareUse("weir-core-objects", "machinepools/finalizers", "update"),
          new RareUse("weir-kubeadm-objects", "kubeadmconfigs/finalizers", "update"),
          new RareUse("weir-eks-objects", "eksconfigs/finalizers", "update"),
          new RareUse("weir-eks-objects", "nodeadmconfigs/finalizers", "update"),
          new RareUse("weir-gke-objects", "gkeconfigs/finalizers", "update"),
          // Configs of workers in EKS clusters: EksConfigControllerTest.
          new RareUse("weir-eks-objects", "eksconfigs", "get"),
          new RareUse("weir-eks-objects", "nodeadmconfigs", "get"),
          new RareUse("weir-eks-objects", "eksconfigs/status", "patch"),
          new RareUse("weir-eks-objects", "nodeadmconfigs/status", "patch"),
          new RareUse("weir-core-objects", "eksconfigs", "patch"),
          new RareUse("weir-core-objects", "nodeadmconfigs", "patch"),
          new RareUse("weir-core-objects", "eksconfigs", "delete"),
          new RareUse("weir-core-objects", "nodeadmconfigs", "delete"),
          // Configs of node pools of GKE: GkeConfigControllerTest, GkeLifecycleIT.
          new RareUse("weir-gke-objects", "gkeconfigs", "get"),
          new RareUse("weir-gke-objects", "gkeconfigs/status", "patch"),
          new RareUse("weir-core-objects", "gkeconfigs", "patch"),
          new RareUse("weir-core-objects", "gkeconfigs", "delete"),
          new RareUse("weir-provider-azure-objects", "azuremachinepools/finalizers", "update"),
          new RareUse(
              "weir-provider-azure-objects", "azureasomanagedmachinepools/finalizers", "update"),
          new RareUse(
              "weir-provider-azure-objects", "azuremanagedmachinepools/finalizers", "update"),
          // Asked by the API server of itself, when an object is applied that is not there.
          new RareUse("weir-provider-azure-objects", "managedclustersagentpools", "create"),
          new RareUse("weir-provider-oci-objects", "ocimachinepools/finalizers", "update"),
          new RareUse("weir-provider-oci-objects", "ocimanagedmachinepools/finalizers", "update"),
          // The object of an instance that has been gone for a minute: PoolMachineWriterTest.
          new RareUse("weir-provider-azure-objects", "azuremachinepoolmachines", "delete"),
          new RareUse("weir-provider-oci-objects", "ocimachinepoolmachines", "delete"),
          // What happens again within minutes is counted on its Event: EventRecorderIT.
          new RareUse("weir-manager-objects", "events", "patch"),
          new RareUse("weir-clouds-ownership", "events", "patch"),
          // A conversion before the CRDs have been listed: WebhooksIT.
          new RareUse("weir-manager", "customresourcedefinitions", "get"),
          // When a kubeconfig has been away for a minute and a half: WorkloadConnectionsTest.
          new RareUse("weir-core", "namespaces", "get"),
          new RareUse("weir-kubeadm", "namespaces", "get"),
          new RareUse("weir-clouds", "namespaces", "get"),
          // Whether the API server of a workload cluster answers whose watches do not:
          // WorkloadConnectionsIT.
          new RareUse("weir-workload", "nodes", "get"),
          // What is on the Node of an instance that leaves: NodeDrainerTest.
          new RareUse("weir-workload-drain", "pods", "list"),
          new RareUse("weir-workload-drain", "pods/eviction", "create"),
          new RareUse("weir-workload-drain", "persistentvolumeclaims", "get"),
          new RareUse("weir-workload-drain", "namespaces", "get"),
          new RareUse("weir-workload-drain", "volumeattachments", "list"));

  private final TestSandbox testSandbox;

  private record RareUse(String role, String resource, String verb) {}

  RightsIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @AfterEach
  void forget() throws Exception {
    testSandbox.kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found", "--wait=false");
    testSandbox.kubectl(
        "delete", "configmap", "weir-ownership", "-n", "weir-system", "--ignore-not-found");
    testSandbox.kubectl(
        "delete", "crd", "--ignore-not-found", "kubeadmcontrolplanes." + CONTROL_PLANES);
  }

  @Test
  void eachThatIsShippedIsUsedAndNoneIsMissing() throws Exception {
    aPoolOfAwsWhoseDataChangesAndGetsLost();
    aPoolOfKapsule();
    aClusterWithItsPools();
    whatOnlyManagementClustersOfClusterApiHave();
    aDecisionThatCannotBeFollowed();
    aCaOfTheWebhooksThatIsReplaced();

    testSandbox.assertNoRightWasMissing();
    List<ObjectNode> installed = ManagerRbac.installationObjects(Roles.all(), Optional.empty());
    assertThat(ShippedRight.of(installed)).noneMatch(ShippedRight::isWildcard);
    assertThat(unused(installed, ApiUsers.MANAGER)).isEmpty();
    assertThat(unused(ManagerRbac.ofWorkloadAccount(), ApiUsers.WORKLOAD)).isEmpty();
  }

  private void aPoolOfAwsWhoseDataChangesAndGetsLost() throws Exception {
    ObjectKey pool = testSandbox.create("entitled", 2);
    testSandbox.awaitRunning(pool, 2);
    testSandbox.scale(pool, 1);
    testSandbox.awaitRunning(pool, 1);
    AuditLog.Mark mark = mark();
    testSandbox.kubectl(
        "patch",
        "kubeadmconfig",
        pool.name(),
        "--type=merge",
        "-p",
        "{\"spec\": {\"preKubeadmCommands\": [\"true\"]}}");
    awaitRequest(mark, "patch", "secrets");
    mark = mark();
    testSandbox.kubectl("delete", "secret", pool.name());
    awaitRequest(mark, "create", "secrets");
    aTokenThatIsHidden(pool);
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  /** Made again, it turns out to be there. */
  private void aTokenThatIsHidden(ObjectKey pool) throws Exception {
    AuditLog.Mark mark = mark();
    testSandbox.kubectl(
        "label",
        "secret",
        "-n",
        "kube-system",
        testSandbox.tokensOf(pool).getFirst().name(),
        BootstrapMetadataKeys.TOKEN_CLUSTER_UID + "-");
    await(
        mark,
        ApiUsers.WORKLOAD,
        request -> request.verb().equals("patch") && request.resource().equals("secrets"));
  }

  private void aPoolOfKapsule() throws Exception {
    var pool = new ObjectKey(TestSandbox.KAPSULE_NAMESPACE, "entitled");
    ExamplePools.pool(SandboxCloud.SCALEWAY, pool.namespace(), pool.name(), 1).forEach(this::apply);
    testSandbox.awaitRunning(pool, 1);
    testSandbox.kubectl(
        "-n", pool.namespace(), "delete", "machinepool", pool.name(), "--wait=false");
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  private void aClusterWithItsPools() throws Exception {
    testSandbox.kubectl("create", "namespace", NAMESPACE);
    var cluster = new ObjectKey(NAMESPACE, ExamplePools.CLUSTER);
    testSandbox.sandbox().createKubeconfigSecret(cluster);
    ExamplePools.cluster(NAMESPACE).forEach(this::apply);
    ExamplePools.pool(NAMESPACE, "leaving", 1).forEach(this::apply);
    testSandbox.awaitRunning(new ObjectKey(NAMESPACE, "leaving"), 1);
    testSandbox.kubectl("-n", NAMESPACE, "delete", "cluster", cluster.name(), "--wait=false");
    testSandbox.awaitGone(GroupKind.CLUSTER, cluster);
  }

  /** Control planes whose version files print. */
  private void whatOnlyManagementClustersOfClusterApiHave() throws Exception {
    AuditLog.Mark mark = mark();
    testSandbox.sandbox().controlPlane().apply(crd(CONTROL_PLANES, "KubeadmControlPlane"));
    testSandbox.kubectl(
        "wait", "--for=condition=Established", "crd/kubeadmcontrolplanes." + CONTROL_PLANES);
    List<ObjectNode> objects = new ArrayList<>(ExamplePools.cluster(NAMESPACE));
    for (ObjectNode object : objects) {
      if (object.path("kind").asText().equals("Cluster")) {
        object
            .withObject("/spec/controlPlaneRef")
            .put("apiGroup", CONTROL_PLANES)
            .put("kind", "KubeadmControlPlane")
            .put("name", "printed");
      }
    }
    objects.add(controlPlane());
    objects.addAll(ExamplePools.pool(NAMESPACE, "printing", 1));
    for (ObjectNode object : objects) {
      if (object.path("kind").asText().equals("KubeadmConfig")) {
        object
            .withObject("/spec")
            .putArray("files")
            .addObject()
            .put("path", "/etc/version")
            .put("contentFormat", "Template")
            .put("content", "{{ .controlPlane.version }}");
      }
    }
    testSandbox.sandbox().apply(Manifests.none().withFirst(objects));
    awaitRequest(mark, "watch", "kubeadmcontrolplanes");
  }

  private static ObjectNode controlPlane() {
    ObjectNode controlPlane =
        Json.MAPPER
            .createObjectNode()
            .put("apiVersion", CONTROL_PLANES + "/v1beta2")
            .put("kind", "KubeadmControlPlane");
    controlPlane.putObject("metadata").put("namespace", NAMESPACE).put("name", "printed");
    controlPlane.putObject("spec").put("version", "v1.35.4");
    return controlPlane;
  }

  private static String crd(String group, String kind) {
    String singular = kind.toLowerCase(Locale.ROOT);
    return """
    apiVersion: apiextensions.k8s.io/v1
    kind: CustomResourceDefinition
    metadata:
      name: %1$ss.%2$s
      labels: {cluster.x-k8s.io/v1beta2: v1beta2}
    spec:
      group: %2$s
      names: {kind: %3$s, listKind: %3$sList, plural: %1$ss, singular: %1$s}
      scope: Namespaced
      versions:
        - name: v1beta2
          served: true
          storage: true
          schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
    """
        .formatted(singular, group, kind);
  }

  private void aDecisionThatCannotBeFollowed() throws Exception {
    // Of other tests, which have come to their end.
    testSandbox.kubectl(
        "delete", "configmap", "weir-ownership", "-n", "weir-system", "--ignore-not-found");
    AuditLog.Mark mark = mark();
    testSandbox.kubectl(
        "create",
        "configmap",
        "weir-ownership",
        "-n",
        "weir-system",
        "--from-literal=nonsense=nonsense");
    await(
        mark,
        request ->
            request.verb().equals("create")
                && request.resource().equals("events")
                && request.namespace().equals("weir-system"));
  }

  private void aCaOfTheWebhooksThatIsReplaced() throws Exception {
    AuditLog.Mark mark = mark();
    testSandbox.kubectl("delete", "secret", "weir-webhook-ca", "-n", "weir-system");
    await(
        mark,
        request -> request.verb().equals("patch") && request.name().equals("weir-webhook-ca"));
  }

  private void apply(ObjectNode object) {
    testSandbox.sandbox().kube().client().apply(object);
  }

  private AuditLog.Mark mark() throws Exception {
    return testSandbox.sandbox().controlPlane().auditLog().mark();
  }

  private void awaitRequest(AuditLog.Mark mark, String verb, String resource) throws Exception {
    await(mark, request -> request.verb().equals(verb) && request.resource().equals(resource));
  }

  private void await(AuditLog.Mark mark, Predicate<AuditRecord> wanted) throws Exception {
    await(mark, ApiUsers.MANAGER, wanted);
  }

  private void await(AuditLog.Mark mark, String account, Predicate<AuditRecord> wanted)
      throws Exception {
    assertThat(
            testSandbox
                .sandbox()
                .controlPlane()
                .auditLog()
                .await(
                    mark,
                    request -> request.user().equals(account) && wanted.test(request),
                    TestSandbox.PATIENCE))
        .isPresent();
  }

  private List<ShippedRight> unused(Collection<ObjectNode> objects, String account)
      throws Exception {
    List<AuditRecord> requests =
        testSandbox.sandbox().controlPlane().auditLog().since(AuditLog.beginning()).stream()
            .filter(request -> request.user().equals(account))
            .toList();
    return ShippedRight.of(objects).stream()
        .filter(right -> requests.stream().noneMatch(right::isUsedBy))
        .filter(right -> !RARE.contains(new RareUse(right.role(), right.resource(), right.verb())))
        .toList();
  }
}
