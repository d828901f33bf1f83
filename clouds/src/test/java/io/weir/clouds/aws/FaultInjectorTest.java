package io.weir.clouds.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.CloudFault;
import io.weir.clouds.Journal;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.seed.AwsSeedData;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingException;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;

class FaultInjectorTest {
  private final AwsTestSetup aws = new AwsTestSetup();

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void aThrottledCallOfAutoScalingIsRecognisedBySdkClients() {
    aws.cloud.faults().add(CloudFault.of(CloudFault.Kind.THROTTLED).times(1));

    assertThatThrownBy(() -> aws.clients.autoScaling.describeAutoScalingGroups())
        .isInstanceOfSatisfying(
            AutoScalingException.class,
            e -> {
              assertThat(e.isThrottlingException()).isTrue();
              assertThat(e.statusCode()).isEqualTo(400);
              assertThat(e.awsErrorDetails().errorCode()).isEqualTo("Throttling");
            });
    assertThat(aws.clients.autoScaling.describeAutoScalingGroups().autoScalingGroups()).isEmpty();
  }

  @Test
  void aThrottledCallOfEc2IsRecognisedBySdkClients() {
    aws.cloud.faults().add(CloudFault.of(CloudFault.Kind.THROTTLED).forAction("Describe*"));

    assertThatThrownBy(() -> aws.clients.ec2.describeSubnets())
        .isInstanceOfSatisfying(
            Ec2Exception.class,
            e -> {
              assertThat(e.isThrottlingException()).isTrue();
              assertThat(e.statusCode()).isEqualTo(503);
              assertThat(e.awsErrorDetails().errorCode()).isEqualTo("RequestLimitExceeded");
            });
  }

  @Test
  void everyThirdCallCanFail() {
    aws.cloud.faults().add(CloudFault.of(CloudFault.Kind.SERVER_ERROR).every(3));

    aws.clients.ec2.describeSubnets();
    aws.clients.ec2.describeSubnets();

    assertThatThrownBy(() -> aws.clients.ec2.describeSubnets())
        .isInstanceOfSatisfying(Ec2Exception.class, e -> assertThat(e.statusCode()).isEqualTo(500));
    aws.clients.ec2.describeSubnets();
  }

  @Test
  void aCreationWhoseAnswerWasLostExistsAndItsTokenDoesNotCreateTwice() {
    aws.cloud
        .faults()
        .add(
            CloudFault.of(CloudFault.Kind.DROPPED_AFTER)
                .forAction("CreateLaunchTemplate")
                .times(1));

    assertThatThrownBy(() -> aws.createTemplate("workers", r -> r.clientToken("one")))
        .isInstanceOf(SdkClientException.class);
    var between = aws.clients.ec2.describeLaunchTemplates().launchTemplates();
    aws.createTemplate("workers", r -> r.clientToken("one"));

    assertThat(between).hasSize(1);
    assertThat(aws.cloud.journal().creations("LaunchTemplate", "workers")).isOne();
  }

  @Test
  void aGroupWhoseAnswerWasLostBeforeItsEffectDoesNotExist() {
    aws.createTemplate("workers");
    aws.cloud
        .faults()
        .add(CloudFault.of(CloudFault.Kind.DROPPED_BEFORE).forResource("workers").times(1));

    assertThatThrownBy(() -> aws.createGroup("workers", 1)).isInstanceOf(SdkClientException.class);

    assertThat(aws.clients.autoScaling.describeAutoScalingGroups().autoScalingGroups()).isEmpty();
  }

  @Test
  void missingRightsAreToldInEachServicesWords() {
    aws.cloud.faults().add(CloudFault.of(CloudFault.Kind.DENIED));

    assertThatThrownBy(() -> aws.clients.ec2.describeImages())
        .isInstanceOfSatisfying(
            Ec2Exception.class,
            e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("UnauthorizedOperation"));
    assertThatThrownBy(() -> aws.clients.autoScaling.describeAutoScalingGroups())
        .isInstanceOfSatisfying(
            AutoScalingException.class,
            e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("AccessDenied"));
  }

  @Test
  void aSlowBootDelaysOnlyTheInstancesItStrikes() {
    aws.cloud
        .faults()
        .add(CloudFault.of(CloudFault.Kind.SLOW_BOOT).times(1).withDelay(Duration.ofMinutes(10)));
    aws.createSettledGroup("workers", 2);

    var early = aws.instances("workers");
    aws.advance(Duration.ofMinutes(10));

    assertThat(early)
        .extracting(i -> i.lifecycleStateAsString())
        .containsExactlyInAnyOrder("Pending", "InService");
    assertThat(aws.instances("workers"))
        .allMatch(i -> i.lifecycleStateAsString().equals("InService"));
  }

  @Test
  void aWrongSecretIsRefused() {
    Account liar =
        new Account(AwsSeedData.ACCOUNT.accessKey(), "guessed", AwsSeedData.ACCOUNT.id());

    try (SdkClients sdkClients = new SdkClients(aws.cloud, liar)) {
      assertThatThrownBy(() -> sdkClients.ec2.describeSubnets())
          .isInstanceOfSatisfying(
              Ec2Exception.class, e -> assertThat(e.statusCode()).isEqualTo(401));
      assertThatThrownBy(() -> sdkClients.autoScaling.describeAutoScalingGroups())
          .hasMessageContaining("signature we calculated does not match");
    }
  }

  @Test
  void theJournalTellsWhoWasAskedWhatAndWhetherItWrote() {
    aws.createTemplate("workers");
    aws.createGroup("workers", 0);
    assertThatThrownBy(() -> aws.createGroup("workers", 0)).isNotNull();
    aws.describeGroup("workers");

    Journal journal = aws.cloud.journal();
    assertThat(journal.callCounts())
        .containsEntry("CreateAutoScalingGroup", 2)
        .containsEntry("DescribeAutoScalingGroups", 1);
    assertThat(journal.writeCount()).isEqualTo(2);
    assertThat(journal.errorCounts()).containsEntry("AlreadyExists", 1);
    assertThat(journal.calls("CreateAutoScalingGroup"))
        .extracting("resource", "outcome", "wrote")
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("workers", "OK", true),
            org.assertj.core.groups.Tuple.tuple("workers", "AlreadyExists", false));
  }
}
