package io.weir.clouds.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.CloudClock;
import io.weir.clouds.CloudFault;
import io.weir.clouds.aws.autoscaling.AutoScaling;
import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.eks.Eks;
import io.weir.clouds.aws.iam.Iam;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.AwsTiming;
import io.weir.clouds.aws.ssm.Ssm;
import io.weir.clouds.aws.sts.Sts;
import io.weir.clouds.aws.sts.TemporaryKeys;
import io.weir.clouds.aws.wire.ServiceModel;
import io.weir.clouds.site.CloudContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.autoscaling.model.LifecycleState;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.Subnet;

class AwsCloudTest {
  @Test
  void everyOperationOfTheTablesIsSimulated() {
    try (CloudClock time = CloudClock.manual(Instant.EPOCH)) {
      AccountRegion accountRegion =
          new AccountRegion(
              AwsSeedData.ACCOUNT,
              AwsSeedData.forCluster("w").regions().getFirst(),
              AwsTiming.standard(),
              CloudContext.withClock(time));
      Ec2 ec2 = new Ec2(accountRegion);

      assertThat(ec2.handlers().keySet()).isEqualTo(ServiceModel.load("ec2").operations());
      AutoScaling autoScaling = new AutoScaling(accountRegion, ec2);
      assertThat(autoScaling.handlers().keySet())
          .isEqualTo(ServiceModel.load("autoscaling").operations());
      Iam iam = new Iam(accountRegion);
      assertThat(iam.handlers().keySet()).isEqualTo(ServiceModel.load("iam").operations());
      assertThat(new Eks(accountRegion, ec2, autoScaling, iam).handlers().keySet())
          .isEqualTo(ServiceModel.load("eks").operations());
      assertThat(new Ssm(accountRegion).handlers().keySet())
          .isEqualTo(ServiceModel.load("ssm").operations());
      assertThat(new Sts(accountRegion, new TemporaryKeys(time::now)).handlers().keySet())
          .isEqualTo(ServiceModel.load("sts").operations());
    }
  }

  @Test
  void accountsDoNotSeeEachOther() {
    Account second = new Account("AKIASECOND", "other", "210987654321");
    AwsSeedData awsSeedData = AwsSeedData.forCluster("w").withAccount(second);
    try (AwsCloud cloud =
            AwsCloud.builder()
                .seedData(awsSeedData)
                .clock(CloudClock.manual(Instant.EPOCH))
                .start();
        SdkClients first = new SdkClients(cloud);
        SdkClients other = new SdkClients(cloud, second)) {
      first.ec2.createLaunchTemplate(
          r -> r.launchTemplateName("workers").launchTemplateData(d -> d.imageId("ami-1")));

      assertThat(first.ec2.describeLaunchTemplates().launchTemplates()).hasSize(1);
      assertThat(other.ec2.describeLaunchTemplates().launchTemplates()).isEmpty();
    }
  }

  @Test
  void inRealTimeAGroupComesUpAndItsInstancesAreTold() {
    InstanceEventQueue events = new InstanceEventQueue();
    try (AwsCloud cloud = AwsCloud.builder().clock(CloudClock.scaled(100)).start();
        SdkClients sdkClients = new SdkClients(cloud)) {
      cloud.addListener(events);
      String image = cloud.seedData().regions().getFirst().images().getFirst().id();
      sdkClients.ec2.createLaunchTemplate(
          r ->
              r.launchTemplateName("workers")
                  .launchTemplateData(d -> d.imageId(image).instanceType("t3.large")));
      sdkClients.autoScaling.createAutoScalingGroup(
          r ->
              r.autoScalingGroupName("workers")
                  .minSize(1)
                  .maxSize(1)
                  .vpcZoneIdentifier("subnet-0aaaaaaaaaaaaaaa1")
                  .launchTemplate(t -> t.launchTemplateName("workers")));

      String first = events.takeStarted().id();
      cloud.killInstance(first);

      assertThat(events.takeTerminated().id()).isEqualTo(first);
      assertThat(events.takeStarted().id()).isNotEqualTo(first);
    }
  }

