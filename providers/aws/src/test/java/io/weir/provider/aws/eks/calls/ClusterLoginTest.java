package io.weir.provider.aws.eks.calls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterLoginTest {

  @ParameterizedTest
  @CsvSource({
    "eu-west-1, sts.eu-west-1.amazonaws.com",
    "us-gov-west-1, sts.us-gov-west-1.amazonaws.com",
    "cn-north-1, sts.cn-north-1.amazonaws.com.cn",
    "eu-west-9, sts.eu-west-9.amazonaws.com"
  })
  void stsIsThatOfTheRegionInItsPartition(String region, String host) {
    assertThat(ClusterLogin.stsHost(region)).isEqualTo(host);
  }
}
