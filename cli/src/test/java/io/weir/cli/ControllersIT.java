package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.eks.EksCluster;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.azure.AzureCloud;
import io.weir.clouds.azure.containerservice.ManagedCluster;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.gcp.GcpCloud;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.oci.OciCloud;
import io.weir.clouds.oci.seed.ApiUser;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.StartRecorder;
import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.EmbeddedManager;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.Installation;
import io.weir.sandbox.objects.KubeconfigSecrets;
import io.weir.sandbox.objects.ManagerRbac;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.ObjectWaiter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Managers of one role each, with the account of their installation; tests play the other roles.
 */
@WithControlPlane
class ControllersIT {

  private static final String CLUSTER = "install";
  private static final String ACCOUNT =
      "system:serviceaccount:%s:%s".formatted(ManagerRbac.NAMESPACE, ManagerRbac.ACCOUNT);
  private static final String ATTACHED = "attached-by-one-role";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String POOL = "workers";
  private static final String INFRASTRUCTURE = "infrastructure.cluster.x-k8s.io";
  private static final GroupKind EKS_POOL = new GroupKind(INFRASTRUCTURE, "AWSManagedMachinePool");
  private static final GroupKind EKS_CLUSTER = new GroupKind(INFRASTRUCTURE, "AWSManagedCluster");
  private static final GroupKind EKS_CONTROL_PLANE =
      new GroupKind("controlplane.cluster.x-k8s.io", "AWSManagedControlPlane");
  private static final GroupKind GKE_POOL = new GroupKind(INFRASTRUCTURE, "GCPManagedMachinePool");
  private static final GroupKind GKE_CLUSTER = new GroupKind(INFRASTRUCTURE, "GCPManagedCluster");
  private static final GroupKind GKE_CONTROL_PLANE =
      new GroupKind(INFRASTRUCTURE, "GCPManagedControlPlane");
  private static final GroupKind OKE_POOL = new GroupKind(INFRASTRUCTURE, "OCIManagedMachinePool");
  private static final GroupKind OKE_CLUSTER = new GroupKind(INFRASTRUCTURE, "OCIManagedCluster");
  private static final GroupKind OKE_CONTROL_PLANE =
      new GroupKind(INFRASTRUCTURE, "OCIManagedControlPlane");
  private static final GroupKind AKS_CLUSTER = new GroupKind(INFRASTRUCTURE, "AzureManagedCluster");
  private static final GroupKind AKS_CONTROL_PLANE =
      new GroupKind(INFRASTRUCTURE, "AzureManagedControlPlane");
  private static final GroupKind AWS_POOL = new GroupKind(INFRASTRUCTURE, "AWSMachinePool");

  /** What every manager watches: which kinds there are, and what points at its webhooks. */
  private static final Set<String> ALWAYS =
      Set.of(
          "customresourcedefinitions.apiextensions.k8s.io",
          "mutatingwebhookconfigurations.admissionregistration.k8s.io",
          "validatingwebhookconfigurations.admissionregistration.k8s.io",
          "clusters.cluster.x-k8s.io",
          "secrets");

  private final ControlPlane controlPlane;
  private final StringWriter printed = new StringWriter();
  private final KubeCluster admin;
  private AuditLog.Mark begun = AuditLog.beginning();

  ControllersIT(@NamedCluster(CLUSTER) ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
    this.admin =
        KubeCluster.connect(
            KubeConfigs.fromFile(controlPlane.adminKubeconfig(), "test"),
            WatchSettings.defaults(),
            RequestListener.NONE);
  }

  /** The kinds of all roles are there, and the rights of none; nor any Cluster of other tests. */
  @BeforeEach
  void revokeAll() throws Exception {
    install("*");
    ObjectCache clusters = admin.cache(GroupKind.CLUSTER);
    assertThat(clusters.awaitSynced(PATIENCE)).isTrue(); // else there seem to be none
    try (var waiter = ObjectWaiter.start(clusters, PATIENCE)) {
      assertThat(waiter.awaitUntil(() -> clusters.list().isEmpty())).isTrue();
    }
    for (ObjectNode object : Installation.of("*", Optional.empty()).rights()) {
      var one = new ApiObject(object);
      if (one.groupKind().kind().endsWith("Binding")) {
        admin
            .client()
            .get(one.groupKind(), one.key())
            .ifPresent(there -> admin.client().delete(there, PropagationPolicy.BACKGROUND));
      }
    }
    awaitMay("no", "patch", "leases", "-n", "weir-system");
  }

