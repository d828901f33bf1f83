package io.weir.provider.aws.account.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.harness.ProxyTrap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.InstanceProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;

/** The SDK reads a proxy from the environment and the system properties, and so does the JDK. */
@Isolated("settings of the whole process")
class AwsProxiesTest {

  private static final String KEYS =
      """
      {"AccessKeyId": "fetched", "SecretAccessKey": "hush", "Token": "hush",
       "Expiration": "2100-01-01T00:00:00Z"}
      """;

  private static void ask(String root) {
    var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "hush"));
    try (var connection = new SdkConnection(Map.of("endpoint", root));
        AutoScalingClient client =
            connection.configured(AutoScalingClient.builder(), "us-east-1", credentials).build()) {
      var _ = client.setDesiredCapacity(group -> group.desiredCapacity(3));
    }
  }

  @Test
  void noCallGoesThroughAProxyOfTheProcess() throws Exception {
    try (var trap = new ProxyTrap("cloud", "<SetDesiredCapacityResponse/>")) {
      trap.set("http.proxyHost", "127.0.0.1");
      trap.set("http.proxyPort", String.valueOf(trap.proxyPort()));
      trap.set("http.nonProxyHosts", "");

      ask(trap.server() + "/");

      assertThat(trap.arrivals()).containsExactly("cloud");
    }
  }

  @Test
  void theKeysOfAContainerAreFetchedDirectly() throws Exception {
    try (var trap = new ProxyTrap("agent", KEYS)) {
      trap.set("http.proxyHost", "127.0.0.1");
      trap.set("http.proxyPort", String.valueOf(trap.proxyPort()));
      trap.set("http.nonProxyHosts", "");
      trap.set("aws.containerCredentialsFullUri", trap.server() + "/");

      try (var keys = ContainerCredentialsProvider.builder().build()) {
        assertThat(keys.resolveCredentials().accessKeyId()).isEqualTo("fetched");
      }

      assertThat(trap.arrivals()).containsExactly("agent");
    }
  }

  @Test
  void theKeysOfAnInstanceAreFetchedDirectly() throws Exception {
    try (var trap = new ProxyTrap("metadata", "workers")) {
      trap.set("http.proxyHost", "127.0.0.1");
      trap.set("http.proxyPort", String.valueOf(trap.proxyPort()));
      trap.set("http.nonProxyHosts", "");

      try (var keys =
          InstanceProfileCredentialsProvider.builder().endpoint(trap.server()).build()) {
        // What the name of the role answers for its keys, too, is none.
        assertThatThrownBy(keys::resolveCredentials).isInstanceOf(SdkClientException.class);
      }

      assertThat(trap.arrivals()).isNotEmpty().containsOnly("metadata");
    }
  }

  @Test
  void theTokenOfAServiceAccountIsExchangedDirectly(@TempDir Path directory) throws Exception {
    Path token = Files.writeString(directory.resolve("token"), "token");
    try (var trap = new ProxyTrap("sts", "<AssumeRoleWithWebIdentityResponse/>")) {
      trap.set("http.proxyHost", "127.0.0.1");
      trap.set("http.proxyPort", String.valueOf(trap.proxyPort()));
      trap.set("http.nonProxyHosts", "");
      trap.set("aws.webIdentityTokenFile", token.toString());
      trap.set("aws.roleArn", "arn:aws:iam::123456789012:role/weir");
      trap.set("aws.disableEc2Metadata", "true");

      try (var connection = new SdkConnection(Map.of("endpoint", trap.server()))) {
        // The answer has no keys in it.
        assertThatThrownBy(connection::ofManager).isInstanceOf(SdkClientException.class);
      }

      assertThat(trap.arrivals()).isNotEmpty().containsOnly("sts");
    }
  }
}
