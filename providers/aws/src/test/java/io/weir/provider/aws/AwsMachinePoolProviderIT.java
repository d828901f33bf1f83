package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.clouds.CloudFault;
import io.weir.provider.CallGate.CallOutcome;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.machinepool.AwsObservedState;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.ResponseLaunchTemplateData;
import software.amazon.awssdk.services.ec2.model.Tag;

class AwsMachinePoolProviderIT {

  private final SimulatedAws aws = new SimulatedAws();
  private final PoolFixture pool = SimulatedAws.pool("workers", 3);

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void isFoundByTheServiceLoader() {
    assertThat(ServiceLoader.load(PoolProviderFactory.class))
        .extracting(PoolProviderFactory::cloud)
        .containsOnlyOnce("aws");
  }

  @Nested
  class Converge {
    @Test
    void startsInstancesWithProviderIdsOfTheirNodes() throws Exception {
      aws.converge(pool);
      aws.completePendingWork();

      var seen = seen(aws.observe("workers"));
      assertThat(seen.isChanging()).isFalse();
      assertThat(seen.instances())
          .hasSize(3)
          .allMatch(instance -> instance.state() == Instance.State.RUNNING)
          .allMatch(instance -> instance.revision().equals("1"))
          .allMatch(
              instance ->
                  instance.providerId().equals("aws:///" + instance.zone() + "/" + instance.id()));
    }

    @Test
    void knowsFromTheAnswersWhatTheNextLookWillShow() throws Exception {
      var reported = seen(aws.converge(pool));

      var shown = seen(aws.observe("workers"));

      assertThat(reported.template()).isEqualTo(shown.template());
      assertThat(reported.group().orElseThrow().tags())
          .isEqualTo(shown.group().orElseThrow().tags());
      assertThat(reported.group().orElseThrow().subnets())
          .isEqualTo(shown.group().orElseThrow().subnets());
      assertThat(reported.isChanging()).isTrue();
    }

    @Test
    void askingTwiceWritesOnceAlsoAfterARestart() throws Exception {
      aws.converge(pool);
      aws.completePendingWork();
      int writes = aws.cloud.journal().writeCount();

      aws.converge(pool);
      aws.restart();
      aws.converge(pool);

      assertThat(aws.cloud.journal().writeCount()).isEqualTo(writes);
    }

    @Test
    void followsTheSizeUpAndDown() throws Exception {
      aws.converge(pool);
      aws.completePendingWork();

      aws.converge(pool.with(pool.machinePool, "/spec/replicas", "5"));
      aws.completePendingWork();
      assertThat(seen(aws.observe("workers")).instances()).hasSize(5);

      aws.converge(pool.with(pool.machinePool, "/spec/replicas", "1"));
      aws.completePendingWork();
      assertThat(seen(aws.observe("workers")).instances()).hasSize(1);
    }

    @Test
    void newBootstrapDataReachesNewInstancesAndLeavesOldOnesAlone() throws Exception {
      aws.converge(pool);
      aws.completePendingWork();
      pool.bootstrap = "#cloud-config\n# another token\n".getBytes(StandardCharsets.UTF_8);

      aws.converge(pool);
      aws.converge(pool.with(pool.machinePool, "/spec/replicas", "4"));
      aws.completePendingWork();

      assertThat(seen(aws.observe("workers")).instances())
          .extracting(Instance::revision)
          .containsExactlyInAnyOrder("1", "1", "1", "2");
      assertThat(aws.cloud.journal().callCount("StartInstanceRefresh")).isZero();
    }

    @Test
    void aKilledInstanceIsReplaced() throws Exception {
      aws.converge(pool);
      aws.completePendingWork();
      var before = seen(aws.observe("workers")).instances();

      aws.cloud.killInstance(before.getFirst().id());
      aws.completePendingWork();

      assertThat(seen(aws.observe("workers")).instances())
          .hasSize(3)
          .doesNotContain(before.getFirst());
    }

    @Test
    void ofOnePoolAloneTakesFewCalls() throws Exception {
      aws.converge(pool);

      // Two looks (group, template), four look-ups (architecture, image, subnets, security groups),
      // two writes.
      assertThat(aws.cloud.journal().calls()).hasSize(8);
    }
  }