  /** Nobody answers the webhooks any more: all is as a fresh installation has it. */
  @AfterEach
  void forgetWebhooks() throws Exception {
    for (String binding : kubectl("get", "clusterrolebinding", "-o", "name").split("\n", -1)) {
      if (binding.contains("-attached")) {
        kubectl("delete", binding);
      }
    }
    for (ObjectNode shipped : Installation.of("*", Optional.empty()).crds()) {
      var crd = new ApiObject(shipped);
      if (!crd.at("/spec/conversion").isMissingNode()) {
        String patch =
            "[{\"op\": \"replace\", \"path\": \"/spec/conversion\", \"value\": %s}]"
                .formatted(crd.at("/spec/conversion"));
        kubectl("patch", "crd", crd.name(), "--type=json", "-p", patch);
      }
    }
    for (String kind : List.of("mutatingwebhookconfiguration", "validatingwebhookconfiguration")) {
      kubectl("delete", kind, "weir", "--ignore-not-found");
    }
    admin.close();
  }

  @Test
  void awsAloneMakesPoolsUnderSomebodyElsesCore(@FreshNamespace(cluster = CLUSTER) String namespace)
      throws Exception {
    install("aws");
    awaitMay("yes", "patch", "awsmachinepools", "--subresource=status", "-n", namespace);
    JsonNode conversionOfPools = crd("machinepools.cluster.x-k8s.io").at("/spec/conversion");
    begun = controlPlane.auditLog().mark();

    try (AwsCloud cloud =
            AwsCloud.builder().seedData(AwsSeedData.forCluster(ExamplePools.CLUSTER)).start();
        var _ = manager("aws", "--set=aws.endpoint=" + cloud.endpoint())) {
      ApiObject machinePool = poolOfAnotherCore(namespace);
      ApiObject made =
          await(
              AWS_POOL,
              key(namespace, POOL),
              pool ->
                  pool.at("/spec/providerIDList").size() == 3
                      && pool.at("/status/ready").asBoolean());
      admin.client().delete(made, PropagationPolicy.BACKGROUND);
      awaitGone(AWS_POOL, made.key());

      assertThat(cloud.instances())
          .hasSize(3)
          .allMatch(instance -> instance.state().equals("terminated"));
      assertThat(reviewed())
          .containsExactly(
              "validation.awsmachinepool." + INFRASTRUCTURE,
              "validation.awsmanagedmachinepool." + INFRASTRUCTURE);
      assertThat(crd("machinepools.cluster.x-k8s.io").at("/spec/conversion"))
          .isEqualTo(conversionOfPools);
      admin.client().delete(machinePool, PropagationPolicy.BACKGROUND);
    }

    assertThat(watched())
        .isEqualTo(
            with(
                "awsmachinepools." + INFRASTRUCTURE,
                "awsmanagedmachinepools." + INFRASTRUCTURE,
                "awsmanagedcontrolplanes.controlplane.cluster.x-k8s.io",
                "awsclusters." + INFRASTRUCTURE,
                "awsclustercontrolleridentities." + INFRASTRUCTURE,
                "awsclusterroleidentities." + INFRASTRUCTURE,
                "awsclusterstaticidentities." + INFRASTRUCTURE,
                "machinedrainrules.cluster.x-k8s.io",
                "machinepools.cluster.x-k8s.io",
                "namespaces",
                "configmaps"));
    assertNothingWasForbidden();
    awaitMay("no", "delete", "awsmachinepools", "-n", namespace);
    awaitMay("no", "create", "secrets", "-n", namespace);
    awaitMay("no", "list", "kubeadmconfigs", "-n", namespace);
    awaitMay("no", "list", "scalewaymanagedmachinepools", "-n", namespace);
  }

  @Test
  void eksAttachedTellsOfAClusterThatExistsWhatItsPoolsWaitFor(
      @FreshNamespace(cluster = CLUSTER) String namespace) throws Exception {
    install("core,aws,eks-attached");
    awaitMay("yes", "patch", "awsmanagedcontrolplanes", "--subresource=status", "-n", namespace);
    begun = controlPlane.auditLog().mark();
    Path example = Path.of("..", "examples", "aws", "eks.yaml");

    try (AwsCloud cloud = AwsCloud.start();
        var _ = manager("core,aws,eks-attached", "--set=aws.endpoint=" + cloud.endpoint())) {
      cloud.putEksCluster(EksCluster.unreachable("demo", "1.35"));
      for (ApiObject read : Manifests.of("eks.yaml", Files.readString(example)).objects()) {
        ObjectNode object = read.copyTree();
        object.withObject("/metadata").put("namespace", namespace);
        ApiObject _ = createPool(List.of(object));
      }
      ApiObject attached =
          await(
              EKS_CONTROL_PLANE,
              key(namespace, "demo"),
              object -> object.at("/status/ready").asBoolean());
      ApiObject pool =
          await(
              EKS_POOL,
              key(namespace, POOL),
              object ->
                  object.at("/spec/providerIDList").size() == 2
                      && object.at("/status/ready").asBoolean());

      assertThat(attached.at("/status/version").asText()).isEqualTo("v1.35");
      assertThat(attached.at("/spec/controlPlaneEndpoint/host").asText())
          .isEqualTo("demo.eks.invalid");
      assertThat(attached.at("/spec/network/subnets")).hasSize(3);
      assertThat(attached.finalizers()).isEmpty();
      delete(GroupKind.MACHINE_POOL, pool.key());
      for (GroupKind kind : List.of(GroupKind.CLUSTER, EKS_CLUSTER, EKS_CONTROL_PLANE)) {
        delete(kind, key(namespace, "demo"));
      }

      assertThat(cloud.instances())
          .hasSize(2)
          .allMatch(instance -> instance.state().equals("terminated"));
    }

    assertNothingWasForbidden();
  }

