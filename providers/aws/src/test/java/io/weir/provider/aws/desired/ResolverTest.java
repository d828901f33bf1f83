package io.weir.provider.aws.desired;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.Answer;
import io.weir.provider.Query;
import io.weir.provider.Resolution;
import io.weir.provider.Unready;
import io.weir.provider.aws.Given;
import io.weir.provider.aws.desired.AwsQuery.Architecture;
import io.weir.provider.aws.desired.AwsQuery.ArchitectureOf;
import io.weir.provider.aws.desired.AwsQuery.Filter;
import io.weir.provider.aws.desired.AwsQuery.Found;
import io.weir.provider.aws.desired.AwsQuery.Image;
import io.weir.provider.aws.desired.AwsQuery.ImageById;
import io.weir.provider.aws.desired.AwsQuery.ImageNamed;
import io.weir.provider.aws.desired.AwsQuery.SecurityGroupsWhere;
import io.weir.provider.aws.desired.AwsQuery.SubnetsWhere;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResolverTest {

  private final Given given = Given.pool("workers");
  private final Map<Query, Answer> answers = new HashMap<>();

  @Test
  void equalInputsGiveEqualResults() {
    var once = desired();
    var again = desired();

    assertThat(once).isEqualTo(again);
    assertThat(once.mark()).isEqualTo(again.mark());
  }

  @Test
  void bootstrapDataIsNeverInTheText() {
    given.bootstrap = "token: abcdef.0123456789abcdef".getBytes(StandardCharsets.UTF_8);

    var desired = desired();

    assertThat(desired.toString()).doesNotContain(desired.userData().base64(), "abcdef.0123");
  }

  @Nested
  class Waiting {
    @Test
    void forTheClusterHasUpstreamsReason() {
      given.with(given.cluster, "/status/initialization/infrastructureProvisioned", "false");

      assertThat(blocked().reason()).isEqualTo("WaitingForClusterInfrastructure");
      assertThat(blocked().mistake()).isFalse();
    }

    @Test
    void forBootstrapDataHasUpstreamsReason() {
      given.bootstrapped = false;

      assertThat(blocked().reason()).isEqualTo("WaitingForBootstrapData");
      assertThat(blocked().mistake()).isFalse();
    }
  }

  @Nested
  class Size {
    @ParameterizedTest
    @CsvSource({"0, 1, clamped", "1, 1, ", "5, 5, ", "9, 5, clamped"})
    void staysWithinTheGroupsBounds(int replicas, int size, String clamped) {
      given.with(given.machinePool, "/spec/replicas", Integer.toString(replicas));

      assertThat(desired().size()).isEqualTo(size);
      assertThat(desired().group().capacity()).isEqualTo(size);
      assertThat(desired().clamped().isPresent()).isEqualTo(clamped != null);
    }

    @Test
    void isLeftToWhoeverElseManagesIt() {
      given.with(
          given.machinePool,
          "/metadata/annotations",
          "{\"cluster.x-k8s.io/replicas-managed-by\": \"external-autoscaler\"}");

      assertThat(desired().group().capacity()).isNull();
    }

    @Test
    void withCrossedBoundsIsAMistake() {
      given.with(given.pool, "/spec/minSize", "7");

      assertThat(blocked()).hasMessageContaining("spec.minSize 7", "spec.maxSize 5");
    }
  }

  @Nested
  class Images {
    @Test
    void areLookedUpByArchitectureThenByName() {
      given.with(given.pool, "/spec/awsLaunchTemplate/ami", "{}");

      var first = asks();
      answers.put(new ArchitectureOf("t3.large"), new Architecture(Optional.of("arm64")));
      var second = asks();
      var named = new ImageNamed("819546954734", "capa-ami-ubuntu-24.04-?1.33.1-*", "arm64");
      answers.put(named, image("ami-9"));

      assertThat(first).containsExactly(new ArchitectureOf("t3.large"));
      assertThat(second).containsExactly(named);
      assertThat(desired().template().imageId()).isEqualTo("ami-9");
    }

    @Test
    void areLookedUpByThePoolsThenTheClustersWords() {
      given
          .with(given.pool, "/spec/awsLaunchTemplate/ami", "{}")
          .with(given.pool, "/spec/awsLaunchTemplate/imageLookupOrg", "\"111\"")
          .with(given.awsCluster, "/spec/imageLookupOrg", "\"222\"")
          .with(given.awsCluster, "/spec/imageLookupFormat", "\"my-{{ .K8sVersion }}-{{.BaseOS}}\"")
          .with(given.awsCluster, "/spec/imageLookupBaseOS", "\"flatcar\"");
      answers.put(new ArchitectureOf("t3.large"), new Architecture(Optional.of("x86_64")));

      assertThat(asks()).containsExactly(new ImageNamed("111", "my-1.33.1-flatcar", "x86_64"));
    }

    @Test
    void thatAreNotThereNameTheField() {
      given.with(given.pool, "/spec/awsLaunchTemplate/rootVolume", "{\"size\": 30}");
      answers.put(new ImageById("ami-03cf127a"), new Image(Optional.empty()));

      assertThat(blocked().reason()).isEqualTo("ImageNotFound");
      assertThat(blocked()).hasMessageContaining("spec.awsLaunchTemplate.ami.id");
    }

    @Test
    void nameTheRootDevice() {
      given.with(given.pool, "/spec/awsLaunchTemplate/rootVolume", "{\"size\": 30}");
      answers.put(new ImageById("ami-03cf127a"), image("ami-03cf127a"));

      assertThat(desired().template().volumes())
          .extracting(TemplateData.Volume::deviceName)
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
      given.with(given.awsCluster, "/spec/network/subnets", FOUR);
      given.pool.withObject("/spec").setAll((ObjectNode) Json.MAPPER.readTree(pool));
      if (failureDomains != null) {
        given.with(given.machinePool, "/spec/failureDomains", failureDomains);
      }

      assertThat(String.join(" ", desired().group().subnets())).isEqualTo(expected);
    }

    @Test
    void elsewhereThanInTheFailureDomainsAreToldWithWhatOverridesThem() {
      given.with(given.awsCluster, "/spec/network/subnets", FOUR);
      given.with(given.machinePool, "/spec/failureDomains", "[\"b\"]");
      given.with(given.pool, "/spec/subnets", "[{\"id\": \"subnet-1\"}, {\"id\": \"subnet-3\"}]");

      assertThat(desired().passedOver())
          .contains(
              "MachinePool spec.failureDomains (b) is not used: spec.subnets tells where instances"
                  + " are placed; remove one of the two");
    }

    @Test
    void withinTheFailureDomainsNeedNoWord() {
      given.with(given.awsCluster, "/spec/network/subnets", FOUR);
      given.with(given.machinePool, "/spec/failureDomains", "[\"b\"]");
      given.with(given.pool, "/spec/subnets", "[{\"id\": \"subnet-3\"}]");

      assertThat(desired().passedOver()).isEmpty();
    }

    @Test
    void ofAnUnknownZoneAreAMistakeOfTheFieldThatNamesIt() {
      given.with(given.pool, "/spec/availabilityZones", "[\"us-east-1x\"]");

      assertThat(blocked().reason()).isEqualTo("SubnetsNotFound");
      assertThat(blocked()).hasMessageContaining("spec.availabilityZones names us-east-1x");
    }

    @Test
    void byFiltersLeaveOutWhatIsForPods() {
      given.with(
          given.pool,
          "/spec/subnets",
          "[{\"id\": \"subnet-7\"}, {\"filters\": [{\"name\": \"tag:x\", \"values\": [\"y\"]}]}]");
      var query = new SubnetsWhere(List.of(new Filter("tag:x", List.of("y"))));
      answers.put(
          query,
          new Found(
              List.of(
                  new Found.Resource("subnet-8", Map.of()),
                  new Found.Resource(
                      "subnet-9",
                      Map.of("sigs.k8s.io/cluster-api-provider-aws/association", "secondary")))));

      assertThat(desired().group().subnets()).containsExactly("subnet-7", "subnet-8");
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
      given.with(
          given.pool,
          "/spec/awsLaunchTemplate/additionalSecurityGroups",
          "[{\"id\": \"sg-9\"}, {\"id\": \"sg-0\"}]");

      assertThat(desired().template().securityGroups()).containsExactly("sg-0", "sg-9");
    }

    @Test
    void comeFromTheOverridesWhereTheStatusHasNone() {
      given
          .with(given.awsCluster, "/status", "{}")
          .with(
              given.awsCluster,
              "/spec/network/securityGroupOverrides",
              "{\"node\": \"sg-5\", \"lb\": \"sg-6\", \"bastion\": \"sg-7\"}");

      assertThat(desired().template().securityGroups()).containsExactly("sg-5", "sg-6");
    }

    @Test
    void ofTheStatusGoBeforeTheOverridesRoleByRole() {
      given
          .with(
              given.awsCluster,
              "/status/networkStatus/securityGroups",
              "{\"node\": {\"id\": \"sg-1\"}}")
          .with(
              given.awsCluster,
              "/spec/network/securityGroupOverrides",
              "{\"node\": \"sg-5\", \"lb\": \"sg-6\"}");

      assertThat(desired().template().securityGroups()).containsExactly("sg-1", "sg-6");
    }

    @Test
    void areLookedUpByTagsAtLast() {
      given.with(given.awsCluster, "/status", "{}");

      var asked = asks();
      answers.put(
          TAGGED,
          new Found(
              List.of(
                  new Found.Resource(
                      "sg-3", Map.of("sigs.k8s.io/cluster-api-provider-aws/role", "node")))));

      assertThat(asked).containsExactly(TAGGED);
      assertThat(desired().template().securityGroups()).containsExactly("sg-3");
    }

    @Test
    void thatAreNowhereSayWhatToSet() {
      given.with(given.awsCluster, "/status", "{}");
      answers.put(TAGGED, new Found(List.of()));

      assertThat(blocked().reason()).isEqualTo("SecurityGroupsNotFound");
      assertThat(blocked()).hasMessageContaining("securityGroupOverrides.node");
    }
  }

  @Nested
  class UserDataSize {
    @Test
    void isCompressedOnlyAboveTheLimit() {
      given.bootstrap = "#cloud-config\n".repeat(1000).getBytes(StandardCharsets.UTF_8);
      int plain = desired().userData().base64().length();
      given.bootstrap = "#cloud-config\n".repeat(2000).getBytes(StandardCharsets.UTF_8);
      int compressed = desired().userData().base64().length();

      assertThat(plain).isGreaterThan(14_000);
      assertThat(compressed).isLessThan(1_000);
    }

    @Test
    void thatAwsWouldRefuseIsReportedWithNumbers() {
      given.bootstrap = new byte[40_000];
      new Random(1).nextBytes(given.bootstrap);

      assertThat(blocked().reason()).isEqualTo("UserDataTooLarge");
      assertThat(blocked()).hasMessageContaining("40000 bytes").hasMessageContaining("16384");
    }
  }

  @Nested
  class Marks {
    @Test
    void tellUserDataFromTheRest() {
      var before = desired().mark();
      given.bootstrap = "#cloud-config\n# new token\n".getBytes(StandardCharsets.UTF_8);
      var token = desired().mark();
      given.with(given.pool, "/spec/awsLaunchTemplate/instanceType", "\"t3.xlarge\"");
      var type = desired().mark();

      assertThat(token.data()).isEqualTo(before.data());
      assertThat(token.userData()).isNotEqualTo(before.userData());
      assertThat(type.data()).isNotEqualTo(token.data());
      assertThat(Mark.parse(type.text())).contains(type);
    }

    @Test
    void doNotDependOnHowTheSameIsWritten() {
      var before = desired().mark();
      given
          .with(given.pool, "/spec/awsLaunchTemplate/enclaveOptions", "{\"enabled\": false}")
          .with(given.pool, "/spec/awsLaunchTemplate/marketType", "\"OnDemand\"")
          .with(given.pool, "/spec/awsLaunchTemplate/capacityReservationPreference", "\"\"")
          .with(given.pool, "/spec/awsLaunchTemplate/nonRootVolumes", "[]");

      assertThat(desired().mark()).isEqualTo(before);
    }

    @Test
    void ofAKnownTemplateStayWhatTheyAreFromReleaseToRelease() {
      assertThat(desired().mark().text())
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
      given
          .with(given.pool, "/spec/awsLaunchTemplate/ami", "{}")
          .with(given.pool, "/spec/awsLaunchTemplate/rootVolume", "{\"size\": 30}");
      answers.put(new ArchitectureOf("t3.large"), new Architecture(Optional.of("x86_64")));
      var named = new ImageNamed("819546954734", "capa-ami-ubuntu-24.04-?1.33.1-*", "x86_64");
      answers.put(named, new Image(Optional.of(new Image.Details("ami-8", "/dev/sda1"))));
      var before = desired();
      answers.put(named, new Image(Optional.of(new Image.Details("ami-9", "/dev/xvda"))));
      var after = desired();

      assertThat(after.template()).isNotEqualTo(before.template());
      assertThat(after.revision()).isEqualTo(before.revision());
    }

    @Test
    void knowTheRootDeviceThatWasNamed() {
      given.with(
          given.pool,
          "/spec/awsLaunchTemplate/rootVolume",
          "{\"size\": 30, \"deviceName\": \"/dev/sda1\"}");
      var before = desired();
      given.with(
          given.pool,
          "/spec/awsLaunchTemplate/rootVolume",
          "{\"size\": 30, \"deviceName\": \"/dev/xvda\"}");

      assertThat(desired().revision()).isNotEqualTo(before.revision());
    }

    @Test
    void doNotKnowSecurityGroupsThatWereFound() {
      given
          .with(given.awsCluster, "/status", "{}")
          .with(
              given.pool,
              "/spec/awsLaunchTemplate/additionalSecurityGroups",
              "[{\"filters\": [{\"name\": \"tag:x\", \"values\": [\"y\"]}]}]");
      var additional = new SecurityGroupsWhere(List.of(new Filter("tag:x", List.of("y"))));
      answers.put(SecurityGroups.TAGGED, groups("sg-1"));
      answers.put(additional, groups("sg-2"));
      var before = desired();
      answers.put(SecurityGroups.TAGGED, groups("sg-3"));
      answers.put(additional, groups("sg-4"));
      var after = desired();

      assertThat(before.template().securityGroups()).containsExactly("sg-1", "sg-2");
      assertThat(after.template().securityGroups()).containsExactly("sg-3", "sg-4");
      assertThat(after.revision()).isEqualTo(before.revision());
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
      given.with(
          given.pool, field, "[{\"filters\": [{\"name\": \"tag:x\", \"values\": [\"y\"]}]}]");
      var before = desired();
      given.with(given.pool, field, other);

      assertThat(desired().revision()).isNotEqualTo(before.revision());
    }

    private static Found groups(String id) {
      var role = Map.of("sigs.k8s.io/cluster-api-provider-aws/role", "node");
      return new Found(List.of(new Found.Resource(id, role)));
    }
  }

  private Resolution<AwsDesired> resolve() {
    return Resolver.resolve(given.inputs(), query -> Optional.ofNullable(answers.get(query)));
  }

  private AwsDesired desired() {
    assertThat(resolve()).isInstanceOf(Resolution.Resolved.class);
    return ((Resolution.Resolved<AwsDesired>) resolve()).desired();
  }

  private Set<Query> asks() {
    assertThat(resolve()).isInstanceOf(Resolution.Asks.class);
    return ((Resolution.Asks<AwsDesired>) resolve()).queries();
  }

  private Unready blocked() {
    assertThat(resolve()).isInstanceOf(Resolution.Blocked.class);
    return ((Resolution.Blocked<AwsDesired>) resolve()).why();
  }

  private static Image image(String id) {
    return new Image(Optional.of(new Image.Details(id, "/dev/sda1")));
  }
}
