package io.weir.provider.aws.machinepool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.CloudQuery;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryResult;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.PoolFixture;
import io.weir.provider.aws.image.ImageQuery.ArchitectureOf;
import io.weir.provider.aws.image.ImageQuery.ArchitectureResult;
import io.weir.provider.aws.image.ImageQuery.ImageById;
import io.weir.provider.aws.image.ImageQuery.ImageNamed;
import io.weir.provider.aws.image.ImageQuery.ImageResult;
import io.weir.provider.aws.image.ImageQuery.ParameterNamed;
import io.weir.provider.aws.image.ImageQuery.ParameterResult;
import io.weir.provider.aws.network.NetworkQuery.Filter;
import io.weir.provider.aws.network.NetworkQuery.FoundResources;
import io.weir.provider.aws.network.NetworkQuery.SecurityGroupsWhere;
import io.weir.provider.aws.network.NetworkQuery.SubnetsWhere;
import io.weir.provider.aws.template.DesiredTemplate;
import io.weir.provider.aws.template.LaunchTemplateData;
import io.weir.provider.fingerprint.TemplateChange;
import io.weir.provider.fingerprint.TemplateChange.Difference;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AwsDesiredStateResolverTest {

  private final PoolFixture poolFixture = PoolFixture.pool("workers");
  private final Map<CloudQuery, QueryResult> answers = new HashMap<>();

  @Test
  void equalInputsGiveEqualResults() {
    var once = desired();
    var again = desired();

    assertThat(once).isEqualTo(again);
    assertThat(once.template().fingerprint()).isEqualTo(again.template().fingerprint());
  }

  @Test
  void bootstrapDataIsNeverInTheText() {
    poolFixture.bootstrap = "token: abcdef.0123456789abcdef".getBytes(StandardCharsets.UTF_8);

    var desired = desired();

    assertThat(desired.toString())
        .doesNotContain(desired.template().userData().base64(), "abcdef.0123");
  }

  @Nested
  class Waiting {
    @Test
    void forTheClusterHasUpstreamsReason() {
      poolFixture.with(
          poolFixture.cluster, "/status/initialization/infrastructureProvisioned", "false");

      assertThat(blocked().reason()).isEqualTo("WaitingForClusterInfrastructure");
      assertThat(blocked().needsUserAction()).isFalse();
    }

    @Test
    void forBootstrapDataHasUpstreamsReason() {
      poolFixture.bootstrapped = false;

      assertThat(blocked().reason()).isEqualTo("WaitingForBootstrapData");
      assertThat(blocked().needsUserAction()).isFalse();
    }
  }

  @Nested
  class InAnEksCluster {

    @BeforeEach
    void haveAControlPlaneOfEks() {
      poolFixture.inEksCluster(
          """
          [{"id": "subnet-eks", "availabilityZone": "us-east-1a"}]
          """,
          """
          {"node": {"id": "sg-eks"}, "node-eks-additional": {"id": "sg-more"},
           "lb": {"id": "sg-lb"}}
          """);
    }

    @Test
    void networkAndTagsAreThoseOfTheEksCluster() {
      AwsDesiredState desired = desired();

      assertThat(desired.group().settings().subnets()).containsExactly("subnet-eks");
      assertThat(desired.template().toString())
          .contains("sg-eks", "sg-more")
          .doesNotContain("sg-lb");
      assertThat(desired.toString())
          .contains("kubernetes.io/cluster/demo")
          .doesNotContain("kubernetes.io/cluster/w1");
    }

    @ParameterizedTest
    @CsvSource({
      "v1.32.0, , x86_64, 1.32/amazon-linux-2",
      "v1.32.0, AmazonLinux, arm64, 1.32/amazon-linux-2-arm64",
      "v1.32.3, AmazonLinuxGPU, x86_64, 1.32/amazon-linux-2-gpu",
      "v1.33.0, , arm64, 1.33/amazon-linux-2023/arm64/standard",
      "v1.33.0, AmazonLinux, x86_64, 1.33/amazon-linux-2",
      "1.35, AmazonLinux2023, x86_64, 1.35/amazon-linux-2023/x86_64/standard",
      "v1.35.0, AmazonLinux2023GPU, x86_64, 1.35/amazon-linux-2023/x86_64/nvidia"
    })
    void theImageIsTheOneThatEksRecommends(
        String version, String lookupType, String architecture, String path) {
      askForImageOfEks(version, lookupType);
      answers.put(
          new ArchitectureOf("t3.large"), new ArchitectureResult(Optional.of(architecture)));
      var parameter =
          new ParameterNamed("/aws/service/eks/optimized-ami/" + path + "/recommended/image_id");

      assertThat(asks()).containsExactly(parameter);
      answers.put(parameter, new ParameterResult(Optional.of("ami-of-eks")));
      assertThat(desired().template().data().imageId()).isEqualTo("ami-of-eks");
    }

    @Test
    void anImageThatEksDoesNotPublishIsNamedWithWhatToSet() {
      askForImageOfEks("v1.33.0", "AmazonLinux");
      answers.put(new ArchitectureOf("t3.large"), new ArchitectureResult(Optional.of("x86_64")));
      asks().forEach(query -> answers.put(query, new ParameterResult(Optional.empty())));

      assertThat(blocked().reason()).isEqualTo("ImageNotFound");
      assertThat(blocked())
          .hasMessage(
              "EKS publishes no image of AmazonLinux for Kubernetes 1.33 in this region (parameter"
                  + " /aws/service/eks/optimized-ami/1.33/amazon-linux-2/recommended/image_id); ask"
                  + " for another version in MachinePool spec.template.spec.version, or set"
                  + " spec.awsLaunchTemplate.ami.eksLookupType or ami.id");
    }

    @Test
    void anImageIsLookedUpByNameWherePeopleAskForThat() {
      askForImageOfEks("v1.33.0", "AmazonLinux2023");
      poolFixture.with(poolFixture.pool, "/spec/awsLaunchTemplate/imageLookupOrg", "\"111\"");
      answers.put(new ArchitectureOf("t3.large"), new ArchitectureResult(Optional.of("x86_64")));

      assertThat(asks())
          .containsExactly(new ImageNamed("111", "capa-ami-ubuntu-24.04-?1.33.0-*", "x86_64"));
    }

    private void askForImageOfEks(String version, @Nullable String lookupType) {
      poolFixture
          .with(
              poolFixture.pool,
              "/spec/awsLaunchTemplate/ami",
              lookupType == null ? "{}" : "{\"eksLookupType\": \"" + lookupType + "\"}")
          .with(poolFixture.machinePool, "/spec/template/spec/version", "\"" + version + "\"");
    }
  }

  @Nested
  class Size {
    @ParameterizedTest
    @CsvSource({"0, 1, clamped", "1, 1, ", "5, 5, ", "9, 5, clamped"})
    void staysWithinTheGroupsBounds(int replicas, int size, String clamped) {
      poolFixture.with(poolFixture.machinePool, "/spec/replicas", Integer.toString(replicas));

      assertThat(desired().group().size()).isEqualTo(size);
      assertThat(desired().group().settings().capacity()).isEqualTo(size);
      assertThat(desired().group().clampReason().isPresent()).isEqualTo(clamped != null);
    }

    @Test
    void isLeftToWhoeverElseManagesIt() {
      poolFixture.with(
          poolFixture.machinePool,
          "/metadata/annotations",
          "{\"cluster.x-k8s.io/replicas-managed-by\": \"external-autoscaler\"}");

      assertThat(desired().group().settings().capacity()).isNull();
    }

    @Test
    void withCrossedBoundsIsAMistake() {
      poolFixture.with(poolFixture.pool, "/spec/minSize", "7");

      assertThat(blocked()).hasMessageContaining("spec.minSize 7", "spec.maxSize 5");
    }
  }

  @Nested
  class Images {
    @Test
    void areLookedUpByArchitectureThenByName() {
      poolFixture.with(poolFixture.pool, "/spec/awsLaunchTemplate/ami", "{}");

      var first = asks();
      answers.put(new ArchitectureOf("t3.large"), new ArchitectureResult(Optional.of("arm64")));
      var second = asks();
      var named = new ImageNamed("819546954734", "capa-ami-ubuntu-24.04-?1.33.1-*", "arm64");
      answers.put(named, image("ami-9"));

      assertThat(first).containsExactly(new ArchitectureOf("t3.large"));
      assertThat(second).containsExactly(named);
      assertThat(desired().template().data().imageId()).isEqualTo("ami-9");
    }

    @Test
    void areLookedUpByThePoolsThenTheClustersWords() {
      poolFixture
          .with(poolFixture.pool, "/spec/awsLaunchTemplate/ami", "{}")
          .with(poolFixture.pool, "/spec/awsLaunchTemplate/imageLookupOrg", "\"111\"")
          .with(poolFixture.awsCluster, "/spec/imageLookupOrg", "\"222\"")
          .with(
              poolFixture.awsCluster,
              "/spec/imageLookupFormat",
              "\"my-{{ .K8sVersion }}-{{.BaseOS}}\"")
          .with(poolFixture.awsCluster, "/spec/imageLookupBaseOS", "\"flatcar\"");
      answers.put(new ArchitectureOf("t3.large"), new ArchitectureResult(Optional.of("x86_64")));

      assertThat(asks()).containsExactly(new ImageNamed("111", "my-1.33.1-flatcar", "x86_64"));
    }

    @Test
    void thatAreNotThereNameTheField() {
      poolFixture.with(poolFixture.pool, "/spec/awsLaunchTemplate/rootVolume", "{\"size\": 30}");
      answers.put(new ImageById("ami-03cf127a"), new ImageResult(Optional.empty()));

      assertThat(blocked().reason()).isEqualTo("ImageNotFound");
      assertThat(blocked()).hasMessageContaining("spec.awsLaunchTemplate.ami.id");
    }

    @Test
    void nameTheRootDevice() {
      poolFixture.with(poolFixture.pool, "/spec/awsLaunchTemplate/rootVolume", "{\"size\": 30}");
      answers.put(new ImageById("ami-03cf127a"), image("ami-03cf127a"));

      assertThat(desired().template().data().volumes())
          .extracting(LaunchTemplateData.Volume::deviceName)
          .containsExactly("/dev/sda1");
    }
  }

  @Nested
  class Subnets {
    private static final String FOUR =
        """
        [{"id": "a-private", "resourceID": "subnet-1", "availabilityZone": "a", "isPublic": false},
         {"id": "subnet-2", "availabilityZone": "a", "isPublic": true},
         {"id": "subnet-3", "availabilityZone": "b", "isPublic": false},
         {"id": "subnet-4", "availabilityZone": "b", "isPublic": false,
          "tags": {"sigs.k8s.io/cluster-api-provider-aws/association": "secondary"}},
         {"id": "subnet-5", "availabilityZone": "l", "isPublic": false, "zoneType": "local-zone"}]
        """;

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            {}                                                       |         | subnet-1 subnet-3
            {}                                                       | ["b"]   | subnet-3 subnet-4
            {"availabilityZones": ["a"]}                             | ["b"]   | subnet-1 subnet-2
            {"availabilityZones": ["a"], "availabilityZoneSubnetType": "public"} | | subnet-2
            {"availabilityZones": ["a", "b"], "availabilityZoneSubnetType": "private"} | | subnet-1 subnet-3
            {"availabilityZones": ["a"], "subnets": [{"id": "subnet-9"}]} |    | subnet-9
            """)
    void areTheFirstThatSayAnything(String pool, String failureDomains, String expected)
        throws Exception {
      poolFixture.with(poolFixture.awsCluster, "/spec/network/subnets", FOUR);
      poolFixture.pool.withObject("/spec").setAll((ObjectNode) Json.MAPPER.readTree(pool));
      if (failureDomains != null) {
        poolFixture.with(poolFixture.machinePool, "/spec/failureDomains", failureDomains);
      }

      assertThat(String.join(" ", desired().group().settings().subnets())).isEqualTo(expected);
    }

    @Test
    void elsewhereThanInTheFailureDomainsAreToldWithWhatOverridesThem() {
      poolFixture.with(poolFixture.awsCluster, "/spec/network/subnets", FOUR);
      poolFixture.with(poolFixture.machinePool, "/spec/failureDomains", "[\"b\"]");
      poolFixture.with(
          poolFixture.pool, "/spec/subnets", "[{\"id\": \"subnet-1\"}, {\"id\": \"subnet-3\"}]");

      assertThat(desired().group().ignoredPlacement())
          .contains(
              "MachinePool spec.failureDomains (b) is not used: spec.subnets tells where instances"
                  + " are placed; remove one of the two");
    }

    @Test
    void withinTheFailureDomainsNeedNoWord() {
      poolFixture.with(poolFixture.awsCluster, "/spec/network/subnets", FOUR);
      poolFixture.with(poolFixture.machinePool, "/spec/failureDomains", "[\"b\"]");
      poolFixture.with(poolFixture.pool, "/spec/subnets", "[{\"id\": \"subnet-3\"}]");

      assertThat(desired().group().ignoredPlacement()).isEmpty();
    }

    @Test
    void ofAnUnknownZoneAreAMistakeOfTheFieldThatNamesIt() {
      poolFixture.with(poolFixture.pool, "/spec/availabilityZones", "[\"us-east-1x\"]");

      assertThat(blocked().reason()).isEqualTo("SubnetsNotFound");
      assertThat(blocked()).hasMessageContaining("spec.availabilityZones names us-east-1x");
    }

    @Test
    void thatNameNothingAreAMistakeAndNotAnEmptyList() {
      poolFixture.with(poolFixture.pool, "/spec/subnets", "[{\"id\": \"\"}, {}]");

      assertThat(blocked().reason()).isEqualTo("SubnetsNotFound");
      assertThat(blocked()).hasMessageContaining("spec.subnets names no subnet");
    }

    @Test
    void byFiltersLeaveOutWhatIsForPods() {
      poolFixture.with(
          poolFixture.pool,
          "/spec/subnets",
          "[{\"id\": \"subnet-7\"}, {\"filters\": [{\"name\": \"tag:x\", \"values\": [\"y\"]}]}]");
      var query = new SubnetsWhere(List.of(new Filter("tag:x", List.of("y"))));
      answers.put(
          query,
          new FoundResources(
              List.of(
                  new FoundResources.Resource("subnet-8", Map.of()),
                  new FoundResources.Resource(
                      "subnet-9",
                      Map.of("sigs.k8s.io/cluster-api-provider-aws/association", "secondary")))));

      assertThat(desired().group().settings().subnets()).containsExactly("subnet-7", "subnet-8");
    }
  }

  @Nested
  class SecurityGroups {
    private static final SecurityGroupsWhere TAGGED =
        new SecurityGroupsWhere(
            List.of(
                new Filter("tag:sigs.k8s.io/cluster-api-provider-aws/cluster/w1", List.of("owned")),
                new Filter(
                    "tag:sigs.k8s.io/cluster-api-provider-aws/role", List.of("node", "lb"))));

    @Test
    void thatRepeatAreNamedOnce() {
      poolFixture.with(
          poolFixture.pool,
          "/spec/awsLaunchTemplate/additionalSecurityGroups",
          "[{\"id\": \"sg-9\"}, {\"id\": \"sg-0\"}]");

      assertThat(desired().template().data().securityGroups()).containsExactly("sg-0", "sg-9");
    }

    @Test
    void comeFromTheOverridesWhereTheStatusHasNone() {
      poolFixture
          .with(poolFixture.awsCluster, "/status", "{}")
          .with(
              poolFixture.awsCluster,
              "/spec/network/securityGroupOverrides",
              "{\"node\": \"sg-5\", \"lb\": \"sg-6\", \"bastion\": \"sg-7\"}");

      assertThat(desired().template().data().securityGroups()).containsExactly("sg-5", "sg-6");
    }

    @Test
    void ofTheStatusGoBeforeTheOverridesRoleByRole() {
      poolFixture
          .with(
              poolFixture.awsCluster,
              "/status/networkStatus/securityGroups",
              "{\"node\": {\"id\": \"sg-1\"}}")
          .with(
              poolFixture.awsCluster,
              "/spec/network/securityGroupOverrides",
              "{\"node\": \"sg-5\", \"lb\": \"sg-6\"}");

      assertThat(desired().template().data().securityGroups()).containsExactly("sg-1", "sg-6");
    }

    @Test
    void withoutAnIdAreNotNamed() {
      poolFixture
          .with(
              poolFixture.awsCluster,
              "/status/networkStatus/securityGroups",
              "{\"node\": {\"id\": \"\"}, \"lb\": {\"id\": \"\"}}")
          .with(
              poolFixture.awsCluster,
              "/spec/network/securityGroupOverrides",
              "{\"node\": \"sg-5\", \"lb\": \"\"}");

      assertThat(desired().template().data().securityGroups()).containsExactly("sg-5");
    }

    @Test
    void areLookedUpByTagsAtLast() {
      poolFixture.with(poolFixture.awsCluster, "/status", "{}");

      var asked = asks();
      answers.put(
          TAGGED,
          new FoundResources(
              List.of(
                  new FoundResources.Resource(
                      "sg-3", Map.of("sigs.k8s.io/cluster-api-provider-aws/role", "node")))));

      assertThat(asked).containsExactly(TAGGED);
      assertThat(desired().template().data().securityGroups()).containsExactly("sg-3");
    }

    @Test
    void ofAClusterOfTheSameNameInAnotherVpcAreNotTaken() {
      poolFixture
          .with(poolFixture.awsCluster, "/status", "{}")
          .with(poolFixture.awsCluster, "/spec/network/vpc", "{\"id\": \"vpc-of-w1\"}");

      assertThat(asks())
          .singleElement()
          .asInstanceOf(type(SecurityGroupsWhere.class))
          .satisfies(
              query ->
                  assertThat(query.filters())
                      .containsAll(TAGGED.filters())
                      .contains(new Filter("vpc-id", List.of("vpc-of-w1"))));
    }

    @Test
    void ofTwoClustersOfTheSameNameAreNotTaken() {
      poolFixture.with(poolFixture.awsCluster, "/status", "{}");
      var role = Map.of("sigs.k8s.io/cluster-api-provider-aws/role", "node");
      answers.put(
          TAGGED,
          new FoundResources(
              List.of(
                  new FoundResources.Resource("sg-of-team-a", role),
                  new FoundResources.Resource("sg-of-team-b", role))));

      assertThat(blocked().reason()).isEqualTo("SecurityGroupsNotFound");
      assertThat(blocked()).hasMessageContaining("securityGroupOverrides.node");
    }

    @Test
    void thatAreNowhereSayWhatToSet() {
      poolFixture.with(poolFixture.awsCluster, "/status", "{}");
      answers.put(TAGGED, new FoundResources(List.of()));

      assertThat(blocked().reason()).isEqualTo("SecurityGroupsNotFound");
      assertThat(blocked()).hasMessageContaining("securityGroupOverrides.node");
    }
  }

  @Nested
  class ReservedTagsOfPeople {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "sigs.k8s.io/cluster-api-provider-aws/cluster/victim",
          "sigs.k8s.io/cluster-api-provider-aws/role",
          "sigs.k8s.io/cluster-api-provider-aws/bootstrap-data-secret",
          "weir.io/pool",
          "weir.io/management-cluster"
        })
    void blockThePoolWhereverTheyStand(String key) {
      for (ObjectNode object : List.of(poolFixture.pool, poolFixture.awsCluster)) {
        poolFixture.with(object, "/spec/additionalTags", "{\"%s\": \"owned\"}".formatted(key));

        assertThat(blocked().needsUserAction()).isTrue();
        assertThat(blocked())
            .hasMessageContaining(
                "%s default/".formatted(object.path("kind").asText())
                    + object.at("/metadata/name").asText()
                    + " spec.additionalTags has "
                    + key);
        object.withObject("/spec").remove("additionalTags");
      }
    }

    @Test
    void areLeftWhereTheySayWhatWeirSays() {
      poolFixture.with(
          poolFixture.awsCluster,
          "/spec/additionalTags",
          """
          {"sigs.k8s.io/cluster-api-provider-aws/cluster/w1": "owned",
           "sigs.k8s.io/cluster-api-provider-aws/role": "node",
           "kubernetes.io/cluster/w1": "owned", "kubernetes.io/cluster/named-otherwise": "owned",
           "k8s.io/cluster-autoscaler/enabled": "true"}
          """);

      assertThat(desired().group().tags().all())
          .containsEntry("kubernetes.io/cluster/named-otherwise", "owned")
          .containsEntry("k8s.io/cluster-autoscaler/enabled", "true");
    }
  }

  @Nested
  class UserDataSize {
    @Test
    void isCompressedOnlyAboveTheLimit() {
      poolFixture.bootstrap = "#cloud-config\n".repeat(1000).getBytes(StandardCharsets.UTF_8);
      int plain = desired().template().userData().base64().length();
      poolFixture.bootstrap = "#cloud-config\n".repeat(2000).getBytes(StandardCharsets.UTF_8);
      int compressed = desired().template().userData().base64().length();

      assertThat(plain).isGreaterThan(14_000);
      assertThat(compressed).isLessThan(1_000);
    }

    @Test
    void thatAwsWouldRefuseIsReportedWithNumbers() {
      poolFixture.bootstrap = new byte[40_000];
      new Random(1).nextBytes(poolFixture.bootstrap);

      assertThat(blocked().reason()).isEqualTo("UserDataTooLarge");
      assertThat(blocked()).hasMessageContaining("40000 bytes").hasMessageContaining("16384");
    }
  }

  @Nested
  class Marks {
    @Test
    void tellUserDataFromTheRest() {
      var before = desired().template().fingerprint();
      poolFixture.bootstrap = "#cloud-config\n# new token\n".getBytes(StandardCharsets.UTF_8);
      var token = desired().template().fingerprint();
      poolFixture.with(poolFixture.pool, "/spec/awsLaunchTemplate/instanceType", "\"t3.xlarge\"");
      var type = desired().template().fingerprint();

      assertThat(token.data()).isEqualTo(before.data());
      assertThat(token.userData()).isNotEqualTo(before.userData());
      assertThat(type.data()).isNotEqualTo(token.data());
      assertThat(TemplateFingerprint.parse(type.format())).contains(type);
    }

    @Test
    void doNotDependOnHowTheSameIsWritten() {
      var before = desired().template().fingerprint();
      poolFixture
          .with(poolFixture.pool, "/spec/awsLaunchTemplate/enclaveOptions", "{\"enabled\": false}")
          .with(poolFixture.pool, "/spec/awsLaunchTemplate/marketType", "\"OnDemand\"")
          .with(poolFixture.pool, "/spec/awsLaunchTemplate/capacityReservationPreference", "\"\"")
          .with(poolFixture.pool, "/spec/awsLaunchTemplate/nonRootVolumes", "[]");

      assertThat(desired().template().fingerprint()).isEqualTo(before);
    }

    @Test
    void ofAKnownTemplateStayWhatTheyAreFromReleaseToRelease() {
      assertThat(desired().template().fingerprint().format())
          .isEqualTo(
              "h1:b21bc0c450ee47a31dd629b48ad6eff5be297baff3975b1f03edd65966ddc1b6"
                  + ":88c95955b024402aa9572b663f7eeb134f01343bb92af27b50e97e72b22c565f"
                  + ":1d2a27c40c8a27dd222f8013c231a15f:4e5dcbd88f3aa40d0e541dc26e980156");
    }
  }

  @Nested
  class Revisions {
    @Test
    void doNotKnowTheRootDeviceOfTheImageThatWasFound() {
      poolFixture
          .with(poolFixture.pool, "/spec/awsLaunchTemplate/ami", "{}")
          .with(poolFixture.pool, "/spec/awsLaunchTemplate/rootVolume", "{\"size\": 30}");
      answers.put(new ArchitectureOf("t3.large"), new ArchitectureResult(Optional.of("x86_64")));
      var named = new ImageNamed("819546954734", "capa-ami-ubuntu-24.04-?1.33.1-*", "x86_64");
      answers.put(
          named, new ImageResult(Optional.of(new ImageResult.ImageDetails("ami-8", "/dev/sda1"))));
      var before = desired();
      answers.put(
          named, new ImageResult(Optional.of(new ImageResult.ImageDetails("ami-9", "/dev/xvda"))));
      var after = desired();

      assertThat(after.template()).isNotEqualTo(before.template());
      assertThat(after.template().revision()).isEqualTo(before.template().revision());
    }

    @Test
    void areTheSameForAnImageByItsIdAndByTheLookupThatFindsIt() {
      DesiredTemplate lookedUp = lookingUp("ami-8");
      DesiredTemplate newer = lookingUp("ami-9");
      var byId = Map.of("ami-8", naming("ami-8"), "ami-9", naming("ami-9"));

      assertThat(byId.get("ami-8").changeFrom(Optional.of(lookedUp.fingerprint())))
          .isEqualTo(new TemplateChange(Difference.WORDING, false));
      assertThat(lookedUp.changeFrom(Optional.of(byId.get("ami-8").fingerprint())))
          .isEqualTo(new TemplateChange(Difference.WORDING, false));
      assertThat(byId.get("ami-9").changeFrom(Optional.of(lookedUp.fingerprint())))
          .isEqualTo(new TemplateChange(Difference.SETTINGS, true));
      assertThat(newer.changeFrom(Optional.of(byId.get("ami-8").fingerprint())))
          .isEqualTo(new TemplateChange(Difference.SETTINGS, true));
    }

    @Test
    void ofAnImageByItsIdChangeWithTheVersion() {
      var before = naming("ami-8");
      poolFixture.with(poolFixture.machinePool, "/spec/template/spec/version", "\"v1.34.0\"");

      assertThat(naming("ami-8").changeFrom(Optional.of(before.fingerprint())))
          .isEqualTo(new TemplateChange(Difference.SETTINGS, true));
    }

    private DesiredTemplate naming(String id) {
      poolFixture.with(
          poolFixture.pool, "/spec/awsLaunchTemplate/ami", "{\"id\": \"%s\"}".formatted(id));
      return desired().template();
    }

    private DesiredTemplate lookingUp(String found) {
      poolFixture.with(poolFixture.pool, "/spec/awsLaunchTemplate/ami", "{}");
      answers.put(new ArchitectureOf("t3.large"), new ArchitectureResult(Optional.of("x86_64")));
      answers.put(
          new ImageNamed("819546954734", "capa-ami-ubuntu-24.04-?1.33.1-*", "x86_64"),
          image(found));
      return desired().template();
    }

    @Test
    void knowTheRootDeviceThatWasNamed() {
      poolFixture.with(
          poolFixture.pool,
          "/spec/awsLaunchTemplate/rootVolume",
          "{\"size\": 30, \"deviceName\": \"/dev/sda1\"}");
      var before = desired();
      poolFixture.with(
          poolFixture.pool,
          "/spec/awsLaunchTemplate/rootVolume",
          "{\"size\": 30, \"deviceName\": \"/dev/xvda\"}");

      assertThat(desired().template().revision()).isNotEqualTo(before.template().revision());
    }

    @Test
    void doNotKnowSecurityGroupsThatWereFound() {
      poolFixture
          .with(poolFixture.awsCluster, "/status", "{}")
          .with(
              poolFixture.pool,
              "/spec/awsLaunchTemplate/additionalSecurityGroups",
              "[{\"filters\": [{\"name\": \"tag:x\", \"values\": [\"y\"]}]}]");
      var additional = new SecurityGroupsWhere(List.of(new Filter("tag:x", List.of("y"))));
      answers.put(SecurityGroups.TAGGED, groups("sg-1"));
      answers.put(additional, groups("sg-2"));
      var before = desired();
      answers.put(SecurityGroups.TAGGED, groups("sg-3"));
      answers.put(additional, groups("sg-4"));
      var after = desired();

      assertThat(before.template().data().securityGroups()).containsExactly("sg-1", "sg-2");
      assertThat(after.template().data().securityGroups()).containsExactly("sg-3", "sg-4");
      assertThat(after.template().revision()).isEqualTo(before.template().revision());
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            [{"id": "sg-9"}]
            [{"filters": [{"name": "tag:x", "values": ["z"]}]}]
            """)
    void knowWhichSecurityGroupsWereAskedFor(String other) {
      answers.put(
          new SecurityGroupsWhere(List.of(new Filter("tag:x", List.of("y")))), groups("sg-8"));
      answers.put(
          new SecurityGroupsWhere(List.of(new Filter("tag:x", List.of("z")))), groups("sg-8"));
      String field = "/spec/awsLaunchTemplate/additionalSecurityGroups";
      poolFixture.with(
          poolFixture.pool, field, "[{\"filters\": [{\"name\": \"tag:x\", \"values\": [\"y\"]}]}]");
      var before = desired();
      poolFixture.with(poolFixture.pool, field, other);

      assertThat(desired().template().revision()).isNotEqualTo(before.template().revision());
    }

    private static FoundResources groups(String id) {
      var role = Map.of("sigs.k8s.io/cluster-api-provider-aws/role", "node");
      return new FoundResources(List.of(new FoundResources.Resource(id, role)));
    }
  }

  private ResolveResult<AwsDesiredState> resolve() {
    return AwsDesiredStateResolver.resolve(
        poolFixture.inputs(), cloudQuery -> Optional.ofNullable(answers.get(cloudQuery)));
  }

  private AwsDesiredState desired() {
    assertThat(resolve()).isInstanceOf(ResolveResult.Resolved.class);
    return ((ResolveResult.Resolved<AwsDesiredState>) resolve()).desired();
  }

  private Set<CloudQuery> asks() {
    assertThat(resolve()).isInstanceOf(ResolveResult.NeedsQueries.class);
    return ((ResolveResult.NeedsQueries<AwsDesiredState>) resolve()).queries();
  }

  private PrerequisiteException blocked() {
    assertThat(resolve()).isInstanceOf(ResolveResult.Blocked.class);
    return ((ResolveResult.Blocked<AwsDesiredState>) resolve()).cause();
  }

  private static ImageResult image(String id) {
    return new ImageResult(Optional.of(new ImageResult.ImageDetails(id, "/dev/sda1")));
  }
}