  @Test
  void gkeAttachedTellsOfAClusterThatExistsWhatItsPoolsWaitFor(
      @FreshNamespace(cluster = CLUSTER) String namespace) throws Exception {
    install("core,gcp,gke-attached");
    awaitMay("yes", "patch", "gcpmanagedcontrolplanes", "--subresource=status", "-n", namespace);
    begun = controlPlane.auditLog().mark();
    Path example = Path.of("..", "examples", "gcp", "gke.yaml");

    try (GcpCloud cloud = GcpCloud.builder().start();
        var _ =
            manager(
                "core,gcp,gke-attached",
                "--set=gcp.endpoint=" + cloud.endpoint(),
                "--set=gcp.container-endpoint=" + cloud.endpoint(),
                "--set=gcp.token-endpoint=" + cloud.endpoint())) {
      cloud.engine(GcpSeedData.PROJECT).addCluster("europe-west1", "demo", "v1.35.4");
      ApiObject _ =
          admin
              .client()
              .create(
                  secret(
                      key(namespace, "demo-gcp"),
                      cloud.seedData().caller().keyJson(GcpSeedData.PROJECT)));
      String yaml = Files.readString(example).replace(": default", ": " + namespace);
      for (ApiObject read : Manifests.of("gke.yaml", yaml).objects()) {
        ApiObject _ = createPool(List.of(read.copyTree()));
      }
      ApiObject attached =
          await(
              GKE_CONTROL_PLANE,
              key(namespace, "demo-control-plane"),
              object -> object.at("/status/ready").asBoolean());
      ApiObject network =
          await(
              GKE_CLUSTER,
              key(namespace, "demo"),
              object -> object.at("/status/ready").asBoolean());
      ApiObject pool =
          await(
              GKE_POOL,
              key(namespace, POOL),
              object ->
                  object.at("/spec/providerIDList").size() == 3
                      && object.at("/status/ready").asBoolean());

      assertThat(attached.at("/status/version").asText()).isEqualTo("1.35.4");
      assertThat(attached.at("/spec/endpoint/host").asText()).isEqualTo("127.0.0.1");
      assertThat(network.at("/spec/controlPlaneEndpoint/host").asText()).isEqualTo("127.0.0.1");
      assertThat(network.at("/status/failureDomains")).hasSize(3);
      assertThat(attached.finalizers()).isEmpty();
      assertThat(network.finalizers()).isEmpty();
      delete(GroupKind.MACHINE_POOL, pool.key());
      awaitGone(GKE_POOL, pool.key());
      delete(GroupKind.CLUSTER, network.key());
      delete(GKE_CLUSTER, network.key());
      delete(GKE_CONTROL_PLANE, attached.key());

      assertThat(cloud.engine(GcpSeedData.PROJECT).nodePools()).isEmpty();
    }

    assertNothingWasForbidden();
  }

  private static ObjectNode secret(ObjectKey name, String credentials) {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.putObject("metadata").put("namespace", name.namespace()).put("name", name.name());
    secret.putObject("stringData").put("credentials", credentials);
    return secret;
  }