  @Nested
  class LookUps {
    @Test
    void findImagesOfClusterApiByPattern() {
      try (AwsTestSetup aws = new AwsTestSetup()) {
        var found =
            aws.clients.ec2.describeImages(
                r ->
                    r.filters(
                        filter("owner-id", "819546954734"),
                        filter("name", "capa-ami-ubuntu-24.04-?1.35.4-*"),
                        filter("architecture", "x86_64"),
                        filter("state", "available"),
                        filter("virtualization-type", "hvm")));
        var ofAnotherVersion =
            aws.clients.ec2.describeImages(
                r -> r.filters(filter("name", "capa-ami-ubuntu-24.04-?1.36.0-*")));

        assertThat(found.images()).extracting(Image::rootDeviceName).containsExactly("/dev/sda1");
        assertThat(ofAnotherVersion.images()).isEmpty();
      }
    }

    @Test
    void refuseAFilterThatDoesNotExist() {
      try (AwsTestSetup aws = new AwsTestSetup()) {
        assertThatThrownBy(
                () -> aws.clients.ec2.describeImages(r -> r.filters(filter("colour", "red"))))
            .hasMessageContaining("The filter 'colour' is invalid");
      }
    }

    @Test
    void findSubnetsAndTypes() {
      try (AwsTestSetup aws = new AwsTestSetup()) {
        var subnets =
            aws.clients.ec2.describeSubnets(
                r -> r.filters(filter("tag:kubernetes.io/role/*", "1")));
        var byZone =
            aws.clients.ec2.describeSubnets(
                r -> r.filters(filter("availability-zone", "us-east-1b")));
        var types =
            aws.clients.ec2.describeInstanceTypes(r -> r.instanceTypesWithStrings("t3.large"));

        assertThat(subnets.subnets()).isEmpty();
        assertThat(byZone.subnets())
            .extracting(Subnet::subnetId)
            .containsExactly("subnet-0bbbbbbbbbbbbbbb2");
        assertThat(
                types.instanceTypes().getFirst().processorInfo().supportedArchitecturesAsStrings())
            .containsExactly("x86_64");
      }
    }

    private Filter filter(String name, String... values) {
      return Filter.builder().name(name).values(values).build();
    }
  }

  @Nested
  class Hooks {
    @Test
    void ofALaunchHoldTheInstanceAndAbandonItByDefault() {
      try (AwsTestSetup aws = new AwsTestSetup()) {
        aws.createTemplate("workers");
        aws.createGroup("workers", 0);
        aws.clients.autoScaling.putLifecycleHook(
            r ->
                r.autoScalingGroupName("workers")
                    .lifecycleHookName("wait")
                    .lifecycleTransition("autoscaling:EC2_INSTANCE_LAUNCHING")
                    .defaultResult("CONTINUE")
                    .heartbeatTimeout(300));
        aws.clients.autoScaling.setDesiredCapacity(
            r -> r.autoScalingGroupName("workers").desiredCapacity(1));

        aws.advance(Duration.ofMinutes(1));
        var held = aws.instances("workers").getFirst();
        aws.advance(Duration.ofMinutes(5));

        assertThat(held.lifecycleState()).isEqualTo(LifecycleState.PENDING_WAIT);
        assertThat(aws.instances("workers").getFirst().lifecycleState())
            .isEqualTo(LifecycleState.IN_SERVICE);
      }
    }

    @Test
    void thatAreDeletedLetGoOfWhatTerminatesAndAbandonWhatIsLaunching() {
      try (AwsTestSetup aws = new AwsTestSetup()) {
        aws.createSettledGroup("workers", 1);
        String first = aws.instances("workers").getFirst().instanceId();
        hook(aws, "greet", "autoscaling:EC2_INSTANCE_LAUNCHING");
        hook(aws, "drain", "autoscaling:EC2_INSTANCE_TERMINATING");
        aws.clients.autoScaling.terminateInstanceInAutoScalingGroup(
            r -> r.instanceId(first).shouldDecrementDesiredCapacity(false));
        aws.advance(Duration.ofMinutes(1));
        String second =
            aws.instances("workers").stream()
                .map(i -> i.instanceId())
                .filter(id -> !id.equals(first))
                .findFirst()
                .orElseThrow();

        Map<String, LifecycleState> held = states(aws);
        unhook(aws, "drain");
        aws.advance(Duration.ofSeconds(30));
        Map<String, LifecycleState> after = states(aws);
        unhook(aws, "greet");
        aws.advance(Duration.ofMinutes(1));
        Map<String, LifecycleState> last = states(aws);

        assertThat(held)
            .isEqualTo(
                Map.of(
                    first, LifecycleState.TERMINATING_WAIT, second, LifecycleState.PENDING_WAIT));
        assertThat(after).isEqualTo(Map.of(second, LifecycleState.PENDING_WAIT));
        assertThat(last)
            .doesNotContainKeys(first, second)
            .hasSize(1)
            .containsValue(LifecycleState.IN_SERVICE);
      }
    }

