package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.FeatureGates;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.clouds.CloudClock;
import io.weir.clouds.ManualClock;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.provider.CallGate;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudRequest;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.AwsScopeResolver;
import io.weir.provider.aws.account.ClusterIdentities;
import io.weir.provider.aws.account.calls.AwsSession;
import io.weir.provider.aws.account.calls.AwsSessions;
import io.weir.provider.aws.network.calls.NetworkCalls;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.DescribeSecurityGroupsRequest;

/** In whose account calls arrive, by the identity that the cluster names. */
class AwsIdentitiesIT {

  private static final Account TEAM =
      new Account("AKIATEAM00000000TEAM", "team-secret", "111122223333");
  private static final ObjectKey KEYS = new ObjectKey("weir-system", "team-keys");
  private static final String ROLE = "arn:aws:iam::111122223333:role/pools";

  private final ManualClock time = CloudClock.manual(Instant.now());
  private final AwsCloud cloud =
      AwsCloud.builder()
          .seedData(AwsSeedData.forCluster("w1").withAccount(TEAM))
          .clock(time)
          .start();
  private final Map<ObjectKey, ApiObject> secrets = new ConcurrentHashMap<>();
  private final PoolFixture pool = SimulatedAws.pool("workers", 1);
  private Duration managerIsBehind = Duration.ZERO;
  private final AwsSessions sessions = new AwsSessions(context());

  private ProviderContext context() {
    InstantSource now = () -> time.now().minus(managerIsBehind);
    Clock clock = now.withZone(ZoneOffset.UTC);
    return new ProviderContext(
        Map.of("endpoint", cloud.endpoint().toString()),
        new OpenGate(),
        key -> Optional.ofNullable(secrets.get(key)),
        clock,
        KEYS.namespace(),
        FeatureGates.DEFAULT);
  }

  private record OpenGate() implements CallGate {
    @Override
    public void beforeCall(CloudRequest cloudRequest) {}

    @Override
    public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
  }

  @BeforeEach
  void setUp() {
    System.setProperty("aws.accessKeyId", AwsSeedData.ACCOUNT.accessKey());
    System.setProperty("aws.secretAccessKey", AwsSeedData.ACCOUNT.secretKey());
    add("AWSClusterStaticIdentity", "team", "{\"secretRef\": \"team-keys\", %s}");
  }

  @AfterEach
  void stop() {
    sessions.close();
    cloud.close();
  }

  @Test
  void aClusterWithoutOneIsInTheAccountOfTheManager() throws Exception {
    assertThat(accountOfCalls()).isEqualTo(AwsSeedData.ACCOUNT.id());
  }

  @Test
  void theKeysOfASecretSignCallsAndThoseOfAnotherAtOnce() throws Exception {
    name("AWSClusterStaticIdentity", "team");
    assertThatThrownBy(this::accountOfCalls)
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageContaining("Secret weir-system/team-keys does not exist: give it AccessKeyID");

    putKeys(TEAM);
    assertThat(accountOfCalls()).isEqualTo(TEAM.id());

    putKeys(AwsSeedData.ACCOUNT);
    assertThat(accountOfCalls()).isEqualTo(AwsSeedData.ACCOUNT.id());
  }

  @Test
  void aRoleIsAssumedOnceAndAgainBeforeItsSessionEnds() throws Exception {
    cloud.putRole(ROLE, "");
    role("pools", ROLE, "AWSClusterControllerIdentity", "default");
    name("AWSClusterRoleIdentity", "pools");

    assertThat(accountOfCalls()).isEqualTo(TEAM.id());
    assertThat(accountOfCalls()).isEqualTo(TEAM.id());
    assertThat(timesAssumed()).isEqualTo(1);

    time.advance(Duration.ofMinutes(56));
    assertThat(accountOfCalls()).isEqualTo(TEAM.id());
    assertThat(timesAssumed()).isEqualTo(2);
  }

  @Test
  void aRoleThatAnotherRoleAssumesIsReachedThroughIt() throws Exception {
    putKeys(TEAM);
    cloud.putRole("arn:aws:iam::111122223333:role/hub", "");
    cloud.putRole("arn:aws:iam::123456789012:role/spoke", "word-of-spoke");
    role("hub", "arn:aws:iam::111122223333:role/hub", "AWSClusterStaticIdentity", "team");
    role("spoke", "arn:aws:iam::123456789012:role/spoke", "AWSClusterRoleIdentity", "hub");
    name("AWSClusterRoleIdentity", "spoke");

    assertThat(accountOfCalls()).isEqualTo(AwsSeedData.ACCOUNT.id());
    assertThat(timesAssumed()).isEqualTo(2);
  }