  @Test
  void okeAttachedTellsOfAClusterThatExistsWhatItsPoolsWaitFor(
      @FreshNamespace(cluster = CLUSTER) String namespace) throws Exception {
    install("core,oci,oke-attached");
    awaitMay("yes", "patch", "ocimanagedclusters", "--subresource=status", "-n", namespace);
    begun = controlPlane.auditLog().mark();
    String example =
        Files.readString(Path.of("..", "examples", "oci", "oke.yaml"))
            .replace("namespace: default", "namespace: " + namespace)
            .replace("list: [default]", "list: [" + namespace + "]")
            .replace("  ociResourceIdentifier: demo\n", "");

    try (OciCloud cloud = OciCloud.builder().start();
        var _ = manager("core,oci,oke-attached", "--set=oci.endpoint=" + cloud.endpoint())) {
      String _ = cloud.oke().addCluster("ocid1.cluster.oc1.iad.demo", "demo", "v1.35.4");
      ApiObject _ = admin.client().create(keyOf(cloud.seedData().user(), namespace));
      for (ApiObject object : Manifests.of("oke.yaml", example).objects()) {
        ApiObject _ = createPool(List.of(object.copyTree()));
      }
      ApiObject attached =
          await(
              OKE_CLUSTER,
              key(namespace, "demo"),
              object -> object.at("/status/ready").asBoolean());
      ApiObject pool =
          await(
              OKE_POOL,
              key(namespace, POOL),
              object ->
                  object.at("/spec/providerIDList").size() == 3
                      && object.at("/status/ready").asBoolean());

      assertThat(cloud.instances()).hasSize(3);
      assertThat(attached.at("/spec/controlPlaneEndpoint/port").asInt()).isEqualTo(6443);
      assertThat(attached.at("/spec/ociResourceIdentifier").asText())
          .isEqualTo("ocid1.cluster.oc1.iad.demo");
      assertThat(attached.finalizers()).isEmpty();
      assertThat(
              admin
                  .client()
                  .get(OKE_CONTROL_PLANE, attached.key())
                  .map(object -> object.at("/status/version").asText()))
          .hasValue("v1.35.4");
      delete(GroupKind.MACHINE_POOL, pool.key());
      for (GroupKind kind : List.of(GroupKind.CLUSTER, OKE_CLUSTER, OKE_CONTROL_PLANE)) {
        delete(kind, key(namespace, "demo"));
      }

      assertThat(cloud.instances())
          .allMatch(instance -> instance.phase() == InstanceState.Phase.TERMINATED);
      assertThat(cloud.oke().clusters())
          .extracting(each -> each.path("lifecycleState").asText())
          .containsExactly("ACTIVE");
    }

    assertNothingWasForbidden();
  }

  private static ObjectNode keyOf(ApiUser user, String namespace) {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.putObject("metadata").put("namespace", namespace).put("name", "demo-oci");
    secret
        .putObject("stringData")
        .put("tenancy", user.tenancy())
        .put("user", user.user())
        .put("fingerprint", user.fingerprint())
        .put("key", user.privateKey());
    return secret;
  }

  @Test
  void aksAttachedTellsOfAClusterThatExists(@FreshNamespace(cluster = CLUSTER) String namespace)
      throws Exception {
    install("core,azure,aks-attached");
    awaitMay("yes", "patch", "azuremanagedclusters", "--subresource=status", "-n", namespace);
    begun = controlPlane.auditLog().mark();

    try (AzureCloud cloud = AzureCloud.start();
        var _ =
            manager(
                "core,azure,aks-attached",
                "--set=azure.endpoint=" + cloud.endpoint(),
                "--set=azure.authority-host=" + cloud.endpoint())) {
      cloud
          .admin()
          .putManagedCluster(
              AzureSeedData.SUBSCRIPTION,
              new ManagedCluster(
                  "group",
                  "demo",
                  "westeurope",
                  "1.35.4",
                  "https://demo.azmk8s.invalid:443",
                  "",
                  true,
                  "Running"));
      for (ApiObject object :
          Manifests.of("aks.yaml", existingCluster(namespace, cloud.seedData().tenant()))
              .objects()) {
        ApiObject _ = createPool(List.of(object.copyTree()));
      }
      ApiObject attached =
          await(
              AKS_CONTROL_PLANE,
              key(namespace, "demo"),
              object -> object.at("/status/ready").asBoolean());
      ApiObject cluster =
          await(
              AKS_CLUSTER,
              key(namespace, "demo"),
              object -> object.at("/status/ready").asBoolean());

      assertThat(attached.at("/status/version").asText()).isEqualTo("v1.35.4");
      assertThat(attached.at("/spec/nodeResourceGroupName").asText())
          .isEqualTo("MC_group_demo_westeurope");
      assertThat(cluster.at("/spec/controlPlaneEndpoint/host").asText())
          .isEqualTo("demo.azmk8s.invalid");
      assertThat(cluster.finalizers()).isEmpty();
      for (GroupKind kind : List.of(GroupKind.CLUSTER, AKS_CLUSTER, AKS_CONTROL_PLANE)) {
        delete(kind, key(namespace, "demo"));
      }
    }

    assertNothingWasForbidden();
  }