    private void hook(AwsTestSetup aws, String name, String transition) {
      aws.clients.autoScaling.putLifecycleHook(
          r ->
              r.autoScalingGroupName("workers")
                  .lifecycleHookName(name)
                  .lifecycleTransition(transition)
                  .defaultResult("CONTINUE")
                  .heartbeatTimeout(3600));
    }

    private void unhook(AwsTestSetup aws, String name) {
      aws.clients.autoScaling.deleteLifecycleHook(
          r -> r.autoScalingGroupName("workers").lifecycleHookName(name));
    }

    private Map<String, LifecycleState> states(AwsTestSetup aws) {
      return aws.instances("workers").stream()
          .collect(Collectors.toMap(i -> i.instanceId(), i -> i.lifecycleState()));
    }

    @Test
    void ofATerminationHoldTheInstanceButNotAForcedDeletion() {
      try (AwsTestSetup aws = new AwsTestSetup()) {
        aws.createTemplate("workers");
        aws.createGroup(
            "workers",
            2,
            r ->
                r.lifecycleHookSpecificationList(
                    List.of(
                        software.amazon.awssdk.services.autoscaling.model.LifecycleHookSpecification
                            .builder()
                            .lifecycleHookName("drain")
                            .lifecycleTransition("autoscaling:EC2_INSTANCE_TERMINATING")
                            .heartbeatTimeout(300)
                            .build())));
        aws.advance(Duration.ofMinutes(1));
        aws.clients.autoScaling.setDesiredCapacity(
            r -> r.autoScalingGroupName("workers").desiredCapacity(1));
        aws.advance(Duration.ofMinutes(1));

        var during = aws.instances("workers");
        aws.clients.autoScaling.deleteAutoScalingGroup(
            r -> r.autoScalingGroupName("workers").forceDelete(true));
        aws.advance(Duration.ofMinutes(1));

        assertThat(during)
            .extracting(i -> i.lifecycleState())
            .containsExactlyInAnyOrder(LifecycleState.TERMINATING_WAIT, LifecycleState.IN_SERVICE);
        assertThat(aws.clients.autoScaling.describeAutoScalingGroups().autoScalingGroups())
            .isEmpty();
      }
    }
  }

  @Nested
  class ControlOverHttp {
    @Test
    void injectsFaultsAndKillsInstances() throws Exception {
      try (AwsTestSetup aws = new AwsTestSetup()) {
        aws.createSettledGroup("workers", 1);
        String id = aws.instances("workers").getFirst().instanceId();

        String fault = "{\"kind\":\"throttled\",\"action\":\"DescribeSubnets\",\"times\":1}";
        post(aws, "faults", fault);
        String killed = post(aws, "kill", "{\"instance\":\"" + id + "\"}");

        assertThat(aws.cloud.faults().list())
            .containsExactly(
                CloudFault.of(CloudFault.Kind.THROTTLED).forAction("DescribeSubnets").times(1));
        assertThat(killed).contains("true");
        assertThat(aws.cloud.instances())
            .anyMatch(i -> i.id().equals(id) && i.state().equals("terminated"));
      }
    }

    private String post(AwsTestSetup aws, String path, String body) throws Exception {
      try (HttpClient http = HttpClient.newHttpClient()) {
        URI uri = aws.cloud.endpoint().resolve("/_weir/" + path);
        return http.send(
                HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
      }
    }
  }

  @Test
  void equalStoriesLeaveEqualStates() {
    String first = stateAfterAStory();

    String second = stateAfterAStory();

    assertThat(second).isEqualTo(first).contains("InService us-east-1a t3.large v1");
  }

  private static String stateAfterAStory() {
    try (AwsTestSetup aws = new AwsTestSetup()) {
      aws.createSettledGroup("workers", 3);
      aws.cloud.killInstance(aws.instances("workers").getFirst().instanceId());
      aws.advance(Duration.ofMinutes(1));
      return aws.cloud.comparableState();
    }
  }
}