  @Nested
  class WithoutAnImage {
    @BeforeEach
    void threeInstancesRun() throws Exception {
      aws.converge(pool);
      aws.completePendingWork();
      aws.loseImages();
      pool.bootstrap = "#cloud-config\n# another token\n".getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aNewTokenReachesNewInstancesWithTheImageOfTheOthers() throws Exception {
      var known = version("1");

      aws.converge(pool.with(pool.machinePool, "/spec/replicas", "4"));
      aws.completePendingWork();

      var renewed = version("2");
      assertThat(seen(aws.observe("workers")).instances())
          .extracting(Instance::revision)
          .containsExactlyInAnyOrder("1", "1", "1", "2");
      assertThat(Base64.getDecoder().decode(renewed.userData())).isEqualTo(pool.bootstrap);
      assertThat(tags(renewed)).contains(hash(pool.bootstrap)).hasSameSizeAs(tags(known));
      assertThat(
              renewed.toBuilder()
                  .userData(known.userData())
                  .tagSpecifications(known.tagSpecifications())
                  .build())
          .isEqualTo(known);
    }

    @Test
    void itIsMadeOnceAndNoOtherFollowsWhenTheImageIsBack() throws Exception {
      aws.converge(pool);
      aws.converge(pool);
      aws.findImages();
      aws.converge(pool);
      aws.completePendingWork();
      aws.converge(pool);

      assertThat(aws.cloud.journal().callCount("CreateLaunchTemplateVersion")).isEqualTo(1);
      assertThat(aws.cloud.journal().callCount("StartInstanceRefresh")).isZero();
    }

    @Test
    void anotherWishWaitsForItsImage() throws Exception {
      pool.with(pool.pool, "/spec/awsLaunchTemplate/imageLookupBaseOS", "\"flatcar\"");

      aws.converge(pool.with(pool.machinePool, "/spec/replicas", "4"));
      aws.completePendingWork();

      assertThat(aws.cloud.journal().callCount("CreateLaunchTemplateVersion")).isZero();
      assertThat(seen(aws.observe("workers")).instances()).hasSize(4);
    }

    private ResponseLaunchTemplateData version(String number) throws Exception {
      return aws.externalClient()
          .describeTemplateVersions(
              DescribeLaunchTemplateVersionsRequest.builder()
                  .launchTemplateName("workers")
                  .versions(number)
                  .build())
          .launchTemplateVersions()
          .getFirst()
          .launchTemplateData();
    }

    private static List<Tag> tags(ResponseLaunchTemplateData version) {
      return version.tagSpecifications().stream().flatMap(all -> all.tags().stream()).toList();
    }

    private static Tag hash(byte[] data) throws Exception {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(data);
      return Tag.builder()
          .key("sigs.k8s.io/cluster-api-provider-aws/bootstrap-data-hash")
          .value(HexFormat.of().formatHex(digest))
          .build();
    }
  }

  @Nested
  class Delete {
    @Test
    void waitsForTheInstancesBeforeItTakesTheTemplate() throws Exception {
      aws.converge(pool);
      aws.completePendingWork();

      var first = aws.delete(pool);
      int templates = aws.cloud.journal().callCount("DeleteLaunchTemplate");
      aws.completePendingWork();
      var last = aws.delete(pool);

      assertThat(seen(first).group().orElseThrow().isDeleting()).isTrue();
      assertThat(templates).isZero();
      assertThat(last).isInstanceOf(Observation.ProvenAbsent.class);
      assertThat(aws.observe("workers")).isInstanceOf(Observation.ProvenAbsent.class);
      assertThat(aws.cloud.comparableState()).doesNotContain("workers");
    }

    @Test
    void ofWhatIsGoneAlreadySucceeds() throws Exception {
      assertThat(aws.delete(pool)).isInstanceOf(Observation.ProvenAbsent.class);
      assertThat(aws.cloud.journal().writeCount()).isZero();
    }

    @Test
    void findsTheTemplateAfterARestart() throws Exception {
      aws.converge(pool);
      aws.completePendingWork();
      aws.delete(pool);
      aws.completePendingWork();

      aws.restart();
      aws.delete(pool);

      assertThat(aws.cloud.comparableState()).doesNotContain("workers");
    }
  }

  @Nested
  class LookDuringARefusal {
    @Test
    void stillShowsTheTemplateThatCouldNotBeDeleted() throws Exception {
      withoutItsGroup();
      aws.during("DescribeAutoScalingGroups", this::refusedDeletion);

      assertThat(aws.observe("workers")).isInstanceOf(Observation.Present.class);
    }

    @Test
    void atAllStillShowsTheTemplateThatCouldNotBeDeleted() throws Exception {
      withoutItsGroup();
      aws.during("DescribeAutoScalingGroups", this::refusedDeletion);

      assertThat(aws.observeAll()).containsKey("workers");
    }

    @Test
    void andOneAfterItShowTheTemplate() throws Exception {
      withoutItsGroup();
      refusedDeletion();

      assertThat(aws.observeAll()).containsKey("workers");
    }

