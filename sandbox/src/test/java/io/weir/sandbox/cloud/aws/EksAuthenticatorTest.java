package io.weir.sandbox.cloud.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.EksToken;
import io.weir.clouds.aws.eks.EksCluster;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.node.wire.ClientIdentity;
import io.weir.clouds.node.wire.Kubeconfig;
import io.weir.sandbox.cloud.TokenAuthenticator.User;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EksAuthenticatorTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final EksCluster CLUSTER =
      new EksCluster("demo", "1.35", "https://127.0.0.1:1", "");

  private final AwsCloud cloud = AwsCloud.start();
  private final EksClusters clusters =
      new EksClusters(
          cloud, "v1.35.4", Kubeconfig.withToken(URI.create("https://127.0.0.1:1"), "", "x"));
  private final EksAuthenticator authenticator =
      new EksAuthenticator(cloud.seedData(), clusters, InstantSource.fixed(NOW));

  @BeforeEach
  void makeACluster() throws Exception {
    String controlPlane =
        """
        {"apiVersion": "controlplane.cluster.x-k8s.io/v1beta2", "kind": "AWSManagedControlPlane",
         "metadata": {"name": "demo", "namespace": "default"},
         "spec": {"region": "us-east-1", "eksClusterName": "demo"}}
        """;
    clusters
        .role()
        .report()
        .accept(
            new ApiObject((ObjectNode) Json.MAPPER.readTree(controlPlane)),
            Json.MAPPER.createObjectNode());
  }

  @AfterEach
  void stop() {
    cloud.close();
  }

  @Test
  void anInstanceIsItsNodeUntilItEnds() {
    SimulatedInstance instance = instance("i-1");
    String token = tokenIn(authenticator.kubeconfig(instance, CLUSTER));

    assertThat(authenticator.authenticate(token))
        .hasValue(
            new User(
                "system:node:ip-10-0-0-4.ec2.internal",
                List.of("system:bootstrappers", "system:nodes")));
    authenticator.forget(instance);
    assertThat(authenticator.authenticate(token)).isEmpty();
  }

  @Test
  void aUserOfAnAccountHasTheGroupOfItsAccessEntry() {
    assertThat(authenticator.authenticate(signed(AwsSeedData.ACCOUNT, "demo", NOW)))
        .hasValue(new User("arn:aws:iam::123456789012:user/weir", List.of("weir")));
  }

  @Test
  void aTokenIsGoodForAnExistingClusterAndForFifteenMinutesOnly() {
    Instant late = NOW.minus(Duration.ofMinutes(16));

    assertThat(authenticator.authenticate(signed(AwsSeedData.ACCOUNT, "other", NOW))).isEmpty();
    assertThat(authenticator.authenticate(signed(AwsSeedData.ACCOUNT, "demo", late))).isEmpty();
  }

  @Test
  void whatAnotherSecretHasSignedOrIsNoTokenLetsNobodyIn() {
    var forger = new Account(AwsSeedData.ACCOUNT.accessKey(), "guessed", "123456789012");

    assertThat(authenticator.authenticate(signed(forger, "demo", NOW))).isEmpty();
    for (String other : List.of("", "k8s-aws-v1.", "k8s-aws-v1.%", "k8s-aws-v1.aHR0cDovL2E")) {
      assertThat(authenticator.authenticate(other)).as(other).isEmpty();
    }
  }

  private static String signed(Account account, String cluster, Instant when) {
    return EksToken.sign(account, "us-east-1", cluster, when).text();
  }

  private static String tokenIn(String kubeconfig) {
    return ((ClientIdentity.Bearer) Kubeconfig.parse(kubeconfig).identity()).token();
  }

  private static SimulatedInstance instance(String id) {
    return new SimulatedInstance(
        id,
        "workers",
        "us-east-1",
        "us-east-1a",
        "ip-10-0-0-4.ec2.internal",
        "10.0.0.4",
        "t3.large",
        "ami-0",
        new byte[0],
        Map.of(),
        Map.of());
  }
}
