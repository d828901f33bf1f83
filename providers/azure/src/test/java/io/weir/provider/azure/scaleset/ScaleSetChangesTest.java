package io.weir.provider.azure.scaleset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.Freshness;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.azure.api.AzureMetadataKeys;
import io.weir.provider.azure.machinepool.PoolFixture;
import io.weir.provider.azure.scaleset.ScaleSetStep.RenewCustomData;
import io.weir.provider.azure.scaleset.ScaleSetStep.SetCapacity;
import io.weir.provider.azure.scaleset.ScaleSetStep.SetTags;
import io.weir.provider.azure.scaleset.ScaleSetStep.UpdateModel;
import io.weir.provider.azure.scaleset.ScaleSetStep.UpgradeInstances;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a change of a set, and which changes outdate its instances. */
class ScaleSetChangesTest {

  private static Arguments change(String name, UnaryOperator<PoolFixture> change) {
    return arguments(name, change);
  }

  private static UnaryOperator<PoolFixture> template(String json) {
    return pool -> pool.withTemplate(json);
  }

  static Stream<Arguments> changesThatRoll() {
    return Stream.of(
        change("VM size", template("{\"vmSize\": \"Standard_D8s_v5\"}")),
        change("image", template("{\"image\": {\"id\": \"/images/2\"}}")),
        change("Kubernetes version", pool -> pool.withVersion("v1.35.0")),
        change("OS disk", template("{\"osDisk\": {\"osType\": \"Linux\", \"diskSizeGB\": 64}}")),
        change(
            "data disk", template("{\"dataDisks\": [{\"nameSuffix\": \"a\", \"diskSizeGB\": 1}]}")),
        change("SSH key", template("{\"sshPublicKey\": \"c3NoLXJzYSBB\"}")),
        change(
            "diagnostics",
            template("{\"diagnostics\": {\"boot\": {\"storageAccountType\": \"Disabled\"}}}")),
        change("interface", template("{\"networkInterfaces\": [{\"subnetName\": \"other\"}]}")),
        change("terminate notification", template("{\"terminateNotificationTimeout\": 5}")),
        change(
            "security", template("{\"securityProfile\": {\"securityType\": \"TrustedLaunch\"}}")),
        change(
            "extension",
            template(
                "{\"vmExtensions\": [{\"name\": \"e\", \"publisher\": \"p\", \"version\":"
                    + " \"1\"}]}")),
        change(
            "ultra disks", template("{\"additionalCapabilities\": {\"ultraSSDEnabled\": true}}")),
        change(
            "identity",
            pool ->
                pool.withSpec(
                    spec ->
                        spec.put("identity", "UserAssigned")
                            .putArray("userAssignedIdentities")
                            .addObject()
                            .put("providerID", "/ids/a"))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changesThatRoll")
  void whatPeopleAskOfMachinesOutdatesThoseThatThereAre(
      String name, UnaryOperator<PoolFixture> change) {
    var set = TestScaleSet.of(PoolFixture.plain().desired());
    var want = change.apply(PoolFixture.plain()).desired();

    List<PlanStep> steps = set.converge(want);

    assertThat(steps).as(name).hasSize(1).first().isInstanceOf(UpdateModel.class);
    assertThat(set.seen().instances())
        .hasSize(3)
        .allMatch(each -> set.seen().freshness(each) == Freshness.OUTDATED);
    assertThat(ScaleSetPlanner.isSettled(want, set.seen(), set.annotations)).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changesThatRoll")
  void machinesMadeBeforeAChangeThatIsReversedStay(String name, UnaryOperator<PoolFixture> change) {
    var before = PoolFixture.plain().desired();
    var set = TestScaleSet.of(before);
    set.converge(change.apply(PoolFixture.plain()).desired());

    List<PlanStep> steps = set.converge(before);

    assertThat(steps).as(name).hasSize(1).first().isInstanceOf(UpdateModel.class);
    assertThat(set.seen().instances())
        .allMatch(each -> set.seen().freshness(each) == Freshness.CURRENT);
    assertThat(ScaleSetPlanner.isSettled(before, set.seen(), set.annotations)).isTrue();
  }

  static Stream<Arguments> changesThatReachNewMachinesOnly() {
    return Stream.of(
        change("subnet of the cluster", pool -> pool.withCluster(it -> it.put("vnetName", "new"))),
        change("load balancer", pool -> pool.withCluster(it -> it.remove("nodeOutboundLB"))),
        change(
            "what the size can do",
            pool -> pool.withCapability("AcceleratedNetworkingEnabled", "True")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changesThatReachNewMachinesOnly")
  void whatTheClusterOrTheCloudSaysChangesTheModelAlone(
      String name, UnaryOperator<PoolFixture> change) {
    var set = TestScaleSet.of(PoolFixture.plain().desired());
    var want = change.apply(PoolFixture.plain()).desired();

    List<PlanStep> steps = set.converge(want);

    assertThat(steps).as(name).hasSize(1).first().isInstanceOf(UpdateModel.class);
    assertThat(set.seen().instances())
        .allMatch(each -> set.seen().freshness(each) == Freshness.CURRENT);
  }

  @Nested
  class WhatInstancesWereMadeFrom {

    private final DesiredScaleSet before = PoolFixture.plain().desired();
    private final DesiredScaleSet after = with("Uniform");

    private static DesiredScaleSet with(String mode) {
      return PoolFixture.plain()
          .withSpec(spec -> spec.put("orchestrationMode", mode))
          .withTemplate("{\"vmSize\": \"Standard_D8s_v5\"}")
          .desired();
    }

    /** Two are of the model of before, one is of today's. */
    private TestScaleSet halfRolled() {
      var set = TestScaleSet.of(before);
      set.converge(after);
      set.delete(List.of("0"));
      set.converge(after);
      assertThat(freshness(set))
          .containsExactly(Freshness.OUTDATED, Freshness.OUTDATED, Freshness.CURRENT);
      return set;
    }

    private static List<Freshness> freshness(TestScaleSet set) {
      return set.seen().instances().stream().map(each -> set.seen().freshness(each)).toList();
    }

    private static void remove(TestScaleSet set, String... tags) {
      ((ObjectNode) set.document().path("tags")).remove(List.of(tags));
    }

    @Test
    void isKnownAgainWhenSomebodyHasTakenTheTagAway() {
      var set = halfRolled();
      remove(set, ScaleSetTags.GENERATIONS);
      assertThat(freshness(set)).containsOnly(Freshness.UNKNOWN);

      assertThat(set.converge(after)).hasExactlyElementsOfTypes(SetTags.class);

      assertThat(freshness(set))
          .containsExactly(Freshness.OUTDATED, Freshness.OUTDATED, Freshness.CURRENT);
      assertThat(set.plan(after)).isEmpty();
    }

    @Test
    void isKnownAgainWhenTheFingerprintIsGoneAsWell() {
      var set = halfRolled();
      remove(set, ScaleSetTags.GENERATIONS, ScaleSetTags.MODEL);

      assertThat(set.converge(after)).hasExactlyElementsOfTypes(UpdateModel.class);

      assertThat(freshness(set))
          .containsExactly(Freshness.OUTDATED, Freshness.OUTDATED, Freshness.CURRENT);
    }

    @Test
    void countsAsSomethingElseWhereTheNoteOnThePoolIsGoneAsWell() {
      var set = halfRolled();
      remove(set, ScaleSetTags.GENERATIONS);
      set.annotations = ProviderAnnotations.NONE;

      set.converge(after);

      assertThat(freshness(set)).containsOnly(Freshness.OUTDATED);
    }

    @Test
    void isOfTheModelWhereAzureSaysSoOfAll() {
      var set = TestScaleSet.of(before);
      set.showLatest();
      remove(set, ScaleSetTags.GENERATIONS);
      set.annotations = ProviderAnnotations.NONE;

      set.converge(before);

      assertThat(freshness(set)).containsOnly(Freshness.CURRENT);
    }

    @Test
    void isNotTakenFromANoteThatIsOlderThanTheModel() {
      var set = TestScaleSet.of(before);
      ProviderAnnotations old = set.annotations;
      set.converge(after);
      remove(set, ScaleSetTags.GENERATIONS);
      set.annotations = old;

      set.converge(after);

      assertThat(freshness(set)).containsOnly(Freshness.OUTDATED);
    }

    @Test
    void isNotedOnThePoolOnceItIsSeen() {
      var set = halfRolled();

      var noted = ScaleSetAnnotations.withOnly(ProviderAnnotations.NONE, after, set.seen());

      assertThat(noted.get(ScaleSetAnnotations.GENERATIONS))
          .contains(set.seen().tags().get(ScaleSetTags.GENERATIONS));
    }

    @Test
    void isAsItWasWhereOnlyTheFingerprintIsGone() {
      var set = TestScaleSet.of(before);
      remove(set, ScaleSetTags.MODEL);

      List<PlanStep> steps = set.converge(before);

      assertThat(steps).hasExactlyElementsOfTypes(UpdateModel.class);
      assertThat(steps.getFirst().reason()).isEqualTo("its tag weir.io_model is gone");
      assertThat(freshness(set)).containsOnly(Freshness.CURRENT);
    }

    @Test
    void isOutdatedByAChangeThatTheFingerprintDoesNotTellOf() {
      var set = TestScaleSet.of(before);
      remove(set, ScaleSetTags.MODEL);
      set.setBusy(true);

      assertThat(set.plan(after)).hasExactlyElementsOfTypes(UpdateModel.class);
      set.setBusy(false);
      set.converge(after);

      assertThat(freshness(set)).containsOnly(Freshness.OUTDATED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Uniform", "Flexible"})
    void isNeverTodaysModelForWhatWasOnTheWayWhenThatChanged(String mode) {
      var pool = PoolFixture.plain().withSpec(spec -> spec.put("orchestrationMode", mode));
      var set = TestScaleSet.of(pool.desired());
      set.setBusy(true);
      set.converge(pool.withReplicas(4).desired());
      set.apply(set.plan(with(mode)).getFirst());

      set.setBusy(false);

      assertThat(freshness(set)).hasSize(4).doesNotContain(Freshness.CURRENT);

      set.time = set.time.plus(Duration.ofMinutes(5));
      set.setCapacity(5);

      assertThat(freshness(set).getLast()).isEqualTo(Freshness.CURRENT);
    }

    @Test
    void isNeverTodaysModelForWhatDidNotTellWhenItWasMade() {
      var set = TestScaleSet.of(before);
      var properties = (ObjectNode) set.instances().getLast().path("properties");
      String created = properties.remove("timeCreated").asText();
      set.converge(after);
      assertThat(freshness(set)).doesNotContain(Freshness.CURRENT);

      properties.put("timeCreated", created);

      assertThat(freshness(set)).doesNotContain(Freshness.CURRENT);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "2026-03-01T11:00:00Z",
          "2126-03-01T10:00:00Z",
          "+999999999-12-31T23:59:59Z",
          "-999999999-01-01T00:00:00Z",
          "0001-01-01T00:00:00Z"
        })
    void isNotToldByATimeThatCannotBeNorIsThatOfOthers(String created) {
      var set = TestScaleSet.of(before);
      ((ObjectNode) set.instances().getLast().path("properties")).put("timeCreated", created);

      set.converge(after);
      set.time = set.time.plus(Duration.ofMinutes(5));
      set.setCapacity(4);

      assertThat(freshness(set))
          .containsExactly(
              Freshness.OUTDATED, Freshness.OUTDATED, Freshness.UNKNOWN, Freshness.CURRENT);
    }
  }

  @Nested
  class JoinTokens {

    private final DesiredScaleSet renewed =
        PoolFixture.plain().withBootstrapData("another token").desired();

    @Test
    void aNewOneAloneIsNoReasonToWrite() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());

      assertThat(set.plan(renewed)).isEmpty();
      assertThat(ScaleSetPlanner.isSettled(renewed, set.seen(), set.annotations)).isTrue();
    }

    @Test
    void aNewOneIsThereBeforeNewMachines() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());
      var want = PoolFixture.plain().withBootstrapData("another token").withReplicas(4).desired();

      assertThat(set.converge(want))
          .hasExactlyElementsOfTypes(RenewCustomData.class, SetCapacity.class);
      assertThat(set.seen().instances())
          .hasSize(4)
          .allMatch(each -> set.seen().freshness(each) == Freshness.CURRENT);
      assertThat(set.seen().tags())
          .containsEntry("capz-custom-data-hash", want.customData().sha256());
    }

    @Test
    void whereOthersSizeTheSetANewOneIsThereAtOnce() {
      var set = TestScaleSet.of(PoolFixture.plain().externallySized().desired());
      var want = PoolFixture.plain().externallySized().withBootstrapData("another token").desired();

      assertThat(set.converge(want)).hasExactlyElementsOfTypes(RenewCustomData.class);
    }

    @Test
    void otherBootstrapDataRollsOnlyWhereThePoolAsksForIt() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());

      assertThat(
              set.plan(
                  PoolFixture.plain().withInputDigest("other").withBootstrapData("x").desired()))
          .isEmpty();
    }

    @Test
    void instancesThatDifferInThemAloneAreUpgradedFiveAtATimeBeforeThereAreTooManyModels() {
      var set = TestScaleSet.of(PoolFixture.plain().withReplicas(1).desired());
      for (int size = 2; size <= 9; size++) {
        set.converge(
            PoolFixture.plain().withReplicas(size).withBootstrapData("token " + size).desired());
        set.showLatest();
      }

      List<PlanStep> steps =
          set.converge(
              PoolFixture.plain().withReplicas(10).withBootstrapData("token 10").desired());

      assertThat(steps)
          .hasExactlyElementsOfTypes(
              UpgradeInstances.class, RenewCustomData.class, SetCapacity.class);
      assertThat(((UpgradeInstances) steps.getFirst()).ids()).hasSize(5);
    }

    @Test
    void whatSomebodyElseHasChangedIsTakenBackBeforeAnyInstanceGetsIt() {
      var pool = PoolFixture.plain().withReplicas(8);
      var set = TestScaleSet.of(pool.desired());
      set.converge(pool.withBootstrapData("another token").withReplicas(9).desired());
      set.showLatest();
      assertThat(set.plan(pool.desired())).hasExactlyElementsOfTypes(UpgradeInstances.class);

      ((ObjectNode) set.document().path("sku")).put("name", "Standard_D64s_v5");

      assertThat(set.plan(pool.desired())).hasExactlyElementsOfTypes(UpdateModel.class);
    }

    @ParameterizedTest
    @CsvSource({
      "false, version, latest",
      "true, version, 1.2.3",
      "false, communityGalleryImageId, /CommunityGalleries/g/Images/i/Versions/latest",
      "false, communityGalleryImageId, /CommunityGalleries/g/Images/i",
      "true, communityGalleryImageId, /CommunityGalleries/g/Images/i/Versions/1.2.3",
      "false, sharedGalleryImageId, /SharedGalleries/g/images/i",
      "false, id,"
          + " /subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/galleries/g/images/i",
      "true, id,"
          + " /subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/galleries/g/images/i/versions/1.2.3",
      "true, id, /subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/images/i"
    })
    void imagesOfOneVersionAreToldFromOthers(boolean fixed, String field, String value) {
      var set = TestScaleSet.of(PoolFixture.plain().desired());
      var storage =
          (ObjectNode) set.document().at("/properties/virtualMachineProfile/storageProfile");
      storage.putObject("imageReference").put(field, value);

      assertThat(set.seen().hasFixedImage()).isEqualTo(fixed);
    }

    @ParameterizedTest
    @CsvSource({"false, ''", "true, /versions/1.2.3"})
    void instancesAreUpgradedOnlyWithAnImageOfOneVersion(boolean upgraded, String version) {
      var pool =
          PoolFixture.plain()
              .withReplicas(8)
              .withTemplate(
                  """
                  {"image": {"id": "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/galleries/g/images/i%s"}}
                  """
                      .formatted(version));
      var set = TestScaleSet.of(pool.desired());
      set.converge(pool.withBootstrapData("another token").withReplicas(9).desired());
      set.showLatest();

      List<PlanStep> steps = set.plan(pool.desired());

      assertThat(steps.stream().anyMatch(UpgradeInstances.class::isInstance)).isEqualTo(upgraded);
    }
  }

  @Nested
  class WhatAzureShows {

    @Test
    void whatItFillsInIsNoDifference() {
      var want = PoolFixture.plain().desired();
      var set = TestScaleSet.of(want);
      var properties = (ObjectNode) set.document().path("properties");
      properties.put("uniqueId", "u").put("timeCreated", "2026-01-01T00:00:00Z");
      var profile = (ObjectNode) properties.path("virtualMachineProfile");
      ((ObjectNode) profile.at("/osProfile/linuxConfiguration")).put("provisionVMAgent", true);
      ((ObjectNode) profile.at("/networkProfile/networkInterfaceConfigurations/0/properties"))
          .put("disableTcpStateTracking", false);
      ((ObjectNode) profile.at("/storageProfile/imageReference")).put("exactVersion", "1");

      assertThat(set.plan(want)).isEmpty();
    }

    @Test
    void resourceIdsAreTheSameInCapitals() {
      var want = PoolFixture.plain().desired();
      var set = TestScaleSet.of(want);
      var subnet =
          (ObjectNode)
              set.document()
                  .at(
                      "/properties/virtualMachineProfile/networkProfile/networkInterfaceConfigurations/0/properties/ipConfigurations/0/properties/subnet");
      subnet.put("id", subnet.path("id").asText().toUpperCase(Locale.ROOT));

      assertThat(set.plan(want)).isEmpty();
    }

    @Test
    void whatOthersPutIntoAPartIsKeptWhenThatPartChanges() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());
      ((ObjectNode)
              set.document()
                  .at(
                      "/properties/virtualMachineProfile/networkProfile/networkInterfaceConfigurations/0/properties"))
          .putObject("networkSecurityGroup")
          .put("id", "/nsg");

      set.converge(
          PoolFixture.plain()
              .withTemplate("{\"networkInterfaces\": [{\"subnetName\": \"other\"}]}")
              .desired());

      assertThat(set.document().toString()).contains("/nsg", "/subnets/other");
    }

    @Test
    void extensionsOfPoliciesAreLeftAlone() {
      String ours =
          "{\"vmExtensions\": [{\"name\": \"ours\", \"publisher\": \"p\", \"version\": \"1\"}]}";
      var set = TestScaleSet.of(PoolFixture.plain().withTemplate(ours).desired());
      set.extensions()
          .addObject()
          .put("name", "policy")
          .putObject("properties")
          .put("publisher", "Microsoft.Azure.Monitor");

      assertThat(set.plan(PoolFixture.plain().withTemplate(ours).desired())).isEmpty();

      set.converge(PoolFixture.plain().desired());

      assertThat(set.extensions().valueStream().map(each -> each.path("name").asText()))
          .containsExactly("policy");
    }

    @Test
    void whatSomebodyHasChangedByHandIsSetBack() {
      var want = PoolFixture.plain().desired();
      var set = TestScaleSet.of(want);
      ((ObjectNode) set.document().at("/properties/virtualMachineProfile/storageProfile/osDisk"))
          .put("diskSizeGB", 512);

      List<PlanStep> steps = set.converge(want);

      assertThat(steps).hasSize(1);
      assertThat(steps.getFirst().reason())
          .isEqualTo("somebody has changed storageProfile.osDisk.diskSizeGB");
      assertThat(set.seen().instances())
          .allMatch(each -> set.seen().freshness(each) == Freshness.CURRENT);
    }

    @Test
    void machinesOfAnImageThatSomebodyHasSetByHandAreOutdated() {
      var want = PoolFixture.plain().desired();
      var set = TestScaleSet.of(want);
      ((ObjectNode) set.instances().get(1).at("/properties/storageProfile/imageReference"))
          .put("communityGalleryImageId", "/other");

      assertThat(set.seen().instances())
          .extracting(each -> set.seen().freshness(each))
          .containsExactly(Freshness.CURRENT, Freshness.OUTDATED, Freshness.CURRENT);
    }

    @Test
    void anImageThatIsTheLatestDoesNotAge() {
      var want = PoolFixture.of("marketplace-plan-image").desired();
      var set = TestScaleSet.of(want);
      ((ObjectNode)
              set.document().at("/properties/virtualMachineProfile/storageProfile/imageReference"))
          .put("exactVersion", "2");
      set.instances()
          .forEach(
              each ->
                  ((ObjectNode) each.at("/properties/storageProfile/imageReference"))
                      .put("exactVersion", "1"));

      assertThat(set.seen().instances())
          .allMatch(each -> set.seen().freshness(each) == Freshness.CURRENT);
    }
  }

