package io.weir.clouds.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.CloudFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.autoscaling.model.AlreadyExistsException;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingException;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.CreateAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.Filter;
import software.amazon.awssdk.services.autoscaling.model.Instance;
import software.amazon.awssdk.services.autoscaling.model.LifecycleState;
import software.amazon.awssdk.services.autoscaling.model.ResourceInUseException;
import software.amazon.awssdk.services.autoscaling.model.Tag;

class GroupsTest {
  private final AwsTestSetup aws = new AwsTestSetup();

  @AfterEach
  void stop() {
    aws.close();
  }

  @Nested
  class Creation {
    @Test
    void ofThreeGivesThreeInstancesInThreeZones() {
      aws.createTemplate("workers");
      aws.createGroup("workers", 3);
      List<Instance> ordered = aws.instances("workers");

      aws.advance(Duration.ofSeconds(5));

      assertThat(ordered).hasSize(3).allMatch(i -> i.lifecycleState() == LifecycleState.PENDING);
      assertThat(aws.instances("workers"))
          .allMatch(i -> i.lifecycleState() == LifecycleState.IN_SERVICE)
          .allMatch(i -> i.launchTemplate().version().equals("1"))
          .extracting(Instance::availabilityZone)
          .containsExactlyInAnyOrder("us-east-1a", "us-east-1b", "us-east-1c");
      assertThat(aws.cloud.journal().creations("AutoScalingGroup", "workers")).isOne();
    }

    @Test
    void tellsBackWhatWasAsked() {
      aws.createTemplate("workers");
      aws.createGroup(
          "workers",
          1,
          r ->
              r.defaultCooldown(120)
                  .defaultInstanceWarmup(90)
                  .capacityRebalance(true)
                  .tags(tag("Name", "workers")));

      AutoScalingGroup group = aws.describeGroup("workers");

      assertThat(group.defaultCooldown()).isEqualTo(120);
      assertThat(group.defaultInstanceWarmup()).isEqualTo(90);
      assertThat(group.capacityRebalance()).isTrue();
      assertThat(group.vpcZoneIdentifier()).isEqualTo(AwsTestSetup.SUBNETS);
      assertThat(group.availabilityZones()).hasSize(3);
      assertThat(group.launchTemplate().version()).isEqualTo("$Latest");
      assertThat(group.launchTemplate().launchTemplateName()).isEqualTo("workers");
      assertThat(group.launchTemplate().launchTemplateId()).startsWith("lt-");
      assertThat(group.tags()).singleElement().matches(t -> t.value().equals("workers"));
      assertThat(group.healthCheckType()).isEqualTo("EC2");
    }

    @Test
    void inAnUnknownSubnetIsRefusedInAwsWords() {
      aws.createTemplate("workers");

      assertThatThrownBy(
              () -> aws.createGroup("workers", 1, r -> r.vpcZoneIdentifier("subnet-gone")))
          .isInstanceOfSatisfying(
              AutoScalingException.class,
              e -> {
                assertThat(e.awsErrorDetails().errorCode()).isEqualTo("ValidationError");
                assertThat(e.awsErrorDetails().errorMessage())
                    .isEqualTo("The subnet ID 'subnet-gone' does not exist");
              });
      assertThat(aws.cloud.journal().creations()).doesNotContainKey("AutoScalingGroup/workers");
    }

    @Test
    void fromATemplateWhoseImageIsGoneIsRefused() {
      aws.createTemplate("workers", r -> r.launchTemplateData(d -> d.imageId("ami-0dead")));

      assertThatThrownBy(() -> aws.createGroup("workers", 1))
          .hasMessageContaining("You must use a valid fully-formed launch template.")
          .hasMessageContaining("The image id '[ami-0dead]' does not exist");
    }

    @Test
    void outsideOfItsBoundsIsRefused() {
      aws.createTemplate("workers");

      assertThatThrownBy(() -> aws.createGroup("workers", 11))
          .hasMessageContaining(
              "Desired capacity:11 must be between the specified min size:0 and max size:10");
      assertThatThrownBy(() -> aws.createGroup("workers", 1, r -> r.minSize(12)))
          .hasMessageContaining("Max bound, 10, must be greater than or equal to min bound, 12");
    }

    @Test
    void ofANameInUseIsRefused() {
      aws.createSettledGroup("workers", 1);

      assertThatThrownBy(() -> aws.createGroup("workers", 1))
          .isInstanceOf(AlreadyExistsException.class);
    }
  }

