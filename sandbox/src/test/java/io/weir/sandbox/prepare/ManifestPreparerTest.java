package io.weir.sandbox.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.Image;
import io.weir.clouds.aws.seed.InstanceType;
import io.weir.clouds.aws.seed.Region;
import io.weir.clouds.aws.seed.SecurityGroup;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.ImageDefinition;
import io.weir.clouds.azure.seed.ServicePrincipal;
import io.weir.sandbox.cloud.aws.AwsWorld;
import io.weir.sandbox.cloud.azure.AzureWorld;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestPreparerTest {
  private static final String POOL =
      """
      apiVersion: cluster.x-k8s.io/v1beta1
      kind: MachinePool
      metadata: {name: p}
      spec:
        clusterName: capa
        template:
          spec:
            clusterName: capa
            version: v1.25.0
            infrastructureRef: {kind: AWSMachinePool, name: p}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
      kind: AWSMachinePool
      metadata: {name: p}
      spec:
        availabilityZones: [eu-west-1b]
        subnets: [{id: subnet-7}]
        awsLaunchTemplate:
          instanceType: m7g.2xlarge
          sshKeyName: mine
          iamInstanceProfile: nodes
          additionalSecurityGroups: [{id: sg-7}]
      """;

  @Test
  void whatOnlyControllersOfOthersActOnIsLeftOut() {
    Manifests template =
        Manifests.of(
            "template.yaml",
            POOL
                + """
                ---
                apiVersion: controlplane.cluster.x-k8s.io/v1beta1
                kind: KubeadmControlPlane
                metadata: {name: capa-control-plane}
                ---
                apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
                kind: AWSMachineTemplate
                metadata: {name: capa-control-plane}
                """);

    PreparedManifests preparedManifests = ManifestPreparer.prepare(template);

    assertThat(preparedManifests.additions())
        .contains(
            "left out of template.yaml what a sandbox has no controller for: KubeadmControlPlane"
                + " capa-control-plane, AWSMachineTemplate capa-control-plane; it runs the control"
                + " plane itself");
    assertThat(preparedManifests.manifests().objects())
        .extracting(object -> object.groupKind().kind())
        .contains("MachinePool", "AWSMachinePool")
        .doesNotContain("KubeadmControlPlane", "AWSMachineTemplate");
    assertThat(preparedManifests.manifests().yaml()).doesNotContain("KubeadmControlPlane");
  }

  @Test
  void theExampleNeedsNothing() {
    Manifests example = Manifests.example();

    PreparedManifests preparedManifests = ManifestPreparer.prepare(example);

    assertThat(preparedManifests.additions()).isEmpty();
    assertThat(preparedManifests.manifests()).isEqualTo(example);
    assertThat(aws(preparedManifests).accounts())
        .isEqualTo(AwsSeedData.forCluster("demo").accounts());
    assertThat(region(preparedManifests, "us-east-1"))
        .usingRecursiveComparison()
        .ignoringFields("images")
        .isEqualTo(AwsSeedData.forCluster("demo").region("us-east-1").orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.35.5", "1.35.13", "1.36.0", "1.36.9", "1.38.0"})
  void theExampleCanBeUpgradedByPatchesAndMinorsOnEitherArchitecture(String version) {
    Region region = region(ManifestPreparer.prepare(Manifests.example()), "us-east-1");

    assertThat(region.images())
        .filteredOn(image -> image.name().startsWith("capa-ami-ubuntu-24.04-" + version + "-"))
        .extracting(Image::architecture)
        .containsExactlyInAnyOrder("x86_64", "arm64");
    assertThat(region.images()).extracting(Image::id).doesNotHaveDuplicates();
  }

  @Test
  void aPoolOfKapsuleWithoutAClusterGetsOneOfKapsuleInTheRegionOfItsZone() {
    String pool =
        """
        apiVersion: cluster.x-k8s.io/v1beta2
        kind: MachinePool
        metadata: {name: p}
        spec:
          clusterName: mine
          template:
            spec:
              clusterName: mine
              version: v1.34.3
              infrastructureRef: {kind: ScalewayManagedMachinePool, name: p}
        ---
        apiVersion: infrastructure.cluster.x-k8s.io/v1alpha2
        kind: ScalewayManagedMachinePool
        metadata: {name: p}
        spec: {nodeType: PLAY2-NANO, zone: nl-ams-2}
        """;

    PreparedManifests preparedManifests = ManifestPreparer.prepare(Manifests.of("x.yaml", pool));

    assertThat(preparedManifests.manifests().summary())
        .startsWith(
            "ScalewayManagedCluster mine, ScalewayManagedControlPlane mine, Cluster mine, ");
    assertThat(preparedManifests.manifests().objects().getFirst().at("/spec/region").asText())
        .isEqualTo("nl-ams");
    assertThat(preparedManifests.additions())
        .singleElement()
        .asString()
        .startsWith(
            "x.yaml has no Cluster default/mine: added an attached Cluster, a ScalewayManaged");
  }

  @Test
  void aPoolOfEksWithoutAClusterGetsOneOfEksWithAllThatItNames() {
    String pool =
        """
        apiVersion: cluster.x-k8s.io/v1beta2
        kind: MachinePool
        metadata: {name: p}
        spec:
          clusterName: mine
          template:
            spec:
              clusterName: mine
              version: v1.34.3
              infrastructureRef: {kind: AWSManagedMachinePool, name: p}
        ---
        apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
        kind: AWSManagedMachinePool
        metadata: {name: p}
        spec:
          availabilityZones: [eu-west-1b]
          subnetIDs: [subnet-7]
          instanceType: m7i.2xlarge
          roleName: nodes
          remoteAccess: {sshKeyName: me}
        """;

    PreparedManifests preparedManifests = ManifestPreparer.prepare(Manifests.of("x.yaml", pool));

    assertThat(preparedManifests.manifests().summary())
        .startsWith("AWSManagedCluster mine, AWSManagedControlPlane mine, Cluster mine, ");
    assertThat(preparedManifests.manifests().objects().get(1).at("/spec/version").asText())
        .isEqualTo("v1.34.3");
    assertThat(preparedManifests.additions())
        .containsExactly(
            "x.yaml has no Cluster default/mine: added an attached Cluster and an"
                + " AWSManagedControlPlane of that name in eu-west-1",
            "added to eu-west-1 what x.yaml names: subnet subnet-7 (eu-west-1b), key pair me, role"
                + " nodes, instance type m7i.2xlarge");
    Region region = region(preparedManifests, "eu-west-1");
    assertThat(region.instanceProfiles()).contains("nodes");
    assertThat(region.subnets()).extracting(Subnet::id).contains("subnet-7");
  }

  @Test
  void aPoolOfAzureWithoutAClusterGetsOneInItsLocationWithAllThatItNames() {
    String pool =
        """
        apiVersion: cluster.x-k8s.io/v1beta1
        kind: MachinePool
        metadata: {name: capz-mp-0}
        spec:
          clusterName: capz
          template:
            spec:
              clusterName: capz
              version: v1.22.0
              infrastructureRef: {kind: AzureMachinePool, name: capz-mp-0}
        ---
        apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
        kind: AzureMachinePool
        metadata: {name: capz-mp-0}
        spec:
          location: West US 2
          template:
            vmSize: Standard_F4s_v2
            networkInterfaces: [{subnetName: workers}]
        """;

    PreparedManifests preparedManifests = ManifestPreparer.prepare(Manifests.of("x.yaml", pool));

    assertThat(preparedManifests.manifests().summary())
        .startsWith("AzureClusterIdentity capz, AzureCluster capz, Cluster capz, ");
    assertThat(preparedManifests.additions())
        .anyMatch(line -> line.contains("no Cluster default/capz"))
        .anyMatch(line -> line.contains("location westus2, resource group capz, subnet workers"))
        .anyMatch(line -> line.contains("VM size Standard_F4s_v2, image for v1.22.0"));
    AzureSeedData azure = azure(preparedManifests);
    assertThat(azure.size("Standard_F4s_v2").orElseThrow().cores()).isEqualTo(4);
    assertThat(azure.images())
        .anyMatch(
            image ->
                image.kind() == ImageDefinition.Kind.MARKETPLACE
                    && image.versions().containsKey("122.0.20260101"));
  }

  @Test
  void theExampleOfAzureNeedsNothing() {
    Manifests example = Manifests.example(SandboxCloud.AZURE);

    PreparedManifests preparedManifests = ManifestPreparer.prepare(example);

    assertThat(preparedManifests.additions()).isEmpty();
    assertThat(preparedManifests.manifests()).isEqualTo(example);
    assertThat(azure(preparedManifests))
        .usingRecursiveComparison()
        .ignoringFields("images")
        .isEqualTo(AzureSeedData.forCluster("demo"));
  }

  @Test
  void aServicePrincipalThatTheSandboxKnowsGetsThePasswordThatIsGiven() {
    String known =
        identity()
            .replace(
                "99999999-8888-7777-6666-555555555555",
                AzureSeedData.PRINCIPAL.clientId().toUpperCase(Locale.ROOT));

    AzureSeedData azure = azure(ManifestPreparer.prepare(Manifests.of("x.yaml", known)));

    assertThat(azure.principals())
        .extracting(ServicePrincipal::secret)
        .containsExactly("of-a-test");
  }

  @Test
  void aServicePrincipalOfAzureHasThePasswordOfItsSecret() {
    AzureSeedData azure = azure(ManifestPreparer.prepare(Manifests.of("x.yaml", identity())));

    assertThat(azure.tenant()).isEqualTo("11111111-2222-3333-4444-555555555555");
    assertThat(azure.principals())
        .extracting(ServicePrincipal::secret)
        .containsExactly(AzureSeedData.PRINCIPAL.secret(), "of-a-test");
  }

  private static String identity() {
    return """
    apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
    kind: AzureClusterIdentity
    metadata: {name: mine}
    spec:
      type: ServicePrincipal
      tenantID: 11111111-2222-3333-4444-555555555555
      clientID: 99999999-8888-7777-6666-555555555555
      clientSecret: {name: mine, namespace: default}
    ---
    apiVersion: v1
    kind: Secret
    metadata: {name: mine}
    stringData: {clientSecret: of-a-test}
    """;
  }

  @Test
  void whatAPoolNamesIsThere() {
    Region region = region(ManifestPreparer.prepare(Manifests.of("x.yaml", POOL)), "eu-west-1");

    assertThat(region.subnets())
        .filteredOn(subnet -> subnet.id().equals("subnet-7"))
        .extracting(Subnet::zone)
        .containsExactly("eu-west-1b");
    assertThat(region.keyPairs()).contains("mine");
    assertThat(region.instanceProfiles()).contains("nodes");
    assertThat(region.securityGroups()).extracting(SecurityGroup::id).contains("sg-7");
    assertThat(region.instanceTypes()).contains(new InstanceType("m7g.2xlarge", "arm64", 8, 32768));
    assertThat(region.subnets()).extracting(Subnet::cidr).doesNotHaveDuplicates();
  }

  @Test
  void imagesOfItsVersionAndTheNextOnesAreThere() {
    Region region = region(ManifestPreparer.prepare(Manifests.of("x.yaml", POOL)), "eu-west-1");

    assertThat(region.images())
        .filteredOn(image -> image.architecture().equals("arm64"))
        .extracting(Image::name)
        .anyMatch(name -> name.startsWith("capa-ami-ubuntu-24.04-1.25.0-"))
        .anyMatch(name -> name.startsWith("capa-ami-ubuntu-24.04-1.26.0-"));
  }

  @Test
  void aClusterThatIsMissingIsSuppliedAndSaid() {
    PreparedManifests preparedManifests = ManifestPreparer.prepare(Manifests.of("x.yaml", POOL));

    assertThat(preparedManifests.manifests().summary())
        .startsWith("AWSCluster capa, Cluster capa, Machine");
    assertThat(
            preparedManifests.manifests().of(GroupKind.CLUSTER).getFirst().at("/spec").toString())
        .contains("AWSCluster")
        .doesNotContain("controlPlane");
    assertThat(preparedManifests.additions())
        .anyMatch(line -> line.contains("no Cluster default/capa"))
        .anyMatch(line -> line.contains("key pair mine, instance profile nodes"));
  }

  @Test
  void imagesAreNamedAsTheClusterLooksThemUp() {
    Manifests manifests =
        Manifests.of(
            "x.yaml",
            POOL
                + """
                ---
                apiVersion: cluster.x-k8s.io/v1beta2
                kind: Cluster
                metadata: {name: capa}
                spec: {infrastructureRef: {kind: AWSCluster, name: net}}
                ---
                apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
                kind: AWSCluster
                metadata: {name: net}
                spec:
                  region: ap-south-1
                  imageLookupFormat: "own-{{.BaseOS}}-v{{.K8sVersion}}"
                  imageLookupBaseOS: flatcar
                  imageLookupOrg: "1234"
                  network:
                    vpc: {id: vpc-7}
                    subnets: [{id: subnet-7, availabilityZone: ap-south-1c}]
                    securityGroupOverrides: {node: sg-nodes}
                """);

    Region region = region(ManifestPreparer.prepare(manifests), "ap-south-1");

    assertThat(region.images())
        .anyMatch(i -> i.name().equals("own-flatcar-v1.25.0") && i.owner().equals("1234"));
    assertThat(region.vpc()).isEqualTo("vpc-7");
    assertThat(region.subnets()).anyMatch(s -> s.zone().equals("ap-south-1c"));
    assertThat(region.securityGroups()).extracting(SecurityGroup::id).contains("sg-nodes");
  }

  private static Region region(PreparedManifests preparedManifests, String name) {
    return aws(preparedManifests).region(name).orElseThrow();
  }

  private static AzureSeedData azure(PreparedManifests preparedManifests) {
    return ((AzureWorld) preparedManifests.worlds().get(1)).seedData();
  }

  private static AwsSeedData aws(PreparedManifests preparedManifests) {
    return ((AwsWorld) preparedManifests.worlds().getFirst()).seedData();
  }
}