  @Nested
  class WhatIsWantedNoMore {

    private ObjectNode patchFrom(String before) {
      var set =
          TestScaleSet.of(
              PoolFixture.plain()
                  .withCapability("EncryptionAtHostSupported", "True")
                  .withTemplate(before)
                  .desired());
      List<PlanStep> steps = set.plan(PoolFixture.plain().desired());
      ObjectNode patch = ((UpdateModel) steps.getFirst()).patch();
      set.converge(PoolFixture.plain().desired());
      assertThat(set.plan(PoolFixture.plain().desired())).isEmpty();
      return patch;
    }

    @Test
    void encryptionAtTheHostIsSwitchedOff() {
      assertThat(patchFrom("{\"securityProfile\": {\"encryptionAtHost\": true}}").toString())
          .contains("\"encryptionAtHost\":false");
    }

    @Test
    void theNotificationIsSwitchedOff() {
      assertThat(patchFrom("{\"terminateNotificationTimeout\": 9}").toString())
          .contains("\"enable\":false");
    }

    @Test
    void dataDisksAreTakenAway() {
      assertThat(
              patchFrom("{\"dataDisks\": [{\"nameSuffix\": \"a\", \"diskSizeGB\": 1}]}").toString())
          .contains("\"dataDisks\":[]");
    }