  @Nested
  class Upkeep {
    @Test
    void replacesAKilledInstance() {
      aws.createSettledGroup("workers", 3);
      String victim = aws.instances("workers").getFirst().instanceId();

      aws.cloud.killInstance(victim);
      aws.advance(Duration.ofMinutes(1));

      assertThat(aws.instances("workers"))
          .hasSize(3)
          .allMatch(i -> i.lifecycleState() == LifecycleState.IN_SERVICE)
          .noneMatch(i -> i.instanceId().equals(victim));
      assertThat(aws.activities("workers"))
          .anyMatch(a -> a.cause().contains("EC2 health check indicating"));
    }

    @Test
    void replacesAnInstanceThatSomebodyTerminated() {
      aws.createSettledGroup("workers", 2);
      String victim = aws.instances("workers").getFirst().instanceId();

      aws.clients.ec2.terminateInstances(r -> r.instanceIds(victim));
      aws.advance(Duration.ofMinutes(1));

      assertThat(aws.instances("workers")).hasSize(2).noneMatch(i -> i.instanceId().equals(victim));
    }

    @Test
    void leavesAKilledInstanceAloneWhileReplacementIsSuspended() {
      aws.createSettledGroup("workers", 2);
      String victim = aws.instances("workers").getFirst().instanceId();
      aws.clients.autoScaling.suspendProcesses(
          r -> r.autoScalingGroupName("workers").scalingProcesses("ReplaceUnhealthy"));

      aws.cloud.killInstance(victim);
      aws.advance(Duration.ofMinutes(1));
      List<Instance> suspended = aws.instances("workers");
      aws.clients.autoScaling.resumeProcesses(r -> r.autoScalingGroupName("workers"));
      aws.advance(Duration.ofMinutes(1));

      assertThat(suspended)
          .anyMatch(i -> i.instanceId().equals(victim) && i.healthStatus().equals("Unhealthy"));
      assertThat(aws.instances("workers")).hasSize(2).noneMatch(i -> i.instanceId().equals(victim));
    }

    @Test
    void triesAnotherZoneWhenOneHasNoCapacity() {
      aws.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.NO_CAPACITY).forResource("workers/us-east-1a"));

      aws.createSettledGroup("workers", 3);

