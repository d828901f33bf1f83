package io.weir.provider.aws.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.ResolveResult;
import io.weir.provider.aws.eks.NodegroupSize.Scaling;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EksDesiredStateResolverTest {

  private final EksFixture pool = new EksFixture("workers");

  @Test
  void aControlPlaneThatIsNotReadyHoldsUpACreationAndNotTheRest() {
    pool.with(pool.controlPlane, "/status/ready", "false");

    ResolveResult<EksDesiredState> result = pool.resolve();

    assertThat(result.blocker().orElseThrow().reason()).isEqualTo("WaitingForEKSControlPlane");
    assertThat(result.target()).isPresent();
  }

  @Test
  void aRoleThatDoesNotExistIsNamedWithTheRemedy() {
    pool.roleExists = false;

    assertThat(blocker())
        .isEqualTo(
            "IAM role nodes-role does not exist: create it, or name another in spec.roleName");
  }

  @Test
  void furtherPoliciesNeedARoleOfWeirsAndTheSetting() {
    pool.spec("roleAdditionalPolicies", "[\"arn:aws:iam::aws:policy/More\"]");
    assertThat(blocker()).contains("spec.roleAdditionalPolicies", "eks-enable-iam");
    pool.pool.withObject("/spec").remove("roleName");
    pool.roleExists = false;
    pool.features = new EksFeatures(true, false);
    assertThat(blocker()).contains("spec.roleAdditionalPolicies", "eks-allow-add-roles");

    pool.features = new EksFeatures(true, true);

    assertThat(pool.desired().role())
        .isInstanceOfSatisfying(
            DesiredRole.Made.class,
            role -> assertThat(role.policies()).contains("arn:aws:iam::aws:policy/More"));
  }

  @ParameterizedTest
  @CsvSource({
    "eu-central-1, ec2.amazonaws.com, arn:aws:",
    "us-gov-west-1, ec2.amazonaws.com, arn:aws-us-gov:",
    "cn-north-1, ec2.amazonaws.com.cn, arn:aws-cn:"
  })
  void aRoleThatWeirMakesTrustsWhatItsRegionCallsEc2(String region, String service, String arn) {
    pool.pool.withObject("/spec").remove("roleName");
    pool.features = new EksFeatures(true, false);
    pool.roleExists = false;
    pool.with(pool.controlPlane, "/spec/region", '"' + region + '"');

    assertThat(pool.desired().role())
        .isInstanceOfSatisfying(
            DesiredRole.Made.class,
            role -> {
              assertThat(role.trusted()).isEqualTo(service);
              assertThat(role.policies()).allMatch(policy -> policy.startsWith(arn));
            });
  }

  @Test
  void aRoleOfTheNameThatPeopleMadeIsUsedAsItIs() {
    pool.pool.withObject("/spec").remove("roleName");
    pool.features = new EksFeatures(true, false);

    assertThat(pool.desired().role()).isInstanceOf(DesiredRole.Given.class);
  }

  @ParameterizedTest
  @CsvSource({
    "AL2_x86_64, v1.32, AL2_x86_64",
    "AL2_x86_64, v1.33, AL2023_x86_64_STANDARD",
    "AL2_ARM_64, v1.33, AL2_ARM_64",
    "BOTTLEROCKET_x86_64, v1.34, BOTTLEROCKET_x86_64"
  })
  void theDefaultImageFollowsTheVersion(String asked, String cluster, String used) {
    pool.spec("amiType", '"' + asked + '"');
    pool.with(pool.controlPlane, "/spec/version", '"' + cluster + '"');

    assertThat(pool.desired().nodegroup().fixed().amiType()).isEqualTo(used);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"-, -, 3, 1, 3, 3", "-, -, 0, 0, 1, 0", "2, 9, 1, 2, 9, 2", "-, 4, 9, 1, 4, 4"})
  void sizesStayWithinTheBounds(
      Integer min, Integer max, int asked, int least, int most, int size) {
    assertThat(new NodegroupSize(min, max, asked, false).atCreation())
        .isEqualTo(new Scaling(least, most, size));
  }

  @Test
  void sshWithoutSourcesIsNotOpenedToEverybody() {
    pool.spec("remoteAccess", "{\"sshKeyName\": \"ops\"}");
    pool.with(pool.controlPlane, "/status/networkStatus/securityGroups", "{}");

    assertThat(blocker()).contains("spec.remoteAccess", "sourceSecurityGroups");
  }

  @Test
  void dataThatEksCannotMergeIsLeftOutWhereItChoosesTheImage() {
    pool.spec("awsLaunchTemplate", "{\"instanceType\": \"m5.large\"}");
    assertThat(pool.desired().template().orElseThrow().userData().isEmpty()).isFalse();

    pool.bootstrap = Optional.of("#!/bin/bash\n");

    assertThat(pool.desired().template().orElseThrow().userData().isEmpty()).isTrue();
    assertThat(pool.desired().remarks()).singleElement().asString().contains("MIME");
  }

  @Test
  void dataThatEksMergesIsNotCompressed() {
    pool.with(
        pool.machinePool,
        "/spec/template/spec/bootstrap/configRef",
        """
        {"apiGroup": "bootstrap.cluster.x-k8s.io", "kind": "NodeadmConfig", "name": "workers"}
        """);
    pool.bootstrap = Optional.of("MIME-Version: 1.0\n" + "#\n".repeat(9000));
    pool.spec("awsLaunchTemplate", "{\"ami\": {\"id\": \"ami-1\"}}");
    assertThat(pool.resolve().blocker()).isEmpty();

    pool.spec("awsLaunchTemplate", "{\"instanceType\": \"m5.large\"}");

    assertThat(blocker())
        .isEqualTo(
            "the data in Secret default/boot has 18018 bytes, uncompressed since EKS adds its own;"
                + " AWS takes 16384: make NodeadmConfig default/workers spec.files fewer or"
                + " shorter, or fetch them at boot");
  }

  @Test
  void dataThatIsAskedForIsWaitedForWhoeverChoosesTheImage() {
    pool.spec("awsLaunchTemplate", "{\"instanceType\": \"m5.large\"}");
    pool.with(
        pool.machinePool,
        "/spec/template/spec/bootstrap",
        """
        {"configRef": {"apiGroup": "bootstrap.cluster.x-k8s.io", "kind": "NodeadmConfig",
         "name": "workers"}}
        """);
    pool.bootstrap = Optional.empty();

    assertThat(pool.resolve().blocker().orElseThrow().reason())
        .isEqualTo("WaitingForBootstrapData");
    pool.with(pool.machinePool, "/spec/template/spec/bootstrap", "{\"dataSecretName\": \"boot\"}");
    assertThat(blocker()).contains("spec.template.spec.bootstrap.dataSecretName names Secret boot");
    pool.with(pool.machinePool, "/spec/template/spec/bootstrap", "{\"dataSecretName\": \"\"}");
    assertThat(pool.resolve().blocker()).isEmpty();
    assertThat(pool.desired().template().orElseThrow().userData().isEmpty()).isTrue();
  }

  @Test
  void theImageOfACustomTypeThatNamesNoneIsTheOneThatEksRecommends() {
    pool.spec("amiType", "\"CUSTOM\"");
    pool.spec("awsLaunchTemplate", "{\"instanceType\": \"m5.large\"}");

    EksDesiredState desired = pool.desired();

    assertThat(desired.template().orElseThrow().data().imageId()).isEqualTo("ami-0fromssm");
    assertThat(desired.nodegroup().fixed().amiType()).isNull();
    assertThat(desired.hasOwnImage()).isTrue();
    pool.with(pool.machinePool, "/spec/template/spec/version", "\"v1.31.0\"");
    assertThat(blocker()).contains("EKS publishes no image of AmazonLinux for Kubernetes 1.31");
  }

  @Test
  void theControlPlaneSaysHowImagesAreLookedUp() {
    pool.spec("amiType", "\"CUSTOM\"");
    pool.spec("awsLaunchTemplate", "{\"instanceType\": \"m5.large\"}");
    pool.with(pool.controlPlane, "/spec/imageLookupOrg", "\"111122223333\"");
    pool.with(pool.controlPlane, "/spec/imageLookupFormat", "\"eks-{{.BaseOS}}-{{.K8sVersion}}\"");
    pool.with(pool.controlPlane, "/spec/imageLookupBaseOS", "\"al2023\"");

    assertThat(pool.desired().template().orElseThrow().data().imageId())
        .isEqualTo("ami-of-111122223333-eks-al2023-1.33.1");
  }

  @Test
  void anImageOfOnesOwnNeedsData() {
    pool.spec("awsLaunchTemplate", "{\"ami\": {\"id\": \"ami-1\"}}");
    pool.bootstrap = Optional.empty();

    assertThat(blocker()).contains("spec.template.spec.bootstrap.dataSecretName");
  }

  private String blocker() {
    return pool.resolve().blocker().orElseThrow().getMessage();
  }
}
