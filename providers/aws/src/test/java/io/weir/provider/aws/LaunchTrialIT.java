package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.Digest;
import io.weir.api.conditions.ConditionStatus;
import io.weir.clouds.CloudFault;
import io.weir.clouds.aws.iam.AccessPolicy;
import io.weir.provider.Instance;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.aws.template.RefusedTypes;
import io.weir.provider.aws.template.UntriedVersion;
import io.weir.provider.aws.template.calls.TemplateCalls;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateVersion;
import software.amazon.awssdk.services.ec2.model.ModifyLaunchTemplateRequest;

/** AWS takes launch templates from which nothing can be launched; a pool must not pay for that. */
class LaunchTrialIT {

  private static final String KEY = "/spec/awsLaunchTemplate/sshKeyName";

  private final SimulatedAws aws = new SimulatedAws();
  private final PoolFixture pool = SimulatedAws.pool("workers", 1);
  private List<Instance> running = List.of();

  @BeforeEach
  void theOnlyMachineRuns() throws Exception {
    pool.inputs = "v1:same";
    aws.converge(pool);
    aws.completePendingWork();
    running = seen().instances();
  }

  @AfterEach
  void stop() {
    aws.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sshKeyName | \"nobodys\" | spec.awsLaunchTemplate.sshKeyName",
        "ami | {\"id\": \"ami-0bad\"} | spec.awsLaunchTemplate.ami",
        "additionalSecurityGroups | [{\"id\": \"sg-0bad\"}] |"
            + " spec.awsLaunchTemplate.additionalSecurityGroups",
        "iamInstanceProfile | \"nobody\" | spec.awsLaunchTemplate.iamInstanceProfile",
        "rootVolume | {\"size\": 8} | spec.awsLaunchTemplate.rootVolume",
        "rootVolume | {\"size\": 30, \"type\": \"gp3\", \"iops\": 7} |"
            + " spec.awsLaunchTemplate.rootVolume",
      })
  void whatCannotBeLaunchedCostsNoMachineAndNamesTheField(
      String property, String wrong, String named) throws Exception {
    pool.with(pool.pool, "/spec/awsLaunchTemplate/" + property, wrong);

    var refused = catchThrowable(() -> aws.converge(pool));
    aws.time.advance(Duration.ofMinutes(1));
    var again = catchThrowable(() -> aws.converge(pool));
    aws.completePendingWork();

    assertThat(refused).isInstanceOf(ProviderException.Rejected.class).hasMessageContaining(named);
    assertThat(again).hasMessage(refused.getMessage());
    assertThat(seen().instances()).isEqualTo(running);
    assertThat(count("StartInstanceRefresh")).isZero();
  }

  @Test
  void theGroupGoesOnWithTheTemplateThatItHad() throws Exception {
    pool.with(pool.pool, KEY, "\"nobodys\"");
    var _ = catchThrowable(() -> aws.converge(pool));
    assertThat(aws.cloud.killInstance(running.getFirst().id())).isTrue();

    aws.completePendingWork();

    assertThat(seen().instances())
        .singleElement()
        .matches(instance -> instance.revision().equals("1"))
        .matches(instance -> instance.state() == Instance.State.RUNNING);
  }

  @Test
  void aMistakeThatIsTakenBackReplacesNothing() throws Exception {
    pool.with(pool.pool, KEY, "\"nobodys\"");
    var _ = catchThrowable(() -> aws.converge(pool));
    pool.with(pool.pool, KEY, "null");

    aws.roll(pool);

    assertThat(seen().instances()).isEqualTo(running);
    assertThat(seen().template().orElseThrow().latestVersion()).isEqualTo(1);
    assertThat(count("StartInstanceRefresh")).isZero();
  }

  @Test
  void aMistakeThatIsMendedIsRolled() throws Exception {
    pool.with(pool.pool, KEY, "\"nobodys\"");
    var _ = catchThrowable(() -> aws.converge(pool));
    pool.with(pool.pool, KEY, "\"default\"");

    aws.roll(pool);

    assertThat(seen().instances())
        .singleElement()
        .matches(instance -> !instance.id().equals(running.getFirst().id()));
  }

  @ParameterizedTest
  @EnumSource(names = {"THROTTLED", "SERVER_ERROR", "DROPPED_BEFORE"})
  void whatCouldNotBeTriedAtOnceIsTriedByTheNextPassThoughNothingIsToBeReplaced(
      CloudFault.Kind kind) throws Exception {
    pool.with(pool.pool, "/spec/refreshPreferences", "{\"disable\": true}");
    pool.with(pool.pool, KEY, "\"nobodys\"");
    fail(kind, "RunInstances");

    var untried = catchThrowable(() -> aws.converge(pool));
    aws.time.advance(Duration.ofSeconds(10));
    var refused = catchThrowable(() -> aws.converge(pool));

    assertThat(untried).isInstanceOf(ProviderException.Ambiguous.class);
    assertThat(refused)
        .isInstanceOf(ProviderException.Rejected.class)
        .hasMessageContaining("sshKeyName");
    assertThat(versions()).containsExactly(1L);
  }

  @Test
  void whatWasMadeBeforeTheProcessEndedIsTriedByTheNextOne() throws Exception {
    pool.with(pool.pool, "/spec/refreshPreferences", "{\"disable\": true}");
    pool.with(pool.pool, KEY, "\"nobodys\"");
    aws.during(
        "RunInstances",
        () -> {
          throw new SimulatedAws.SimulatedCrash();
        });

    assertThatThrownBy(() -> aws.converge(pool)).isInstanceOf(SimulatedAws.SimulatedCrash.class);
    List<Long> afterTheCrash = versions();
    aws.restart();
    aws.time.advance(Duration.ofMinutes(1));
    var refused = catchThrowable(() -> aws.converge(pool));

    assertThat(afterTheCrash).containsExactly(2L, 1L);
    assertThat(refused).hasMessageContaining("sshKeyName");
    assertThat(versions()).containsExactly(1L);
    assertThat(count("StartInstanceRefresh")).isZero();
  }

  @Test
  void whatIsGoodIsTriedByTheNextProcessAndRolled() throws Exception {
    pool.with(pool.pool, KEY, "\"default\"");
    fail(CloudFault.Kind.THROTTLED, "RunInstances");
    var _ = catchThrowable(() -> aws.converge(pool));
    aws.restart();

    aws.roll(pool);

    assertThat(versions()).containsExactly(2L, 1L);
    assertThat(seen().instances())
        .singleElement()
        .matches(instance -> instance.revision().equals("2"));
    assertThat(pool.object().annotations()).doesNotContainKey(UntriedVersion.ANNOTATION);
  }

  @Test
  void aVersionThatCouldNotBeDeletedIsDeletedByALaterPass() throws Exception {
    pool.with(pool.pool, "/spec/refreshPreferences", "{\"disable\": true}");
    pool.with(pool.pool, KEY, "\"nobodys\"");
    fail(CloudFault.Kind.DENIED, "DeleteLaunchTemplateVersions");

    var _ = catchThrowable(() -> aws.converge(pool));
    aws.time.advance(Duration.ofMinutes(1));
    var refused = catchThrowable(() -> aws.converge(pool));

    assertThat(refused).hasMessageContaining("sshKeyName");
    assertThat(versions()).containsExactly(1L);
  }

  @Test
  void aVersionThatAwsDoesNotDeleteIsToldOf() throws Exception {
    pool.with(pool.pool, KEY, "\"nobodys\"");
    aws.during("DeleteLaunchTemplateVersions", () -> makeDefault("2"));
    var _ = catchThrowable(() -> aws.converge(pool));
    aws.time.advance(Duration.ofMinutes(1));

    var refused = catchThrowable(() -> aws.converge(pool));

    assertThat(refused)
        .isInstanceOf(ProviderException.Rejected.class)
        .hasMessageContaining("sshKeyName")
        .hasMessageContaining("version 2 of launch template")
        .hasMessageContaining("cannot be deleted: The default version");
    assertThat(aws.reportedCondition("LaunchTemplateReady").status())
        .isEqualTo(ConditionStatus.FALSE);
    assertThat(count("StartInstanceRefresh")).isZero();
  }

  @Test
  void aRetryOnTheSameObservationIsAnotherTrial() throws Exception {
    pool.with(pool.pool, KEY, "\"nobodys\"");

    var first = catchThrowable(() -> aws.converge(pool));
    var second = catchThrowable(() -> aws.converge(pool));

    assertThat(second).isExactlyInstanceOf(first.getClass()).hasMessage(first.getMessage());
    assertThat(aws.reportedCondition("LaunchTemplateReady").status())
        .isEqualTo(ConditionStatus.FALSE);
  }

  @Test
  void whatCanBeLaunchedNoMoreWhenInstancesAreToBeReplacedIsTakenBack() throws Exception {
    pool.with(pool.pool, "/spec/refreshPreferences", "{\"disable\": true}");
    pool.with(pool.pool, "/spec/awsLaunchTemplate/instanceType", "\"m5.large\"");
    aws.converge(pool);
    pool.bootstrap = "#cloud-config\n# another token\n".getBytes(StandardCharsets.UTF_8);
    aws.time.advance(Duration.ofHours(1));
    aws.converge(pool);
    pool.with(pool.pool, "/spec/refreshPreferences", "{}");
    fail(CloudFault.Kind.DENIED, "RunInstances");

    aws.time.advance(Duration.ofSeconds(10));
    var refused = catchThrowable(() -> aws.converge(pool));
    List<Long> meanwhile = versions();
    aws.time.advance(Duration.ofMinutes(1));
    aws.roll(pool);

    assertThat(refused).isInstanceOf(ProviderException.Denied.class);
    assertThat(meanwhile).containsExactly(1L);
    assertThat(seen().instances())
        .singleElement()
        .matches(instance -> instance.revision().equals("4"));
  }

  @Test
  void otherBootstrapDataThatIsRolledIsTriedWithItsVersion() throws Exception {
    pool.with(
        pool.machinePool,
        "/metadata/annotations",
        "{\"weir.io/roll-on-bootstrap-change\": \"true\"}");
    pool.bootstrap = "#cloud-config\n# other files\n".getBytes(StandardCharsets.UTF_8);
    pool.inputs = "v1:another";
    aws.cloud.faults().add(CloudFault.of(CloudFault.Kind.DENIED).forAction("RunInstances"));

    pass();
    int made = count("CreateLaunchTemplateVersion");
    pass();

    assertThat(versions()).containsExactly(1L);
    assertThat(made).isEqualTo(1);
    assertThat(count("CreateLaunchTemplateVersion")).isEqualTo(2);
    assertThat(count("StartInstanceRefresh")).isZero();
  }

  @Nested
  class WhileAChangeIsRefused {

    private static final String RENEWED = "#cloud-config\n# another token\n";

    @BeforeEach
    void itIs() {
      pool.with(pool.pool, KEY, "\"nobodys\"");
      var _ = catchThrowable(() -> aws.converge(pool));
    }

    @Test
    void sizeHooksAndTagsOfThePoolAreAsAskedFor() throws Exception {
      pool.with(pool.machinePool, "/spec/replicas", "3");
      pool.with(pool.pool, "/spec/additionalTags", "{\"team\": \"a\"}");
      pool.with(
          pool.pool,
          "/spec/lifecycleHooks",
          """
          [{"name": "drain", "lifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING",
            "defaultResult": "CONTINUE", "heartbeatTimeout": "300s"}]
          """);
      aws.readAllDetails();

      var refused = pass();
      aws.completePendingWork();

      assertThat(refused).hasMessageContaining("sshKeyName");
      assertThat(seen().instances()).hasSize(3).allMatch(each -> each.revision().equals("1"));
      assertThat(seen().group().orElseThrow().tags()).containsEntry("team", "a");
      assertThat(seen().group().orElseThrow().hooks().orElseThrow()).containsOnlyKeys("drain");
      assertThat(aws.reportedCondition("LaunchTemplateReady"))
          .matches(condition -> condition.status() == ConditionStatus.FALSE)
          .matches(condition -> condition.message().contains("spec.awsLaunchTemplate.sshKeyName"));
      assertThat(aws.reportedCondition("InstancesUpToDate").status())
          .isEqualTo(ConditionStatus.FALSE);
      assertThat(count("StartInstanceRefresh")).isZero();
    }

    @Test
    void aHookThatIsStillToBeRemovedIsToldOf() throws Exception {
      pool.with(
          pool.pool,
          "/spec/lifecycleHooks",
          """
          [{"name": "drain", "lifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING",
            "defaultResult": "CONTINUE", "heartbeatTimeout": "300s"}]
          """);
      pass();
      pool.with(pool.pool, "/spec/lifecycleHooks", "[]");
      fail(CloudFault.Kind.THROTTLED, "RunInstances");

      pass();
      var whileItIsThere = aws.report.inapplicable();
      pass();
      pass();

      assertThat(whileItIsThere).isEmpty();
      assertThat(aws.report.inapplicable()).containsExactly("LifecycleHookReady");
    }

    @Test
    void typesAndSubnetsThatMayNotGoWithTheOldTemplateWait() throws Exception {
      pool.with(
          pool.pool,
          "/spec/mixedInstancesPolicy",
          "{\"overrides\": [{\"instanceType\": \"m5.large\"}]}");
      pool.with(pool.pool, "/spec/subnets", "[{\"id\": \"subnet-0aaaaaaaaaaaaaaa1\"}]");
      pool.with(pool.machinePool, "/spec/replicas", "2");
      var before = seen().group().orElseThrow();

      pass();
      var meanwhile = seen().group().orElseThrow();
      pool.with(pool.pool, KEY, "\"default\"");
      aws.roll(pool);

      assertThat(meanwhile.desired()).isEqualTo(2);
      assertThat(meanwhile.mixed()).isNull();
      assertThat(meanwhile.subnets()).isEqualTo(before.subnets()).hasSizeGreaterThan(1);
      assertThat(seen().group().orElseThrow().mixed()).isNotNull();
      assertThat(seen().group().orElseThrow().subnets())
          .containsExactly("subnet-0aaaaaaaaaaaaaaa1");
    }

    @Test
    void aMachineThatTakesThePlaceOfAnotherJoinsWithTheTokenOfTheDay() throws Exception {
      renewToken();
      assertThat(aws.cloud.killInstance(running.getFirst().id())).isTrue();
      aws.completePendingWork();

      var made = seen().instances().getLast();
      assertThat(userData(made.revision())).isEqualTo(RENEWED);
      assertThat(newest().launchTemplateData().keyName()).isNull();
      assertThat(count("StartInstanceRefresh")).isZero();
    }

    @Test
    void theTokenIsRenewedOnceAndTheChangeIsStillTold() throws Exception {
      renewToken();
      long renewed = newest().versionNumber();

      var refused = pass();

      assertThat(newest().versionNumber()).isEqualTo(renewed);
      assertThat(refused).hasMessageContaining("sshKeyName");
      assertThat(aws.reportedCondition("LaunchTemplateReady").message())
          .contains("spec.awsLaunchTemplate.sshKeyName");
    }

    @Test
    void whatIsTakenBackAfterTheTokenWasRenewedReplacesNothing() throws Exception {
      renewToken();
      pool.with(pool.pool, KEY, "null");

      aws.roll(pool);

      assertThat(seen().instances()).isEqualTo(running);
      assertThat(count("StartInstanceRefresh")).isZero();
    }

    @Test
    void whatIsMendedAfterTheTokenWasRenewedIsRolled() throws Exception {
      renewToken();
      pool.with(pool.pool, KEY, "\"default\"");

      aws.roll(pool);

      assertThat(newest().launchTemplateData().keyName()).isEqualTo("default");
      assertThat(seen().instances())
          .singleElement()
          .matches(instance -> instance.revision().equals(Long.toString(newestVersion())))
          .matches(instance -> !instance.id().equals(running.getFirst().id()));
      assertThat(count("StartInstanceRefresh")).isEqualTo(1);
    }

    @Test
    void tagsThatAreRefusedWithTheChangeAreNotThoseOfItsMachines() throws Exception {
      pool.with(pool.pool, "/spec/additionalTags", "{\"team\": \"a\"}");

      renewToken();

      assertThat(newest().launchTemplateData().tagSpecifications())
          .hasSize(2)
          .allMatch(tags -> tags.tags().stream().noneMatch(tag -> tag.key().equals("team")))
          .anyMatch(
              tags ->
                  tags.tags().stream()
                      .anyMatch(
                          tag ->
                              tag.key().equals(AwsMetadataKeys.BOOTSTRAP_HASH_TAG)
                                  && tag.value()
                                      .equals(
                                          Digest.sha256(
                                              RENEWED.getBytes(StandardCharsets.UTF_8)))));
    }

    @Test
    void dataThatIsMadeOfSomethingElseWaitsWithTheChange() throws Exception {
      pool.inputs = "v1:another";

      renewToken();

      assertThat(versions()).containsExactly(1L);
    }

    private void renewToken() {
      pool.bootstrap = RENEWED.getBytes(StandardCharsets.UTF_8);
      aws.time.advance(Duration.ofHours(1));
      pass();
    }
  }

  private Throwable pass() {
    aws.time.advance(Duration.ofMinutes(1));
    return catchThrowable(() -> aws.converge(pool));
  }

  @Test
  void noMachineGetsARoleThatTheManagerMayNotPassOn() throws Exception {
    aws.cloud.restrictTo(
        AccessPolicy.parse(new AwsProviderFactory().permissions(Optional.empty()).orElseThrow()));
    pool.with(pool.pool, "/spec/awsLaunchTemplate/iamInstanceProfile", "\"administrators\"");

    var refused = catchThrowable(() -> aws.converge(pool));

    assertThat(refused)
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageContaining("allow the identity that the cluster uses iam:PassRole on the role")
        .hasMessageContaining("spec.awsLaunchTemplate.iamInstanceProfile");
    assertThat(seen().template().orElseThrow().latestVersion()).isEqualTo(1);
    assertThat(count("StartInstanceRefresh")).isZero();
  }

  @Test
  void typesOfAPolicyAreTriedInPlaceOfTheTemplates() throws Exception {
    pool.with(pool.pool, "/spec/awsLaunchTemplate/instanceType", "null");
    pool.with(
        pool.pool,
        "/spec/mixedInstancesPolicy",
        "{\"overrides\": [{\"instanceType\": \"m5.large\"}]}");
    aws.roll(pool);
    pool.with(pool.pool, "/spec/awsLaunchTemplate/rootVolume", "{\"size\": 40}");

    aws.roll(pool);

    assertThat(aws.cloud.journal().calls("RunInstances"))
        .last()
        .satisfies(call -> assertThat(call.parameters()).containsEntry("InstanceType", "m5.large"));
    assertThat(count("StartInstanceRefresh")).isPositive();
  }

  @Test
  void typesOfAPolicyThatCannotBeLaunchedAreToldAndKeepNoChangeBack() throws Exception {
    pool.with(pool.pool, "/spec/awsLaunchTemplate/instanceType", "null");
    pool.with(
        pool.pool,
        "/spec/mixedInstancesPolicy",
        """
        {"overrides": [{"instanceType": "m5.large"}, {"instanceType": "%s"}]}
        """
            .formatted(ofAnotherArchitecture()));

    // The simulated group, unlike the template, takes no type that cannot be launched.
    pass();
    String told = aws.reportedCondition("LaunchTemplateReady").message();
    List<Long> versions = versions();
    pool.bootstrap = "#cloud-config\n# another token\n".getBytes(StandardCharsets.UTF_8);
    aws.restart();
    pass();
    String toldOfTheNextVersion = aws.reportedCondition("LaunchTemplateReady").message();
    pool.with(
        pool.pool,
        "/spec/mixedInstancesPolicy",
        "{\"overrides\": [{\"instanceType\": \"m5.large\"}]}");
    aws.roll(pool);

    assertThat(told)
        .startsWith("AWS does not launch " + ofAnotherArchitecture() + ": The architecture")
        .endsWith(
            "take it out of AWSMachinePool spec.mixedInstancesPolicy.overrides, or have"
                + " spec.awsLaunchTemplate suit it");
    assertThat(versions).containsExactly(2L, 1L);
    assertThat(toldOfTheNextVersion).isEqualTo(told);
    assertThat(count("StartInstanceRefresh")).isPositive();
    assertThat(aws.reportedCondition("LaunchTemplateReady").message()).isEmpty();
    assertThat(pool.object().annotations()).doesNotContainKey(RefusedTypes.ANNOTATION);
  }

  private String ofAnotherArchitecture() {
    return aws.cloud.seedData().region("us-east-1").orElseThrow().instanceTypes().stream()
        .filter(type -> type.architecture().equals("arm64"))
        .findFirst()
        .orElseThrow()
        .name();
  }

  private AwsObservedState seen() throws ProviderException {
    return aws.observe("workers").observedState().orElseThrow();
  }

  private long newestVersion() {
    try {
      return newest().versionNumber();
    } catch (ProviderException failure) {
      throw new AssertionError(failure);
    }
  }

  private LaunchTemplateVersion newest() throws ProviderException {
    return listed().getFirst();
  }

  private List<Long> versions() throws ProviderException {
    return listed().stream().map(LaunchTemplateVersion::versionNumber).toList();
  }

  private String userData(String version) throws ProviderException {
    return listed().stream()
        .filter(each -> version.equals(Long.toString(each.versionNumber())))
        .map(each -> each.launchTemplateData().userData())
        .map(text -> new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8))
        .findFirst()
        .orElseThrow();
  }

  /** Newest first. */
  private List<LaunchTemplateVersion> listed() throws ProviderException {
    return aws.externalClient()
        .describeTemplateVersions(
            DescribeLaunchTemplateVersionsRequest.builder().launchTemplateName("workers").build())
        .launchTemplateVersions();
  }

  private void makeDefault(String version) {
    try {
      var _ =
          aws.externalClient("ec2:ModifyLaunchTemplate")
              .session()
              .write(
                  TemplateCalls.EC2,
                  "ModifyLaunchTemplate",
                  Ec2Client::modifyLaunchTemplate,
                  ModifyLaunchTemplateRequest.builder()
                      .launchTemplateName("workers")
                      .defaultVersion(version)
                      .build());
    } catch (ProviderException failure) {
      throw new AssertionError(failure);
    }
  }

  private void fail(CloudFault.Kind kind, String action) {
    aws.cloud.faults().add(CloudFault.of(kind).forAction(action).times(1));
  }

  private int count(String action) {
    return aws.cloud.journal().callCount(action);
  }
}