    private void withoutItsGroup() throws Exception {
      aws.converge(pool);
      aws.completePendingWork();
      aws.delete(pool);
      aws.completePendingWork();
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DENIED).forAction("DeleteLaunchTemplate"));
    }

    private void refusedDeletion() {
      assertThatThrownBy(() -> aws.delete(pool)).isInstanceOf(ProviderException.Denied.class);
    }
  }

  @Nested
  class Failures {
    @ParameterizedTest
    @ValueSource(strings = {"CreateLaunchTemplate", "CreateAutoScalingGroup"})
    void anAnswerThatIsLostAfterTheEffectMakesNothingTwice(String action) throws Exception {
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DROPPED_AFTER).forAction(action).times(1));

      assertThatThrownBy(() -> aws.converge(pool)).isInstanceOf(ProviderException.Ambiguous.class);
      aws.converge(pool);
      aws.completePendingWork();

      assertThat(aws.cloud.journal().callCount(action)).isEqualTo(1);
      assertThat(seen(aws.observe("workers")).instances()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UpdateAutoScalingGroup", "CreateLaunchTemplateVersion"})
    void aLostChangeIsSeenAndNotRepeated(String action) throws Exception {
      aws.converge(pool);
      aws.completePendingWork();
      pool.bootstrap = "#cloud-config\n# another token\n".getBytes(StandardCharsets.UTF_8);
      pool.with(pool.machinePool, "/spec/replicas", "4");
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DROPPED_AFTER).forAction(action).times(1));

      assertThatThrownBy(() -> aws.converge(pool)).isInstanceOf(ProviderException.Ambiguous.class);
      aws.converge(pool);
      aws.completePendingWork();

      assertThat(aws.cloud.journal().callCount(action)).isEqualTo(1);
      assertThat(seen(aws.observe("workers")).template().orElseThrow().latestVersion())
          .isEqualTo(2);
      assertThat(seen(aws.observe("workers")).instances()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DeleteAutoScalingGroup", "DeleteLaunchTemplate"})
    void aLostDeletionEndsTheSame(String action) throws Exception {
      aws.converge(pool);
      aws.completePendingWork();
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DROPPED_AFTER).forAction(action).times(1));

      for (int pass = 0; pass < 4; pass++) {
        var _ = catchThrowable(() -> aws.delete(pool));
        aws.completePendingWork();
      }

      assertThat(aws.cloud.journal().callCount(action)).isEqualTo(1);
      assertThat(aws.observe("workers")).isInstanceOf(Observation.ProvenAbsent.class);
    }

    @Test
    void aThrottleIsToldToTheGate() {
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.THROTTLED).forAction("CreateLaunchTemplate"));

      var failure = catchThrowable(() -> aws.converge(pool));

      assertThat(failure).isInstanceOf(ProviderException.Throttled.class);
      assertThat(aws.outcomes).last().isEqualTo(new CallOutcome.Throttled(Duration.ZERO));
      assertThat(aws.cloud.journal().callCount("CreateLaunchTemplate")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVER_ERROR", "DROPPED_BEFORE"})
    void anUnansweredLookIsTransientAndAnUnansweredWriteAmbiguous(String kind) throws Exception {
      aws.desired(pool);
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.valueOf(kind)).forAction("Create*").times(1));
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.valueOf(kind)).forAction("DescribeAuto*").times(3));

      var look = catchThrowable(() -> aws.observe("workers"));
      var write = catchThrowable(() -> aws.converge(pool));
      aws.converge(pool);

      assertThat(look).isInstanceOf(ProviderException.Transient.class);
      assertThat(write).isInstanceOf(ProviderException.Ambiguous.class);
      assertThat(aws.cloud.journal().callCount("CreateLaunchTemplate")).isEqualTo(2);
      assertThat(aws.cloud.journal().callCount("CreateAutoScalingGroup")).isEqualTo(1);
    }

    @Test
    void aMissingRightIsDenied() {
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.DENIED).forAction("CreateAutoScalingGroup"));

      assertThatThrownBy(() -> aws.converge(pool))
          .isInstanceOf(ProviderException.Denied.class)
          .hasMessageContaining("to call CreateAutoScalingGroup");
    }

    @Test
    void aWrongSubnetNamesTheFieldAndIsRecoveredFrom() throws Exception {
      pool.with(pool.pool, "/spec/subnets", "[{\"id\": \"subnet-0fffffffffffffff9\"}]");

      assertThatThrownBy(() -> aws.converge(pool))
          .isInstanceOf(ProviderException.Rejected.class)
          .hasMessageContaining("correct AWSMachinePool spec.subnets");
      pool.with(pool.pool, "/spec/subnets", "[{\"id\": \"subnet-0aaaaaaaaaaaaaaa1\"}]");
      aws.converge(pool);
      aws.completePendingWork();

      assertThat(seen(aws.observe("workers")).instances()).hasSize(3);
      assertThat(aws.cloud.journal().callCount("CreateLaunchTemplate")).isEqualTo(1);
    }

    @Test
    void missingCapacityIsToldInAwsWordsAfterAWhile() throws Exception {
      aws.cloud.faults().add(CloudFault.of(CloudFault.Kind.NO_CAPACITY));
      aws.converge(pool);
      aws.time.advance(Duration.ofMinutes(1));

      var first = seen(aws.observe("workers")).problem();
      aws.readAllDetails();
      var second = seen(aws.observe("workers")).problem();
      var third = seen(aws.observe("workers")).problem();

      assertThat(first).isEmpty();
      assertThat(second).hasValueSatisfying(why -> assertThat(why).contains("capacity"));
      assertThat(third).isEqualTo(second);
    }

    @Test
    void aTemplateThatSomebodyDeletedIsMadeAgain() throws Exception {
      aws.converge(pool);
      aws.completePendingWork();
      var observedTemplate = seen(aws.observe("workers")).template().orElseThrow();
      aws.deleteExternally(observedTemplate.id());

      aws.time.advance(Duration.ofMinutes(31));
      aws.observeAll();
      aws.converge(pool);
      aws.completePendingWork();

      var seen = seen(aws.observe("workers"));
      assertThat(seen.template().orElseThrow().id()).isNotEqualTo(observedTemplate.id());
      assertThat(seen.group().orElseThrow().template().orElseThrow().id())
          .isEqualTo(seen.template().orElseThrow().id());
    }
  }

  @Nested
  class OfSomebodyElse {
    @Test
    void aGroupIsNeitherChangedNorDeleted() throws Exception {
      var other = SimulatedAws.pool("workers", 1);
      other.with(other.pool, "/metadata/namespace", "\"other\"");
      aws.converge(other);
      aws.completePendingWork();
      int writes = aws.cloud.journal().writeCount();

      aws.converge(pool);
      aws.delete(pool);

      assertThat(aws.cloud.journal().writeCount()).isEqualTo(writes);
      assertThat(seen(aws.observe("workers")).instances()).hasSize(1);
    }

    @Test
    void aGroupWithoutOurTagsIsStillKnownAtTheNextLookAtAll() throws Exception {
      aws.createExternally("workers");
      aws.observe("workers");

      assertThat(aws.observeAll()).containsKey("workers");
      assertThat(aws.converge(pool)).isInstanceOf(Observation.Present.class);
      assertThat(aws.cloud.journal().callCount("CreateLaunchTemplate")).isEqualTo(1);
    }
  }

  @Nested
  class Looks {
    @Test
    void atTwoHundredAndFiftyUnchangedPoolsTakeThreeCalls() throws Exception {
      many(250);

      aws.restart();
      aws.cloud.journal().clear();
      int first = aws.observeAll().size();
      var restart = aws.cloud.journal().callCounts();
      aws.cloud.journal().clear();
      int second = aws.observeAll().size();
      var regular = aws.cloud.journal().callCounts();

      assertThat(first).isEqualTo(250);
      assertThat(second).isEqualTo(250);
      assertThat(restart)
          .containsOnly(
              Map.entry("DescribeAutoScalingGroups", 3),
              Map.entry("DescribeLaunchTemplates", 2),
              Map.entry("DescribeLaunchTemplateVersions", 2));
      assertThat(regular).containsOnly(Map.entry("DescribeAutoScalingGroups", 3));
    }

    @Test
    void thatFailHalfwayAreNoAbsence() throws Exception {
      many(150);
      var cloudFault = CloudFault.of(CloudFault.Kind.SERVER_ERROR).forAction("DescribeAuto*");
      var _ = aws.cloud.faults().inject(cloudFault, call -> call > 0);

      assertThatThrownBy(aws::observeAll).isInstanceOf(ProviderException.Transient.class);
    }

    private void many(int count) throws Exception {
      for (int number = 0; number < count; number++) {
        var each = SimulatedAws.pool("pool-" + number, 0);
        each.with(each.pool, "/spec/minSize", "0");
        aws.create(each);
      }
    }
  }

  private static AwsObservedState seen(Observation<AwsObservedState> observation) {
    assertThat(observation).isInstanceOf(Observation.Present.class);
    return ((Observation.Present<AwsObservedState>) observation).state();
  }
}
