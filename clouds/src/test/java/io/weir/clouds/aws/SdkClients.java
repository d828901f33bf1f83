package io.weir.clouds.aws;

import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.seed.AwsSeedData;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.ec2.Ec2Client;

/**
 * The real SDK's clients of a simulated AWS, without retries, so that each test sees each answer.
 */
final class SdkClients implements AutoCloseable {
  private final SdkHttpClient http =
      UrlConnectionHttpClient.builder().socketTimeout(Duration.ofMinutes(1)).build();
  final Ec2Client ec2;
  final AutoScalingClient autoScaling;

  SdkClients(AwsCloud cloud) {
    this(cloud, AwsSeedData.ACCOUNT);
  }

  SdkClients(AwsCloud cloud, Account account) {
    ec2 = configured(Ec2Client.builder().httpClient(http), cloud, account).build();
    autoScaling = configured(AutoScalingClient.builder().httpClient(http), cloud, account).build();
  }

  private static <B extends AwsClientBuilder<B, C>, C> B configured(
      B builder, AwsCloud cloud, Account account) {
    return builder
        .endpointOverride(cloud.endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(account.accessKey(), account.secretKey())))
        .overrideConfiguration(
            ClientOverrideConfiguration.builder()
                .retryStrategy(DefaultRetryStrategy.doNotRetry())
                .build());
  }

  @Override
  public void close() {
    ec2.close();
    autoScaling.close();
    http.close();
  }
}