  private static String existingCluster(String namespace, String tenant) {
    return """
    apiVersion: v1
    kind: Secret
    metadata: {namespace: NAMESPACE, name: sp}
    stringData: {clientSecret: "%s"}
    ---
    apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
    kind: AzureClusterIdentity
    metadata: {namespace: NAMESPACE, name: demo}
    spec:
      type: ServicePrincipal
      tenantID: %s
      clientID: %s
      clientSecret: {namespace: NAMESPACE, name: sp}
      allowedNamespaces: {list: [NAMESPACE]}
    ---
    apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
    kind: AzureManagedCluster
    metadata: {namespace: NAMESPACE, name: demo}
    spec: {}
    ---
    apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
    kind: AzureManagedControlPlane
    metadata: {namespace: NAMESPACE, name: demo}
    spec:
      subscriptionID: %s
      resourceGroupName: group
      location: westeurope
      version: v1.35.4
      identityRef: {kind: AzureClusterIdentity, namespace: NAMESPACE, name: demo}
    ---
    apiVersion: cluster.x-k8s.io/v1beta2
    kind: Cluster
    metadata: {namespace: NAMESPACE, name: demo}
    spec:
      infrastructureRef:
        apiGroup: infrastructure.cluster.x-k8s.io
        kind: AzureManagedCluster
        name: demo
      controlPlaneRef:
        apiGroup: infrastructure.cluster.x-k8s.io
        kind: AzureManagedControlPlane
        name: demo
    """
        .formatted(
            AzureSeedData.PRINCIPAL.secret(),
            tenant,
            AzureSeedData.PRINCIPAL.clientId(),
            AzureSeedData.SUBSCRIPTION)
        .replace("NAMESPACE", namespace);
  }

  @Test
  void coreAloneAttachesClustersAndOwnsPoolsWhosePartsAreOthers(
      @FreshNamespace(cluster = CLUSTER) String namespace) throws Exception {
    install("core");
    awaitMay("yes", "delete", "awsmachinepools", "-n", namespace);
    begun = controlPlane.auditLog().mark();

    try (var _ = manager("core")) {
      attach(namespace);
      ExamplePools.cluster(namespace).forEach(admin.client()::create);
      createPool(ExamplePools.pool(namespace, POOL, 3));
      for (GroupKind part : List.of(AWS_POOL, GroupKind.KUBEADM_CONFIG)) {
        ApiObject _ = await(part, key(namespace, POOL), object -> object.controller().isPresent());
      }
      ApiObject pool =
          admin.client().get(GroupKind.MACHINE_POOL, key(namespace, POOL)).orElseThrow();
      admin.client().delete(pool, PropagationPolicy.BACKGROUND);
      awaitGone(GroupKind.MACHINE_POOL, pool.key());
      ApiObject cluster =
          await(
              GroupKind.CLUSTER,
              key(namespace, ExamplePools.CLUSTER),
              ControllersIT::isInitialized);
      admin.client().delete(cluster, PropagationPolicy.BACKGROUND);
      awaitGone(GroupKind.CLUSTER, cluster.key());

      assertThat(admin.client().get(AWS_POOL, pool.key())).isEmpty();
      assertThat(reviewed())
          .containsExactly(
              "validation.machine.cluster.x-k8s.io",
              "validation.machinedeployment.cluster.x-k8s.io",
              "validation.machinedrainrule.cluster.x-k8s.io",
              "validation.machinehealthcheck.cluster.x-k8s.io",
              "validation.machinepool.cluster.x-k8s.io",
              "validation.machineset.cluster.x-k8s.io");
    }

    assertThat(watched())
        .isEqualTo(
            with(
                "machinepools.cluster.x-k8s.io",
                "awsclusters." + INFRASTRUCTURE,
                "awsmachinepools." + INFRASTRUCTURE,
                "kubeadmconfigs.bootstrap.cluster.x-k8s.io"));
    assertNothingWasForbidden();
    assertThat(askedOfWorkloadCluster()).contains("nodes").doesNotContain("secrets");
    awaitMay("no", "patch", "awsmachinepools", "--subresource=status", "-n", namespace);
    awaitMay("no", "patch", "kubeadmconfigs", "--subresource=status", "-n", namespace);
  }