  @Test
  void aRoleThatDoesNotTrustIsToldInTheCloudsWordsWithTheRemedy() {
    cloud.putRole(ROLE, "another word");
    role("pools", ROLE, "AWSClusterControllerIdentity", "default");
    name("AWSClusterRoleIdentity", "pools");

    assertThatThrownBy(this::accountOfCalls)
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageContaining("is not authorized to perform: sts:AssumeRole on resource: " + ROLE)
        .hasMessageContaining("let the trust policy of the role name who assumes it")
        .hasMessageNotContaining("word-of-pools");
  }

  @Test
  void aSessionServesUntilItsEndWhenTheRoleIsNotLentAnyMore() throws Exception {
    cloud.putRole(ROLE, "");
    role("pools", ROLE, "AWSClusterControllerIdentity", "default");
    name("AWSClusterRoleIdentity", "pools");
    assertThat(accountOfCalls()).isEqualTo(TEAM.id());
    cloud.removeRole(ROLE);

    time.advance(Duration.ofMinutes(56));
    assertThat(accountOfCalls()).isEqualTo(TEAM.id());
    assertThat(accountOfCalls()).isEqualTo(TEAM.id());
    assertThat(timesAssumed()).isEqualTo(2);

    time.advance(Duration.ofMinutes(3));
    assertThatThrownBy(this::accountOfCalls).isInstanceOf(ProviderException.Denied.class);
    cloud.putRole(ROLE, "");
    assertThat(accountOfCalls()).isEqualTo(TEAM.id());
  }

  @Test
  void aManagerWhoseClockIsBehindTakesAnotherSessionWhenItsOwnHasEnded() throws Exception {
    managerIsBehind = Duration.ofMinutes(10);
    cloud.putRole(ROLE, "");
    role("pools", ROLE, "AWSClusterControllerIdentity", "default");
    name("AWSClusterRoleIdentity", "pools");
    assertThat(accountOfCalls()).isEqualTo(TEAM.id());
    time.advance(Duration.ofMinutes(61));

    assertThatThrownBy(this::accountOfCalls)
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageContaining("ExpiredToken");
    assertThat(accountOfCalls()).isEqualTo(TEAM.id());
  }

  @Test
  void anIdentityThatWasNotGrantedHasNoCredentials() {
    var named = new CloudIdentity.OfObject("AWSClusterRoleIdentity", new ObjectKey("", "pools"));

    assertThatThrownBy(() -> accountOfCalls(named))
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageContaining("was not granted");
  }

  private String accountOfCalls() throws Exception {
    var in = pool.inputs();
    CloudScope scope = AwsScopeResolver.resolve(in);
    return accountOfCalls(
        new ClusterIdentities(KEYS.namespace())
            .authorize(scope.identity(), in.pool(), in.relatedObjects()));
  }

  private String accountOfCalls(CloudIdentity identity) throws ProviderException {
    AwsSession session = sessions.sessionFor(new CloudScope("aws", identity, "us-east-1"));
    NetworkCalls calls = () -> session;
    return calls
        .describeSecurityGroups(DescribeSecurityGroupsRequest.builder().build())
        .securityGroups()
        .getFirst()
        .ownerId();
  }

  private int timesAssumed() {
    return cloud.journal().callCount("AssumeRole");
  }

  private void putKeys(Account account) {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.putObject("metadata").put("namespace", KEYS.namespace()).put("name", KEYS.name());
    secret
        .putObject("data")
        .put("AccessKeyID", base64(account.accessKey()))
        .put("SecretAccessKey", base64(account.secretKey()));
    secrets.put(KEYS, new ApiObject(secret));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private void role(String name, String arn, String sourceKind, String source) {
    add(
        "AWSClusterRoleIdentity",
        name,
        "{\"roleARN\": \""
            + arn
            + "\", \"externalID\": \"word-of-"
            + name
            + "\","
            + " \"sourceIdentityRef\": {\"kind\": \""
            + sourceKind
            + "\", \"name\": \""
            + source
            + "\"}, %s}");
  }

  private void add(String kind, String name, String spec) {
    var _ =
        pool.addRelated(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2",
             "kind": "%s", "metadata": {"name": "%s"}, "spec": %s}
            """
                .formatted(kind, name, spec.formatted("\"allowedNamespaces\": {}")));
  }

  private void name(String kind, String name) {
    var _ =
        pool.with(
            pool.awsCluster,
            "/spec/identityRef",
            "{\"kind\": \"%s\", \"name\": \"%s\"}".formatted(kind, name));
  }
}