    @Test
    void theAccountForDiagnosticsIsTakenAway() {
      assertThat(
              patchFrom(
                      "{\"diagnostics\": {\"boot\": {\"storageAccountType\": \"UserManaged\","
                          + " \"userManaged\": {\"storageAccountURI\": \"https://a/\"}}}}")
                  .toString())
          .contains("\"storageUri\":null");
    }

    @Test
    void identitiesAreTakenAwayOneByOne() {
      var set = TestScaleSet.of(PoolFixture.of("user-assigned-identity").desired());
      var want =
          PoolFixture.of("user-assigned-identity")
              .withSpec(
                  spec ->
                      spec.putArray("userAssignedIdentities")
                          .addObject()
                          .put("providerID", "azure:///ids/new"))
              .desired();

      set.converge(want);

      assertThat(
              set.document()
                  .at("/identity/userAssignedIdentities")
                  .propertyStream()
                  .map(each -> each.getKey()))
          .containsExactly("/ids/new");
    }

    @Test
    void anIdentityIsTakenAway() {
      var set = TestScaleSet.of(PoolFixture.of("user-assigned-identity").desired());
      var want =
          PoolFixture.of("user-assigned-identity")
              .withSpec(
                  spec -> {
                    spec.put("identity", "None");
                    spec.remove("userAssignedIdentities");
                  })
              .desired();

      set.converge(want);

      assertThat(set.document().at("/identity/type").asText()).isEqualTo("None");
      assertThat(set.plan(want)).isEmpty();
    }
  }