  @Test
  void kubeadmAloneMakesDataForPoolsOfSomebodyElsesCore(
      @FreshNamespace(cluster = CLUSTER) String namespace) throws Exception {
    install("kubeadm");
    awaitMay("yes", "patch", "kubeadmconfigs", "--subresource=status", "-n", namespace);
    begun = controlPlane.auditLog().mark();

    try (var _ = manager("kubeadm")) {
      attach(namespace);
      ApiObject _ =
          admin
              .client()
              .create(
                  KubeconfigSecrets.caSecret(
                      key(namespace, ExamplePools.CLUSTER), controlPlane.kubeconfig(ATTACHED)));
      ApiObject machinePool = poolOfAnotherCore(namespace);
      ObjectNode config = ExamplePools.pool(namespace, POOL, 3).getFirst();
      MetadataEdits.setController(config, machinePool);
      MetadataEdits.setLabel(config, MetadataKeys.CLUSTER_NAME, ExamplePools.CLUSTER);
      ApiObject _ = admin.client().create(config);

      ApiObject made =
          await(
              GroupKind.KUBEADM_CONFIG,
              key(namespace, POOL),
              it -> it.at("/status/initialization/dataSecretCreated").asBoolean());

      assertThat(made.at("/status/dataSecretName").asText()).isEqualTo(POOL);
      assertThat(admin.client().get(GroupKind.SECRET, key(namespace, POOL))).isPresent();
      for (GroupKind kind : List.of(AWS_POOL, GroupKind.MACHINE_POOL)) {
        admin
            .client()
            .get(kind, key(namespace, POOL))
            .ifPresent(one -> admin.client().delete(one, PropagationPolicy.BACKGROUND));
      }
    }

    assertThat(watched())
        .isEqualTo(
            with(
                "machinepools.cluster.x-k8s.io",
                "machines.cluster.x-k8s.io",
                "kubeadmconfigs.bootstrap.cluster.x-k8s.io"));
    assertNothingWasForbidden();
    assertThat(askedOfWorkloadCluster()).contains("secrets").doesNotContain("nodes");
    awaitMay("no", "patch", "machinepools", "-n", namespace);
    awaitMay("no", "patch", "clusters", "-n", namespace);
    awaitMay("no", "delete", "kubeadmconfigs", "-n", namespace);
  }

  @Test
  void withoutTheGateOfPoolsNoneIsWrittenOrWatched(
      @FreshNamespace(cluster = CLUSTER) String namespace) throws Exception {
    install("*");
    awaitMay("yes", "patch", "awsmachinepools", "--subresource=status", "-n", namespace);
    begun = controlPlane.auditLog().mark();

    try (var _ = manager("*", "--feature-gates=MachinePool=false")) {
      ObjectNode pool = ExamplePools.pool(namespace, POOL, 3).getLast();
      Optional<String> refusal = Optional.empty();
      // The API server asks a moment after it was told whom to ask.
      for (long end = System.nanoTime() + PATIENCE.toNanos();
          refusal.isEmpty() && System.nanoTime() < end; ) {
        refusal = refusal(pool);
      }

      assertThat(refusal.orElseThrow())
          .contains("spec: Forbidden: can be set only if the manager's feature gate MachinePool");
    }

    assertThat(watched())
        .isEqualTo(
            with(
                "machines.cluster.x-k8s.io",
                "kubeadmconfigs.bootstrap.cluster.x-k8s.io",
                "eksconfigs.bootstrap.cluster.x-k8s.io",
                "nodeadmconfigs.bootstrap.cluster.x-k8s.io",
                "gkeconfigs.bootstrap.cluster.x-k8s.io",
                "awsmanagedcontrolplanes.controlplane.cluster.x-k8s.io"));
    assertNothingWasForbidden();
  }

  @Test
  void rightsInOneNamespaceAreEnoughForAllRolesThereAndPoolsElsewhereAreNotHeld(
      @FreshNamespace(cluster = CLUSTER) String namespace,
      @FreshNamespace(cluster = CLUSTER) String other)
      throws Exception {
    install("*", "--namespace=" + namespace);
    awaitMay("yes", "patch", "awsmachinepools", "--subresource=status", "-n", namespace);
    begun = controlPlane.auditLog().mark();

    try (AwsCloud cloud =
            AwsCloud.builder().seedData(AwsSeedData.forCluster(ExamplePools.CLUSTER)).start();
        var _ =
            manager("*", "--namespace=" + namespace, "--set=aws.endpoint=" + cloud.endpoint())) {
      attach(namespace);
      ExamplePools.cluster(namespace).forEach(admin.client()::create);
      createPool(ExamplePools.pool(namespace, POOL, 3));
      ApiObject _ =
          await(
              AWS_POOL,
              key(namespace, POOL),
              pool ->
                  pool.at("/spec/providerIDList").size() == 3
                      && pool.at("/status/ready").asBoolean());
      ApiObject pool =
          admin.client().get(GroupKind.MACHINE_POOL, key(namespace, POOL)).orElseThrow();
      ApiObject cluster =
          admin.client().get(GroupKind.CLUSTER, key(namespace, ExamplePools.CLUSTER)).orElseThrow();
      admin.client().delete(pool, PropagationPolicy.BACKGROUND);
      awaitGone(GroupKind.MACHINE_POOL, pool.key());
      admin.client().delete(cluster, PropagationPolicy.BACKGROUND);
      awaitGone(GroupKind.CLUSTER, cluster.key());

      ApiObject elsewhere = reviewedPool(other);
      assertThat(elsewhere.finalizers()).isEmpty();
      admin.client().delete(elsewhere, PropagationPolicy.BACKGROUND);
      awaitGone(GroupKind.MACHINE_POOL, elsewhere.key());
    }

    assertNothingWasForbidden();
    awaitMay("no", "list", "secrets", "-A");
    awaitMay("no", "list", "awsmachinepools", "-A");
    awaitMay("no", "list", "scalewaymanagedmachinepools", "-A");
  }