      assertThat(aws.instances("workers"))
          .hasSize(3)
          .noneMatch(i -> i.availabilityZone().equals("us-east-1a"));
      assertThat(aws.activities("workers"))
          .anyMatch(
              a ->
                  a.statusCodeAsString().equals("Failed")
                      && a.statusMessage()
                          .startsWith("We currently do not have sufficient t3.large capacity"));
    }

    @Test
    void retriesWithGrowingPausesAndRecovers() {
      aws.cloud.faults().add(CloudFault.of(CloudFault.Kind.NO_CAPACITY));
      aws.createTemplate("workers");
      aws.createGroup("workers", 1);
      aws.advance(Duration.ofMinutes(3));
      List<String> failed =
          aws.activities("workers").stream().map(a -> a.startTime().toString()).distinct().toList();

      aws.cloud.faults().clear();
      aws.advance(Duration.ofMinutes(6));

      assertThat(failed).hasSizeBetween(4, 7);
      assertThat(aws.instances("workers")).hasSize(1);
    }

    @Test
    void doesNotTakeALaterTemplateOfTheSameNameForItsOwn() {
      aws.createSettledGroup("workers", 1);
      String id = aws.describeGroup("workers").launchTemplate().launchTemplateId();
      aws.clients.ec2.deleteLaunchTemplate(r -> r.launchTemplateId(id));
      aws.createTemplate("workers");

      aws.clients.autoScaling.setDesiredCapacity(
          r -> r.autoScalingGroupName("workers").desiredCapacity(2));
      aws.advance(Duration.ofMinutes(1));

      assertThat(aws.instances("workers")).hasSize(1);
      assertThat(aws.activities("workers").getFirst().statusMessage())
          .contains("The specified launch template, with template ID " + id);
    }

    @Test
    void movesInstancesOutOfASubnetThatLeftTheGroup() {
      aws.createSettledGroup("workers", 3);

      aws.clients.autoScaling.updateAutoScalingGroup(
          r ->
              r.autoScalingGroupName("workers")
                  .vpcZoneIdentifier("subnet-0aaaaaaaaaaaaaaa1,subnet-0bbbbbbbbbbbbbbb2"));
      aws.advance(Duration.ofMinutes(5));

      assertThat(aws.instances("workers"))
          .hasSize(3)
          .noneMatch(i -> i.availabilityZone().equals("us-east-1c"));
    }
  }

  @Nested
  class Scaling {
    @Test
    void inTakesTheOldestVersionOfTheFullestZone() {
      aws.createSettledGroup("workers", 3);
      List<String> old = ids("workers");
      aws.clients.ec2.createLaunchTemplateVersion(
          r ->
              r.launchTemplateName("workers")
                  .sourceVersion("1")
                  .launchTemplateData(d -> d.ebsOptimized(true)));
      resize("workers", 6);
      aws.advance(Duration.ofMinutes(1));

      resize("workers", 3);
      aws.advance(Duration.ofMinutes(1));

      assertThat(aws.instances("workers"))
          .hasSize(3)
          .allMatch(i -> i.launchTemplate().version().equals("2"))
          .noneMatch(i -> old.contains(i.instanceId()));
    }

    @Test
    void inSparesProtectedInstances() {
      aws.createSettledGroup("workers", 3);
      String kept = aws.instances("workers").getFirst().instanceId();
      aws.clients.autoScaling.setInstanceProtection(
          r -> r.autoScalingGroupName("workers").instanceIds(kept).protectedFromScaleIn(true));

      resize("workers", 1);
      aws.advance(Duration.ofMinutes(1));

      assertThat(ids("workers")).containsExactly(kept);
    }

    @Test
    void ofOneInstanceByNameShrinksTheGroup() {
      aws.createSettledGroup("workers", 3);
      String victim = aws.instances("workers").getLast().instanceId();

      aws.clients.autoScaling.terminateInstanceInAutoScalingGroup(
          r -> r.instanceId(victim).shouldDecrementDesiredCapacity(true));
      aws.advance(Duration.ofMinutes(1));

      assertThat(aws.describeGroup("workers").desiredCapacity()).isEqualTo(2);
      assertThat(ids("workers")).hasSize(2).doesNotContain(victim);
    }

    @Test
    void ofOneInstanceByNameEndsItThoughItIsProtected() {
      aws.createSettledGroup("workers", 3);
      String victim = aws.instances("workers").getLast().instanceId();
      aws.clients.autoScaling.setInstanceProtection(
          r -> r.autoScalingGroupName("workers").instanceIds(victim).protectedFromScaleIn(true));

      terminate(victim, false);
      aws.advance(Duration.ofMinutes(1));

      assertThat(aws.describeGroup("workers").desiredCapacity()).isEqualTo(3);
      assertThat(ids("workers")).hasSize(3).doesNotContain(victim);
    }

    @Test
    void ofOneInstanceByNameThatIsOnItsWayOutShrinksTheGroupOnce() {
      aws.createSettledGroup("workers", 3);
      aws.clients.autoScaling.putLifecycleHook(
          r ->
              r.autoScalingGroupName("workers")
                  .lifecycleHookName("drain")
                  .lifecycleTransition("autoscaling:EC2_INSTANCE_TERMINATING"));
      String victim = aws.instances("workers").getLast().instanceId();

      String first = terminate(victim, true);
      String second = terminate(victim, true);

      assertThat(second).isEqualTo(first);
      assertThat(aws.describeGroup("workers").desiredCapacity()).isEqualTo(2);
      assertThat(aws.instances("workers"))
          .filteredOn(each -> each.lifecycleStateAsString().equals("Terminating:Wait"))
          .extracting(Instance::instanceId)
          .containsExactly(victim);
    }

    @Test
    void ofOneThatAHookHoldsGoesOnWhenThatIsCompletedAndWaitsOnForAHeartbeat() {
      aws.createSettledGroup("workers", 3);
      aws.clients.autoScaling.putLifecycleHook(
          r ->
              r.autoScalingGroupName("workers")
                  .lifecycleHookName("drain")
                  .lifecycleTransition("autoscaling:EC2_INSTANCE_TERMINATING")
                  .defaultResult("CONTINUE")
                  .heartbeatTimeout(60));
      String prolonged = ids("workers").getFirst();
      String completed = ids("workers").getLast();
      terminate(prolonged, true);
      terminate(completed, true);

      aws.clients.autoScaling.completeLifecycleAction(
          r ->
              r.autoScalingGroupName("workers")
                  .lifecycleHookName("drain")
                  .instanceId(completed)
                  .lifecycleActionResult("CONTINUE"));
      aws.advance(Duration.ofSeconds(50));
      heartbeat(prolonged);
      aws.advance(Duration.ofSeconds(50));

      assertThat(ids("workers")).hasSize(2).contains(prolonged);
      aws.advance(Duration.ofMinutes(1));
      assertThat(ids("workers")).hasSize(1);
      assertThatThrownBy(() -> heartbeat(prolonged))
          .hasMessageContaining("No active Lifecycle Action found with instance ID " + prolonged);
    }

    private void heartbeat(String instance) {
      aws.clients.autoScaling.recordLifecycleActionHeartbeat(
          r -> r.autoScalingGroupName("workers").lifecycleHookName("drain").instanceId(instance));
    }

    @Test
    void ofOneInstanceByNameBelowTheMinimumOrInNoGroupIsRefusedInAwsWords() {
      aws.createSettledGroup("workers", 2);
      aws.clients.autoScaling.updateAutoScalingGroup(
          r -> r.autoScalingGroupName("workers").minSize(2));
      String victim = aws.instances("workers").getLast().instanceId();

      assertThatThrownBy(() -> terminate(victim, true))
          .isInstanceOf(AutoScalingException.class)
          .hasMessageContaining("Currently, desiredSize equals minSize (2).");
      assertThatThrownBy(() -> terminate("i-0123456789abcdef0", true))
          .isInstanceOf(AutoScalingException.class)
          .hasMessageContaining("No managed instance found for instance ID: i-0123456789abcdef0");
      assertThat(aws.describeGroup("workers").desiredCapacity()).isEqualTo(2);
      assertThat(aws.instances("workers"))
          .allMatch(each -> each.lifecycleStateAsString().equals("InService"));
    }

    private String terminate(String instance, boolean shrink) {
      return aws.clients
          .autoScaling
          .terminateInstanceInAutoScalingGroup(
              r -> r.instanceId(instance).shouldDecrementDesiredCapacity(shrink))
          .activity()
          .activityId();
    }

    @Test
    void aboveTheMaximumIsRefusedInAwsWords() {
      aws.createSettledGroup("workers", 1);

      assertThatThrownBy(() -> resize("workers", 11))
          .hasMessageContaining(
              "New SetDesiredCapacity value 11 is above max value 10 for the AutoScalingGroup.");
    }

    @Test
    void followsNewBoundsWhenNoSizeIsGiven() {
      aws.createSettledGroup("workers", 1);

      aws.clients.autoScaling.updateAutoScalingGroup(
          r -> r.autoScalingGroupName("workers").minSize(2));
      aws.advance(Duration.ofMinutes(1));

      assertThat(ids("workers")).hasSize(2);
    }

    private void resize(String name, int size) {
      aws.clients.autoScaling.setDesiredCapacity(
          r -> r.autoScalingGroupName(name).desiredCapacity(size));
    }
  }

  @Nested
  class Deletion {
    @Test
    void withInstancesNeedsForce() {
      aws.createSettledGroup("workers", 1);

      assertThatThrownBy(
              () ->
                  aws.clients.autoScaling.deleteAutoScalingGroup(
                      r -> r.autoScalingGroupName("workers")))
          .isInstanceOf(ResourceInUseException.class);
    }

    @Test
    void byForceShowsTheGroupUntilItsInstancesAreGone() {
      aws.createSettledGroup("workers", 2);
      aws.cloud.killInstance(aws.instances("workers").getFirst().instanceId());

      aws.clients.autoScaling.deleteAutoScalingGroup(
          r -> r.autoScalingGroupName("workers").forceDelete(true));
      AutoScalingGroup going = aws.describeGroup("workers");
      aws.advance(Duration.ofMinutes(1));

      assertThat(going.status()).isEqualTo("Delete in progress");
      assertThat(aws.clients.autoScaling.describeAutoScalingGroups().autoScalingGroups()).isEmpty();
      assertThat(aws.cloud.instances()).allMatch(i -> i.state().equals("terminated"));
    }
  }

  @Test
  void aPageHoldsAtMostAHundredGroups() {
    aws.createTemplate("workers");
    for (int i = 0; i < 120; i++) {
      aws.createGroup("pool-" + i, 0, r -> r.launchTemplate(t -> t.launchTemplateName("workers")));
    }

    List<Integer> pages = new ArrayList<>();
    aws.clients
        .autoScaling
        .describeAutoScalingGroupsPaginator(r -> r.maxRecords(100))
        .forEach(page -> pages.add(page.autoScalingGroups().size()));

    assertThat(pages).containsExactly(100, 20);
    assertThatThrownBy(
            () -> aws.clients.autoScaling.describeAutoScalingGroups(r -> r.maxRecords(101)))
        .hasMessageContaining("less than or equal to 100");
  }

  @Test
  void groupsAreFoundByTheirTags() {
    aws.createTemplate("workers");
    aws.createGroup("mine", 0, r -> workers(r).tags(tag("owner", "weir")));
    aws.createGroup("other", 0, r -> workers(r).tags(tag("owner", "else")));

    var found =
        aws.clients.autoScaling.describeAutoScalingGroups(
            r -> r.filters(Filter.builder().name("tag:owner").values("weir").build()));

    assertThat(found.autoScalingGroups())
        .extracting(AutoScalingGroup::autoScalingGroupName)
        .containsExactly("mine");
  }

  private static CreateAutoScalingGroupRequest.Builder workers(
      CreateAutoScalingGroupRequest.Builder request) {
    return request.launchTemplate(t -> t.launchTemplateName("workers"));
  }

  private static Tag tag(String key, String value) {
    return Tag.builder().key(key).value(value).propagateAtLaunch(false).build();
  }

  private List<String> ids(String group) {
    return aws.instances(group).stream().map(Instance::instanceId).toList();
  }
}