  @Nested
  class Tags {

    @Test
    void aTagChangesTheSetAlone() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());
      var want =
          PoolFixture.plain()
              .withSpec(spec -> spec.putObject("additionalTags").put("team", "a"))
              .desired();

      assertThat(set.converge(want)).hasExactlyElementsOfTypes(SetTags.class);
      assertThat(set.seen().tags()).containsEntry("team", "a");
      assertThat(set.seen().instances())
          .allMatch(each -> set.seen().freshness(each) == Freshness.CURRENT);
    }

    @Test
    void ofTagsOnlyOursAreTakenAway() {
      var set =
          TestScaleSet.of(
              PoolFixture.plain()
                  .withSpec(spec -> spec.putObject("additionalTags").put("team", "a"))
                  .desired());
      ((ObjectNode) set.document().path("tags")).put("policy", "theirs");

      set.converge(PoolFixture.plain().desired());

      assertThat(set.seen().tags()).containsEntry("policy", "theirs").doesNotContainKey("team");
    }

    @Test
    void whatIsLackingAndWhatIsWantedNoMoreIsToldByName() {
      var set = TestScaleSet.of(withTag("team", "a"));

      assertThat(set.plan(withTag("unit", "b")).getFirst().reason())
          .isEqualTo("it lacks unit; not wanted any more: team");
      assertThat(set.plan(PoolFixture.plain().desired()).getFirst().reason())
          .isEqualTo("not wanted any more: team");
      assertThat(set.plan(withTag("team", "b")).getFirst().reason()).isEqualTo("it lacks team");
    }

    @Test
    void tagsThatAreNobodysToAskForAreNotTakenAwayThoughUpstreamNotesThatPeopleDid() {
      var want = PoolFixture.plain().desired();
      var set = TestScaleSet.of(want);
      String note =
          """
          {"Capz-Custom-Data-Hash": "x", "weir.io_model": "x", "weir.io_model-generations": "x",
           "sigs.k8s.io_cluster-api-provider-azure_cluster_w1": "owned", "theirs": "x"}
          """;
      set.annotations =
          set.annotations.with(AzureMetadataKeys.LAST_APPLIED_TAGS, Optional.of(note));

      assertThat(set.plan(want)).isEmpty();
      assertThat(
              ScaleSetAnnotations.cleanUp(set.annotations, want, set.seen(), set.time)
                  .get(AzureMetadataKeys.LAST_APPLIED_TAGS))
          .isEmpty();
    }

    private static DesiredScaleSet withTag(String name, String value) {
      return PoolFixture.plain()
          .withSpec(spec -> spec.putObject("additionalTags").put(name, value))
          .desired();
    }

    @Test
    void aTagThatSomebodyElseHasInCapitalsIsTheSameTag() {
      var set = TestScaleSet.of(PoolFixture.plain().desired());
      ((ObjectNode) set.document().path("tags")).put("TEAM", "a");

      assertThat(set.plan(withTag("team", "a"))).isEmpty();

      set.converge(withTag("team", "b"));

      assertThat(set.document().path("tags").properties())
          .filteredOn(tag -> tag.getKey().equalsIgnoreCase("team"))
          .singleElement()
          .satisfies(tag -> assertThat(tag.getValue().asText()).isEqualTo("b"));

      ObjectNode tags = (ObjectNode) set.document().path("tags");
      tags.remove("team");
      tags.put("Team", "b");

      assertThat(set.plan(withTag("team", "b"))).isEmpty();

      set.converge(PoolFixture.plain().desired());

      assertThat(set.seen().tags()).doesNotContainKey("team");
    }

    @Test
    void aTagOfOursThatIsSpeltInCapitalsIsStillOurs() {
      var want = PoolFixture.plain().desired();
      var set = TestScaleSet.of(want);
      ObjectNode tags = (ObjectNode) set.document().path("tags");
      List.copyOf(tags.properties())
          .forEach(
              tag -> {
                tags.remove(tag.getKey());
                tags.set(tag.getKey().toUpperCase(Locale.ROOT), tag.getValue());
              });

      assertThat(set.plan(want)).isEmpty();
      assertThat(set.seen().instances())
          .allMatch(each -> set.seen().freshness(each) == Freshness.CURRENT);

      set.converge(PoolFixture.plain().withTemplate("{\"vmSize\": \"Standard_D8s_v5\"}").desired());

      assertThat(tags(set.document())).doesNotHaveDuplicates();
    }

    private static List<String> tags(ObjectNode document) {
      return document
          .path("tags")
          .propertyStream()
          .map(tag -> tag.getKey().toLowerCase(Locale.ROOT))
          .toList();
    }
  }

  @Test
  void secretSettingsAreToldAgainWhereOnlyTheyDiffer() {
    String extension =
        "{\"vmExtensions\": [{\"name\": \"e\", \"publisher\": \"p\", \"version\": \"1\","
            + " \"protectedSettings\": {\"k\": \"%s\"}}]}";
    var set = TestScaleSet.of(PoolFixture.plain().withTemplate(extension.formatted("1")).desired());
    var want = PoolFixture.plain().withTemplate(extension.formatted("2")).desired();

    List<PlanStep> steps = set.plan(want);

    assertThat(steps).hasExactlyElementsOfTypes(UpdateModel.class);
    assertThat(steps.getFirst().toString()).doesNotContain("\"k\"");
    assertThat(ScaleSetRequests.updateModel((UpdateModel) steps.getFirst()).toString())
        .contains("\"protectedSettings\":{\"k\":\"2\"}");
  }

  @Test
  void whatAzureDoesNotLetChangeIsNotInARequest() {
    var set = TestScaleSet.of(PoolFixture.plain().desired());
    var steps =
        set.plan(
            PoolFixture.plain().withTemplate("{\"sshPublicKey\": \"c3NoLXJzYSBB\"}").desired());

    ObjectNode body = ScaleSetRequests.updateModel((UpdateModel) steps.getFirst());

    assertThat(body.path("properties").path("virtualMachineProfile").path("osProfile").toString())
        .isEqualTo(
            Json.MAPPER
                .createObjectNode()
                .set(
                    "linuxConfiguration",
                    ((ObjectNode)
                            set.document()
                                .at(
                                    "/properties/virtualMachineProfile/osProfile/linuxConfiguration"))
                        .deepCopy())
                .toString()
                .replaceAll("ssh-ed25519[^\"]*", "ssh-rsa A"));
    assertThat(body.path("sku").has("capacity")).isFalse();
  }
}