  /** A pool that the manager was asked about: the API server asks a moment after it was told to. */
  private ApiObject reviewedPool(String namespace) {
    ObjectNode pool = ExamplePools.pool(namespace, POOL, 3).getLast();
    for (long end = System.nanoTime() + PATIENCE.toNanos(); System.nanoTime() < end; ) {
      ApiObject probe = createPool(List.of(probe(pool)));
      admin.client().delete(probe, PropagationPolicy.BACKGROUND);
      if (probe.label(MetadataKeys.CLUSTER_NAME).isPresent()) {
        return createPool(List.of(pool));
      }
    }
    throw new AssertionError("no pool is reviewed");
  }

  /** The same under a name that is new each time, as no write to a name is repeated at will. */
  private static ObjectNode probe(ObjectNode pool) {
    ObjectNode probe = pool.deepCopy();
    probe.withObject("/metadata").put("generateName", "probe-").remove("name");
    return probe;
  }

  private Optional<String> refusal(ObjectNode pool) {
    try {
      admin.client().delete(admin.client().create(probe(pool)), PropagationPolicy.BACKGROUND);
      return Optional.empty();
    } catch (KubeException.AlreadyExists | KubeException.Unavailable _) {
      return Optional.empty();
    } catch (KubeException.Invalid invalid) {
      return Optional.of(String.valueOf(invalid.getMessage()));
    }
  }

  private EmbeddedManager manager(String controllers, String... more) throws Exception {
    StartRecorder.record("manager");
    // Where the SDK of AWS looks when, as here, the environment names no account.
    System.setProperty("aws.accessKeyId", AwsSeedData.ACCOUNT.accessKey());
    System.setProperty("aws.secretAccessKey", AwsSeedData.ACCOUNT.secretKey());
    System.setProperty("aws.disableEc2Metadata", "true");
    var arguments =
        new ArrayList<>(
            List.of(
                "--kubeconfig=" + controlPlane.kubeconfigFile(ACCOUNT),
                "--controllers=" + controllers,
                "--webhook-port=0",
                "--health-addr=127.0.0.1:0",
                "--workload-cidr-allow=127.0.0.0/8,::1/128",
                "--observe-soon=100ms",
                "--observe-busy=400ms",
                "--observe-idle=3s"));
    arguments.addAll(List.of(more));
    return EmbeddedManager.start(arguments, EmbeddedManager.Hooks.NONE);
  }

  /** A cluster that is up, and a pool in it that has its data. */
  private ApiObject poolOfAnotherCore(String namespace) {
    for (ObjectNode object : ExamplePools.cluster(namespace)) {
      if (object.path("kind").asText().equals("Cluster")) {
        object.withObject("/spec/controlPlaneEndpoint").put("host", "10.0.0.1").put("port", 6443);
      }
      ApiObject made = admin.client().create(object);
      if (made.groupKind().equals(GroupKind.CLUSTER)) {
        ApiObject _ = admin.client().editStatus(made, ControllersIT::initialize);
      }
    }
    ObjectNode data = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    data.putObject("metadata").put("namespace", namespace).put("name", "data");
    data.putObject("stringData").put("value", "#cloud-config");
    ApiObject _ = admin.client().create(data);
    List<ObjectNode> pool = ExamplePools.pool(namespace, POOL, 3);
    pool.getLast().withObject("/spec/template/spec/bootstrap").put("dataSecretName", "data");
    ApiObject machinePool = createPool(List.of(pool.getLast()));
    ObjectNode infrastructure = pool.get(1);
    MetadataEdits.setController(infrastructure, machinePool);
    MetadataEdits.setLabel(infrastructure, MetadataKeys.CLUSTER_NAME, ExamplePools.CLUSTER);
    ApiObject _ = createPool(List.of(infrastructure));
    return machinePool;
  }

  private static void initialize(ObjectNode status) {
    status
        .withObject("/initialization")
        .put("infrastructureProvisioned", true)
        .put("controlPlaneInitialized", true);
  }

  private static boolean isInitialized(ApiObject cluster) {
    return cluster.at("/status/initialization/controlPlaneInitialized").asBoolean();
  }

