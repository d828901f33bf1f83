package io.weir.provider.azure.machinepool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.provider.RolloutPreferences;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.RoleAssignment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DesiredScaleSetTest {

  private static final String READER =
      "/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7";

  private static JsonNode profile(DesiredScaleSet want) {
    return want.model().document().path("properties").path("virtualMachineProfile");
  }

  private static JsonNode osDisk(DesiredScaleSet want) {
    return profile(want).at("/storageProfile/osDisk");
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException malformed) {
      throw new AssertionError(text, malformed);
    }
  }

  @Nested
  class FieldsThatUpstreamDrops {

    @Test
    void cachingOfDataDisksTakesEffect() {
      var want =
          PoolFixture.plain()
              .withTemplate(
                  """
                  {"dataDisks": [{"nameSuffix": "data", "diskSizeGB": 10, "lun": 3, "cachingType": "ReadOnly"}]}
                  """)
              .desired();

      assertThat(profile(want).at("/storageProfile/dataDisks/0/caching").asText())
          .isEqualTo("ReadOnly");
    }

    @Test
    void dataDisksWithoutNumberGetTheFirstThatIsFree() {
      var want =
          PoolFixture.plain()
              .withTemplate(
                  """
                  {"dataDisks": [{"nameSuffix": "a", "diskSizeGB": 1}, {"nameSuffix": "b", "diskSizeGB": 1, "lun": 0},
                                 {"nameSuffix": "c", "diskSizeGB": 1}]}
                  """)
              .desired();

      assertThat(
              profile(want)
                  .at("/storageProfile/dataDisks")
                  .valueStream()
                  .map(disk -> disk.path("lun").asInt()))
          .containsExactly(1, 0, 2);
    }

    @Test
    void trustedLaunchTakesEffect() {
      var want =
          PoolFixture.plain()
              .withTemplate(
                  """
                  {"securityProfile": {"securityType": "TrustedLaunch", "uefiSettings": {"secureBootEnabled": true, "vTpmEnabled": false}}}
                  """)
              .desired();

      assertThat(profile(want).path("securityProfile").toString())
          .isEqualTo(
              """
              {"securityType":"TrustedLaunch","uefiSettings":{"secureBootEnabled":true,"vTpmEnabled":false}}\
              """);
    }

    @Test
    void disksOfConfidentialMachinesAreEncryptedAsAsked() {
      var want =
          PoolFixture.plain()
              .withTemplate(
                  """
                  {"osDisk": {"osType": "Linux", "managedDisk": {"storageAccountType": "Premium_LRS",
                   "diskEncryptionSet": {"id": "/des/a"},
                   "securityProfile": {"securityEncryptionType": "DiskWithVMGuestState", "diskEncryptionSet": {"id": "/des/b"}}}}}
                  """)
              .desired();

      assertThat(osDisk(want).path("managedDisk").toString())
          .isEqualTo(
              """
              {"storageAccountType":"Premium_LRS","diskEncryptionSet":{"id":"/des/a"},\
              "securityProfile":{"securityEncryptionType":"DiskWithVMGuestState","diskEncryptionSet":{"id":"/des/b"}}}\
              """);
    }
  }

  @Nested
  class Network {

    @Test
    void anAddressRangeOfIpv6GivesAnAddressOfIt() {
      var want =
          PoolFixture.plain()
              .withCluster(
                  cluster -> cluster.putArray("vnetCIDRBlocks").add("10.0.0.0/8").add("fd00::/48"))
              .desired();

      var addresses =
          profile(want)
              .at("/networkProfile/networkInterfaceConfigurations/0/properties/ipConfigurations");

      assertThat(addresses.valueStream().map(each -> each.path("name").asText()))
          .containsExactly("ipConfig0", "ipConfigv6");
    }

    @Test
    void aClusterWithoutLoadBalancerGetsNoBackendPool() {
      var want =
          PoolFixture.plain().withCluster(cluster -> cluster.remove("nodeOutboundLB")).desired();

      assertThat(profile(want).path("networkProfile").toString())
          .doesNotContain("loadBalancerBackendAddressPools");
    }

    @Test
    void anyInterfaceWithoutSubnetIsInTheOnlyOneForNodes() {
      var want =
          PoolFixture.plain()
              .withTemplate("{\"networkInterfaces\": [{\"subnetName\": \"apps\"}, {}]}")
              .desired();

      assertThat(
              profile(want)
                  .at(
                      "/networkProfile/networkInterfaceConfigurations/1/properties/ipConfigurations/0/properties/subnet/id")
                  .asText())
          .endsWith("/subnets/w1-node-subnet");
    }

    @Test
    void twoSubnetsForNodesNeedAName() {
      var refusal =
          PoolFixture.plain()
              .withCluster(cluster -> cluster.putArray("nodeSubnets").add("a").add("b"))
              .refusal();

      assertThat(refusal)
          .hasMessageContaining(
              "has 2 subnets for nodes, [a, b]: name one in spec.template.networkInterfaces");
    }

    @Test
    void theOlderFieldsAreReadWhereAdmissionHasNotMovedThem() {
      var want =
          PoolFixture.plain()
              .withTemplate(
                  template -> {
                    template.remove("networkInterfaces");
                    template.put("subnetName", "old").put("acceleratedNetworking", true);
                  })
              .desired();

      var first = profile(want).at("/networkProfile/networkInterfaceConfigurations/0/properties");
      assertThat(first.path("enableAcceleratedNetworking").asBoolean()).isTrue();
      assertThat(first.toString()).contains("/subnets/old");
    }
  }

  @Nested
  class Placement {

    @Test
    void flexibleMachinesAreInOneFaultDomainUnlessThePoolSaysOtherwise() {
      var pool = PoolFixture.plain().withSpec(spec -> spec.put("orchestrationMode", "Flexible"));

      var want = pool.desired();

      assertThat(want.placement().faultDomains()).isEqualTo(1);
      assertThat(profile(want).at("/networkProfile/networkApiVersion").asText())
          .isEqualTo("2020-11-01");
    }

    @Test
    void oneZoneNeedsNoBalance() {
      var want =
          PoolFixture.plain()
              .withZones("1")
              .withSpec(spec -> spec.put("zoneBalance", true))
              .desired();

      assertThat(want.placement().zoneBalance()).isNull();
    }

    @Test
    void zonesInWhichTheSizeIsNotAreRefused() {
      var refusal = PoolFixture.plain().withZones("1", "4").refusal();

      assertThat(refusal).hasMessageContaining("does not have in the zones [4]");
    }
  }

  @Nested
  class Sizes {

    @Test
    void oneProcessorIsTooFew() {
      var refusal = PoolFixture.plain().withCapability("vCPUs", "1").refusal();

      assertThat(refusal).hasMessageContaining("has 1 vCPUs, and a Node needs 2");
    }

    @Test
    void memoryInPartsOfAGibibyteIsCompared() {
      var refusal = PoolFixture.plain().withCapability("MemoryGB", "1.75").refusal();

      assertThat(refusal).hasMessageContaining("has 1.75 GiB of memory");
    }

    @Test
    void ephemeralDisksNeedRoomOnTheHost() {
      var refusal =
          PoolFixture.plain()
              .withTemplate(
                  "{\"osDisk\": {\"osType\": \"Linux\", \"diffDiskSettings\": {\"option\":"
                      + " \"Local\"}}}")
              .refusal();

      assertThat(refusal).hasMessageContaining("has no room for an ephemeral OS disk");
    }

    @Test
    void trustedLaunchNeedsNoEncryptionAtTheHost() {
      var want =
          PoolFixture.plain()
              .withTemplate("{\"securityProfile\": {\"securityType\": \"TrustedLaunch\"}}")
              .desired();

      assertThat(profile(want).path("securityProfile").has("encryptionAtHost")).isFalse();
    }
  }

  @Nested
  class Images {

    private JsonNode image(PoolFixture pool) {
      return profile(pool.desired()).at("/storageProfile/imageReference");
    }

    @Test
    void aPrivateGalleryIsNamedByItsId() {
      var pool =
          PoolFixture.plain()
              .withTemplate(
                  """
                  {"image": {"computeGallery": {"gallery": "g", "name": "n", "version": "1.0.0", "subscriptionID": "s", "resourceGroup": "r",
                   "plan": {"publisher": "p", "offer": "o", "sku": "k"}}}}
                  """);

      assertThat(image(pool).toString())
          .isEqualTo(
              """
              {"id":"/subscriptions/s/resourceGroups/r/providers/Microsoft.Compute/galleries/g/images/n/versions/1.0.0"}\
              """);
      assertThat(pool.desired().model().document().path("plan").toString())
          .isEqualTo("{\"name\":\"k\",\"product\":\"o\",\"publisher\":\"p\"}");
    }

    @Test
    void theOlderFormOfAPrivateGalleryMeansTheSame() {
      var pool =
          PoolFixture.plain()
              .withTemplate(
                  """
                  {"image": {"sharedGallery": {"gallery": "g", "name": "n", "version": "1.0.0", "subscriptionID": "s", "resourceGroup": "r"}}}
                  """);

      assertThat(image(pool).path("id").asText()).endsWith("/galleries/g/images/n/versions/1.0.0");
    }

    @Test
    void anImageByIdIsTakenAsItIs() {
      assertThat(
              image(PoolFixture.plain().withTemplate("{\"image\": {\"id\": \"/x/y\"}}")).toString())
          .isEqualTo("{\"id\":\"/x/y\"}");
    }

    @Test
    void versionsOfBeforeTheGalleryBootTheNewestOfTheMarketplace() {
      var pool =
          PoolFixture.plain()
              .withVersion("v1.28.1")
              .withMarketplaceVersions(
                  "128.1.20230829", "128.1.20240101", "128.11.20240501", "127.1.20250101");

      assertThat(image(pool).path("version").asText()).isEqualTo("128.1.20240101");
      assertThat(image(pool).path("publisher").asText()).isEqualTo("cncf-upstream");
    }

    @Test
    void aVersionThatNoImageHasIsRefused() {
      assertThat(PoolFixture.plain().withVersion("v1.30.2").refusal())
          .hasMessageContaining(
              "the marketplace has no image capi/ubuntu-2204-gen1 of Kubernetes 1.30.2");
    }

    @Test
    void withoutVersionAnImageMustBeNamed() {
      assertThat(PoolFixture.plain().withVersion("").refusal())
          .hasMessageContaining("spec.template.image is empty");
    }
  }

  @Nested
  class NamesThatBecomePartsOfPaths {

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            {"networkInterfaces": [{}, {"subnetName": "a/../b"}]}   | spec.template.networkInterfaces[1].subnetName a/../b
            {"networkInterfaces": [{"subnetName": "a?b"}]}          | spec.template.networkInterfaces[0].subnetName a?b
            {"networkInterfaces": [{"privateIPConfigs": 99999999999}]} | spec.template.networkInterfaces[0].privateIPConfigs is 99999999999
            {"networkInterfaces": [{"privateIPConfigs": -1}]}       | spec.template.networkInterfaces[0].privateIPConfigs is -1
            {"image": {"id": "images/x"}}                           | spec.template.image.id images/x
            {"image": {"id": "/images/../x"}}                       | spec.template.image.id /images/../x
            {"image": {"computeGallery": {"gallery": "g/x", "name": "n", "version": "1"}}} | spec.template.image.computeGallery.gallery g/x
            {"image": {"computeGallery": {"gallery": "g", "name": "..", "version": "1"}}}  | spec.template.image.computeGallery.name ..
            {"image": {"sharedGallery": {"subscriptionID": "s", "resourceGroup": "r#", "gallery": "g", "name": "n", "version": "1"}}} | spec.template.image.sharedGallery.resourceGroup r#
            """)
    void ofThePoolAreRefusedByTheirField(String template, String message) {
      var why = PoolFixture.plain().withTemplate(template).refusal();

      assertThat(why.needsUserAction()).isTrue();
      assertThat(why).hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
      "vnetName, AzureCluster spec.networkSpec.vnet.name a/b",
      "vnetResourceGroup, AzureCluster spec.networkSpec.vnet.resourceGroup a/b"
    })
    void ofTheClusterAreRefusedByTheirField(String field, String message) {
      assertThat(PoolFixture.plain().withCluster(it -> it.put(field, "a/b")).refusal())
          .hasMessageContaining(message);
    }

    @Test
    void areQuotedInPartAndPrintable() {
      var why =
          PoolFixture.plain()
              .withTemplate(
                  template ->
                      template
                          .putArray("networkInterfaces")
                          .addObject()
                          .put("subnetName", "\u001b[31m" + "x".repeat(10_000)))
              .refusal();

      assertThat(why.getMessage()).hasSizeLessThan(300).contains("?[31mxx");
    }
  }

  @Nested
  class BootstrapData {

    @Test
    void asMuchAsAzureTakesIsSent() {
      assertThat(PoolFixture.plain().withBootstrapData("x".repeat(65_535)).desired()).isNotNull();
    }

    @Test
    void moreThanAzureTakesIsRefused() {
      assertThat(PoolFixture.plain().withBootstrapData("x".repeat(65_536)).refusal())
          .hasMessage(
              "the bootstrap data in Secret team/bootstrap has 87,384 characters in base64, and"
                  + " Azure takes 87,380: make it shorter, or let it fetch the rest");
    }

    @Test
    void itIsInNoText() {
      var want =
          PoolFixture.plain()
              .withBootstrapData("token: abcdef.0123456789abcdef")
              .withTemplate(
                  """
                  {"vmExtensions": [{"name": "e", "publisher": "p", "version": "1", "protectedSettings": {"key": "hidden"}}]}
                  """)
              .desired();

      assertThat(want.toString())
          .doesNotContain("abcdef.0123456789abcdef", want.customData().base64(), "hidden");
    }
  }

  @Nested
  class Strategy {

    private RolloutPreferences preferences(String json) {
      return PoolFixture.plain()
          .withSpec(spec -> spec.set("strategy", json(json)))
          .desired()
          .rolloutPreferences();
    }

    @Test
    void withoutOneNothingIsSaid() {
      assertThat(PoolFixture.plain().desired().rolloutPreferences())
          .isEqualTo(RolloutPreferences.NONE);
    }

    @Test
    void numbersAndPercentagesAreSaidAsTheyAre() {
      assertThat(
              preferences(
                  """
                  {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": 1, "deletePolicy": "Newest"}}
                  """))
          .isEqualTo(
              new RolloutPreferences(Optional.of("25%"), Optional.of("1"), Optional.of("Newest")));
    }

    @Test
    void machinesOfOlderModelsStayAsTheGateSaysUnlessThePoolItselfDoes() {
      assertThat(PoolFixture.plain().desired().rolloutPreferences().keepsOutdated()).isFalse();
      assertThat(keepsOutdated("true")).isTrue();
      assertThat(keepsOutdated("True")).isFalse();

      PoolFixture withGate = PoolFixture.plain().keepingOutdated();
      assertThat(withGate.desired().rolloutPreferences().keepsOutdated()).isTrue();
      withGate.withAnnotation(MetadataKeys.SKIP_MODEL_RECONCILIATION, "false");
      assertThat(withGate.desired().rolloutPreferences().keepsOutdated()).isFalse();
    }

    private static boolean keepsOutdated(String annotation) {
      return PoolFixture.plain()
          .withAnnotation(MetadataKeys.SKIP_MODEL_RECONCILIATION, annotation)
          .desired()
          .rolloutPreferences()
          .keepsOutdated();
    }

    @Test
    void aStrategyThatSaysNoMoreThanItsTypeReplacesInAnyOrder() {
      assertThat(preferences("{\"type\": \"RollingUpdate\"}").deletePolicy()).contains("Random");
    }
  }

  @Nested
  class Rest {

    @Test
    void thePoolsTagsGoBeforeTheClustersAndHideNoneOfOurs() {
      var want =
          PoolFixture.plain()
              .withCluster(
                  cluster ->
                      cluster.putObject("additionalTags").put("team", "a").put("stage", "test"))
              .withSpec(
                  spec -> spec.putObject("additionalTags").put("team", "b").put("Name", "mine"))
              .desired();

      assertThat(want.tags().all())
          .containsEntry("team", "b")
          .containsEntry("stage", "test")
          .containsEntry("Name", "pool-a");
    }

    @Test
    void aTagThatOursHasInOtherCaseIsNotSet() {
      var want =
          PoolFixture.plain()
              .withSpec(
                  spec ->
                      spec.putObject("additionalTags")
                          .put("name", "mine")
                          .put("Kubernetes.io_cluster_W1", "shared")
                          .put("team", "a"))
              .desired();

      assertThat(want.tags().additional()).containsOnlyKeys("team");
      assertThat(want.tags().all())
          .doesNotContainKeys("name", "Kubernetes.io_cluster_W1")
          .containsEntry("Name", "pool-a")
          .containsEntry("kubernetes.io_cluster_w1", "owned");
    }

    @Test
    void thePoolsTagGoesBeforeTheClustersInWhateverCase() {
      var want =
          PoolFixture.plain()
              .withCluster(cluster -> cluster.putObject("additionalTags").put("team", "a"))
              .withSpec(spec -> spec.putObject("additionalTags").put("Team", "b"))
              .desired();

      assertThat(want.tags().additional()).isEqualTo(Map.of("Team", "b"));
    }

    @Test
    void tagsThatDifferInCaseOnlyAreRefused() {
      var why =
          PoolFixture.plain()
              .withSpec(spec -> spec.putObject("additionalTags").put("Team", "b").put("team", "a"))
              .refusal();

      assertThat(why.needsUserAction()).isTrue();
      assertThat(why)
          .hasMessageEndingWith(
              "spec.additionalTags has team twice, in small letters and in capitals, which Azure"
                  + " does not tell apart: remove one");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "weir.io_pool",
          "Weir.IO_anything",
          "sigs.k8s.io_cluster-api-provider-azure_cluster_other",
          "SIGS.k8s.io_cluster-api-provider-azure_role",
          "capz-custom-data-hash"
        })
    void reservedTagsAreRefusedWhoeverAsksForThem(String name) {
      assertThat(
              PoolFixture.plain()
                  .withCluster(cluster -> cluster.putObject("additionalTags").put(name, "owned"))
                  .refusal())
          .hasMessageStartingWith("AzureCluster spec.additionalTags has %s: ".formatted(name))
          .hasMessageEndingWith("; remove it");
      assertThat(
              PoolFixture.plain()
                  .withSpec(spec -> spec.putObject("additionalTags").put(name, "owned"))
                  .refusal())
          .hasMessageContaining("pool-a spec.additionalTags has %s: ".formatted(name));
    }

    @Test
    void reservedTagsThatSayWhatWeirSaysAreNoMistake() {
      var want =
          PoolFixture.plain()
              .withCluster(
                  cluster ->
                      cluster
                          .putObject("additionalTags")
                          .put("sigs.k8s.io_cluster-api-provider-azure_role", "node")
                          .put("sigs.k8s.io_cluster-api-provider-azure_cluster_w1", "owned"))
              .desired();

      assertThat(want.tags()).isEqualTo(PoolFixture.plain().desired().tags());
    }

    @Test
    void pricesAreKubernetesQuantities() {
      var want =
          PoolFixture.plain()
              .withTemplate("{\"spotVMOptions\": {\"maxPrice\": \"250m\"}}")
              .desired();

      assertThat(profile(want).at("/billingProfile/maxPrice").decimalValue())
          .isEqualByComparingTo("0.25");
    }

    @Test
    void theBootstrapExtensionIsInstalledWhereItIsNotDisabled() {
      var pool =
          PoolFixture.plain()
              .withTemplate("{\"disableVMBootstrapExtension\": false}")
              .withCapability("CpuArchitectureType", "Arm64");

      var extension = profile(pool.desired()).at("/extensionProfile/extensions/0");

      assertThat(extension.path("name").asText()).isEqualTo("CAPZ.Linux.Bootstrapping");
      assertThat(extension.at("/properties/typeHandlerVersion").asText()).isEqualTo("1.1");
      assertThat(pool.desired().model().protectedSettings().byExtension())
          .containsKey("CAPZ.Linux.Bootstrapping");
    }

    @Test
    void otherCloudsHaveNoBootstrapExtension() {
      var want =
          PoolFixture.plain()
              .withTemplate("{\"disableVMBootstrapExtension\": false}")
              .withCluster(cluster -> cluster.put("azureEnvironment", "AzureChinaCloud"))
              .desired();

      assertThat(profile(want).path("extensionProfile")).isEqualTo(Json.MAPPER.createObjectNode());
    }

    @Test
    void aSystemIdentityGetsItsRole() {
      var want =
          PoolFixture.plain()
              .withSpec(
                  spec ->
                      spec.put("identity", "SystemAssigned")
                          .putObject("systemAssignedIdentityRole")
                          .put("name", "11111111-2222-3333-4444-555555555555")
                          .put("scope", "/subscriptions/00000000-0000-0000-0000-000000000123/")
                          .put("definitionID", READER))
              .desired();

      assertThat(want.role())
          .contains(
              new RoleAssignment(
                  "11111111-2222-3333-4444-555555555555",
                  "/subscriptions/00000000-0000-0000-0000-000000000123/",
                  READER));
      assertThat(want.role().orElseThrow().id())
          .isEqualTo(
              "/subscriptions/00000000-0000-0000-0000-000000000123/providers/Microsoft.Authorization/roleAssignments/11111111-2222-3333-4444-555555555555");
      assertThat(want.role().orElseThrow().request("p", "ours").toString())
          .isEqualTo(
              """
              {"properties":{"principalId":"p","principalType":"ServicePrincipal","description":"ours","roleDefinitionId":"%s"}}\
              """
                  .formatted(READER));
    }

    @Test
    void aSystemIdentityGetsContributorOfTheSubscriptionWhereNothingElseIsSaid() {
      var want =
          PoolFixture.plain()
              .withSpec(
                  spec ->
                      spec.put("identity", "SystemAssigned")
                          .putObject("systemAssignedIdentityRole")
                          .put("name", "11111111-2222-3333-4444-555555555555"))
              .desired();

      RoleAssignment role = want.role().orElseThrow();
      assertThat(role.scope()).matches("/subscriptions/[^/]+/");
      assertThat(role.definitionId())
          .isEqualTo(
              role.scope()
                  + "providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c");
    }

    @Test
    void whereAdministratorsNameRolesTheyAreThoseThatPoolsMayGive() {
      var roles =
          AssignableRoles.of(
              Optional.of(
                  "8E3AF657-a8ff-443c-a75c-2fe8c4bcb635, acdd72a7-3385-48ef-bd42-f606fba81ae7"));

      assertThat(roles.refusal("8e3af657-a8ff-443c-a75c-2fe8c4bcb635")).isEmpty();
      assertThat(withRole(READER).withAssignableRoles(roles).desired().role()).isPresent();
      assertThat(withRole(null).withAssignableRoles(roles).refusal())
          .hasMessageContaining(
              "is not among the roles that the manager's setting azure.assignable-roles names");
      assertThatThrownBy(() -> AssignableRoles.of(Optional.of("Owner")))
          .hasMessage("assignable-roles has Owner, which is not the GUID of a role");
    }

    private static PoolFixture withRole(@Nullable String definition) {
      return PoolFixture.plain()
          .withSpec(
              spec ->
                  spec.put("identity", "SystemAssigned")
                      .putObject("systemAssignedIdentityRole")
                      .put("name", "11111111-2222-3333-4444-555555555555")
                      .put("definitionID", definition));
    }

    @Test
    void aSystemIdentityWhoseAssignmentHasNoNameIsTold() {
      assertThat(
              PoolFixture.plain()
                  .withSpec(spec -> spec.put("identity", "SystemAssigned"))
                  .refusal())
          .hasMessageContaining(
              "spec.systemAssignedIdentityRole.name is empty: set it to a new GUID");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            name         | ../../x                                                                     | is not a GUID: set it to one
            name         | 11111111-2222-3333-4444-555555555555/x                                      | is not a GUID: set it to one
            scope        | @evil.example/x                                                             | begins with /subscriptions/00000000-0000-0000-0000-000000000123/
            scope        | /subscriptions/00000000-0000-0000-0000-000000000124                         | begins with /subscriptions/00000000-0000-0000-0000-000000000123/
            scope        | /subscriptions/00000000-0000-0000-0000-0000000001234                        | within the cluster's subscription
            scope        | /subscriptions/00000000-0000-0000-0000-000000000123/../x                    | within the cluster's subscription
            scope        | /subscriptions/00000000-0000-0000-0000-000000000123/resourceGroups/g?x=     | within the cluster's subscription
            scope        | /                                                                           | within the cluster's subscription
            definitionID | Contributor                                                                 | is not the resource ID of a role
            definitionID | /subscriptions/s/providers/../x                                             | is not the resource ID of a role
            definitionID | /providers/Microsoft.Authorization/roleDefinitions/x                        | is not the resource ID of a role
            definitionID | /providers/Microsoft.Authorization/roleDefinitions/8e3af657-a8ff-443c-a75c-2fe8c4bcb635 | is Owner, with which machines could give roles to others
            definitionID | /providers/Microsoft.Authorization/roleDefinitions/92b92042-07d9-4307-87f7-36a593fc5850 | is Azure File Sync Administrator, with which machines could give roles to others
            definitionID | /subscriptions/00000000-0000-0000-0000-000000000123/providers/microsoft.authorization/roledefinitions/18D7D88D-D35E-4FB5-A5C3-7773C20A72D9 | is User Access Administrator
            definitionID | /providers/Microsoft.Authorization/roleDefinitions/f58310d9-a9f6-439a-9e8d-f62e7b41a168 | have an administrator name it in the manager's setting azure.assignable-roles
            """)
    void aRoleThatLeadsElsewhereIsRefused(String field, String value, String remedy) {
      var pool =
          PoolFixture.plain()
              .withSpec(
                  spec ->
                      spec.put("identity", "SystemAssigned")
                          .putObject("systemAssignedIdentityRole")
                          .put("name", "11111111-2222-3333-4444-555555555555")
                          .put(field, value));

      assertThat(pool.refusal())
          .hasMessageStartingWith("spec.systemAssignedIdentityRole.%s ".formatted(field))
          .hasMessageContaining(remedy);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "/subscriptions/00000000-0000-0000-0000-000000000123",
          "/Subscriptions/00000000-0000-0000-0000-000000000123/resourceGroups/g(1).x_y/",
        })
    void aRoleIsForAnythingInTheSubscription(String scope) {
      var pool =
          PoolFixture.plain()
              .withSpec(
                  spec ->
                      spec.put("identity", "SystemAssigned")
                          .putObject("systemAssignedIdentityRole")
                          .put("name", "AAAAAAAA-2222-3333-4444-555555555555")
                          .put("scope", scope));

      assertThat(pool.desired().role().orElseThrow().scope()).isEqualTo(scope);
    }

    @Test
    void machinesOfLinuxNeedAKey() {
      assertThat(
              PoolFixture.plain()
                  .withTemplate(template -> template.remove("sshPublicKey"))
                  .refusal())
          .hasMessageContaining("spec.template.sshPublicKey is empty");
    }

    @Test
    void equalObjectsGiveAnEqualSet() {
      assertThat(PoolFixture.of("extensions").desired())
          .isEqualTo(PoolFixture.of("extensions").desired());
      assertThat(List.of(PoolFixture.plain().desired()))
          .isNotEqualTo(List.of(PoolFixture.of("zones").desired()));
    }
  }
}
