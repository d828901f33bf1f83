package io.weir.provider.aws.account.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.CallLimits.RateLimit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwsCallLimitsTest {

  @ParameterizedTest
  @CsvSource({
    "DescribeLaunchTemplates, 100, 20",
    "DescribeLaunchTemplateVersions, 50, 10",
    "CreateLaunchTemplateVersion, 200, 5",
    "DeleteTags, 200, 5",
    "DescribeAutoScalingGroups, 200, 10",
    "DescribeScalingActivities, 40, 5",
    "DescribeInstances, 100, 20",
    "UpdateAutoScalingGroup, 200, 10"
  })
  void areThoseOfTheServiceAndOfWhatTheActionDoes(String api, double burst, double perSecond) {
    assertThat(new AwsCallLimits().ofAccount(api)).isEqualTo(new RateLimit(burst, perSecond));
  }
}