  /** No cluster of these answers: its Nodes are given up soon, when the pool is deleted. */
  private ApiObject createPool(List<ObjectNode> objects) {
    for (ObjectNode object : objects) {
      if (object.path("kind").asText().equals(GroupKind.MACHINE_POOL.kind())) {
        object.withObject("/spec/template/spec/deletion").put("nodeDeletionTimeoutSeconds", 1);
      }
    }
    return objects.stream().map(admin.client()::create).toList().getLast();
  }

  private void attach(String namespace) {
    var cluster = new ObjectKey(namespace, ExamplePools.CLUSTER);
    String kubeconfig = controlPlane.kubeconfig(ATTACHED, "system:masters");
    ApiObject _ = admin.client().create(KubeconfigSecrets.of(cluster, kubeconfig));
  }

  private static ObjectKey key(String namespace, String name) {
    return new ObjectKey(namespace, name);
  }

  private ApiObject await(GroupKind kind, ObjectKey key, Predicate<ApiObject> wanted)
      throws InterruptedException {
    try (var waiter = ObjectWaiter.start(admin.cache(kind), PATIENCE)) {
      return waiter
          .awaitUntil(key, wanted)
          .orElseThrow(
              () -> new AssertionError("never as wanted: " + admin.client().get(kind, key)));
    }
  }

  private void delete(GroupKind kind, ObjectKey key) throws InterruptedException {
    // Seen there by the watch that is to see it go.
    ApiObject object = await(kind, key, _ -> true);
    admin.client().delete(object, PropagationPolicy.BACKGROUND);
    awaitGone(kind, key);
  }

  private void awaitGone(GroupKind kind, ObjectKey key) throws InterruptedException {
    ObjectCache cache = admin.cache(kind);
    assertThat(cache.awaitSynced(PATIENCE)).isTrue(); // else there seems to be none
    try (var waiter = ObjectWaiter.start(cache, PATIENCE)) {
      assertThat(waiter.awaitUntil(() -> cache.get(key).isEmpty()))
          .as("%s %s goes", kind, key)
          .isTrue();
    }
  }

  /** What the API server asks the manager about. */
  private List<String> reviewed() throws Exception {
    return Json.MAPPER
        .readTree(kubectl("get", "validatingwebhookconfiguration", "weir", "-o", "json"))
        .path("webhooks")
        .valueStream()
        .map(webhook -> webhook.path("name").asText())
        .toList();
  }

  private JsonNode crd(String name) throws Exception {
    return Json.MAPPER.readTree(kubectl("get", "crd", name, "-o", "json"));
  }

  private static Set<String> with(String... more) {
    var all = new TreeSet<>(ALWAYS);
    all.addAll(List.of(more));
    return all;
  }

  private Set<String> watched() throws Exception {
    return requests(ACCOUNT).stream()
        .filter(request -> request.verb().equals("watch"))
        .map(request -> request.resourceType().toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private List<String> askedOfWorkloadCluster() throws Exception {
    return requests(ATTACHED).stream().map(AuditRecord::resource).toList();
  }

  private void assertNothingWasForbidden() throws Exception {
    assertThat(requests(ACCOUNT)).filteredOn(request -> request.code() == 403).isEmpty();
  }

  private List<AuditRecord> requests(String account) throws Exception {
    return controlPlane.auditLog().since(begun).stream()
        .filter(request -> request.user().equals(account))
        .toList();
  }

  /** An API server knows rights a moment after they were stored. */
  private void awaitMay(String answer, String verb, String resource, String... where)
      throws Exception {
    var line = new ArrayList<>(List.of("auth", "can-i", verb, resource));
    line.addAll(List.of(where));
    line.add("--as=" + ACCOUNT);
    String said = "";
    for (long end = System.nanoTime() + PATIENCE.toNanos();
        !said.equals(answer) && System.nanoTime() < end; ) {
      said = controlPlane.kubectl(line.toArray(String[]::new)).out().strip();
    }
    assertThat(said).as("%s %s", verb, resource).isEqualTo(answer);
  }

  private void install(String controllers, String... more) {
    CommandLine weir = Weir.command();
    weir.setOut(new PrintWriter(printed, true));
    var line =
        new ArrayList<>(
            List.of(
                "install",
                "--kubeconfig",
                controlPlane.adminKubeconfig().toString(),
                "--controllers=" + controllers));
    line.addAll(List.of(more));
    int code = weir.execute(line.toArray(String[]::new));
    assertThat(code).as(printed.toString()).isZero();
  }

  private String kubectl(String... arguments) throws Exception {
    return controlPlane.kubectl(arguments).outputOrThrow();
  }
}
