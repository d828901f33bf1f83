package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.clouds.CloudFault;
import io.weir.clouds.Journal;
import io.weir.clouds.aws.iam.AccessPolicy;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.autoscaling.model.DeleteAutoScalingGroupRequest;

/** The policy document that the provider hands out, held against what a pool's life asks of AWS. */
class AwsPermissionsIT {

  private static final String IMPLIED = "Implied";

  private static final String HOOK =
      """
      [{"name": "drain", "lifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING",
        "heartbeatTimeout": "1m0s", "defaultResult": "CONTINUE"}]
      """;

  private final SimulatedAws aws = new SimulatedAws();
  private final PoolFixture pool = SimulatedAws.pool("workers", 3);

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void aPoolsLifeNeedsAllThatTheDocumentAllowsAndNothingElse() throws Exception {
    aws.cloud.restrictTo(policy(_ -> true));

    leadALife();

    assertThat(aws.cloud.journal().calls()).extracting(Journal.Call::outcome).containsOnly("OK");
    assertThat(actionsCalled())
        .containsExactlyElementsOf(
            new TreeSet<>(actions(statement -> !sid(statement).startsWith(IMPLIED))));
  }

  @Test
  void whatTheFirstReleaseMarkedIsMarkedAnew() throws Exception {
    aws.converge(pool);
    aws.completePendingWork();
    aws.retagExternally(
        "workers",
        Set.of(PoolMarks.MANAGEMENT_CLUSTER_KEY, PoolMarks.POOL_KEY),
        Map.of(PoolMarks.POOL_KEY, "default/workers"));
    aws.cloud.restrictTo(policy(_ -> true));

    aws.converge(pool);
    aws.converge(pool);
    aws.converge(pool);

    assertThat(aws.cloud.comparableState()).contains(PoolFixture.MANAGEMENT_CLUSTER);
    aws.delete(pool);
    assertThat(aws.cloud.journal().callCount("DeleteAutoScalingGroup")).isEqualTo(1);
  }

  @Test
  void nothingOfAnotherManagementClusterCanBeChanged() throws Exception {
    aws.converge(pool);
    aws.completePendingWork();
    aws.converge(pool);
    String before = aws.cloud.comparableState();
    aws.cloud.restrictTo(
        AccessPolicy.parse(
            new AwsProviderFactory().permissions(Optional.of("another")).orElseThrow()));

    pool.with(pool.machinePool, "/spec/replicas", "5");
    assertThatThrownBy(() -> aws.converge(pool))
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageContaining("autoscaling:UpdateAutoScalingGroup")
        .hasMessageContaining("weir permissions aws");
    assertThatThrownBy(() -> aws.delete(pool)).isInstanceOf(ProviderException.Denied.class);

    assertThat(aws.cloud.comparableState()).isEqualTo(before);
  }

  @Test
  void nothingWithoutMarksCanBeDeleted() throws Exception {
    aws.createExternally("theirs");
    aws.cloud.restrictTo(policy(_ -> true));

    assertThatThrownBy(
            () ->
                aws.externalClient()
                    .deleteGroup(
                        DeleteAutoScalingGroupRequest.builder()
                            .autoScalingGroupName("theirs")
                            .build()))
        .isInstanceOf(ProviderException.Denied.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ImpliedTagNewTemplates",
        "ImpliedLaunchFromTemplates",
        "ImpliedLaunch",
        "ImpliedTagNewInstances",
        "ImpliedPassRoleOfNodes"
      })
  void whatAwsAsksForBesideACallIsNeeded(String implied) {
    // What marks templates would allow the tags of new ones, too.
    Set<String> left = Set.of(implied, "MarkTemplates");
    aws.cloud.restrictTo(policy(statement -> !left.contains(sid(statement))));

    assertThatThrownBy(() -> aws.converge(pool)).isInstanceOf(ProviderException.Denied.class);
  }

  @Test
  void everyWriteIsBoundToAMarkOrToAPurpose() {
    for (JsonNode statement : statements()) {
      assertThat(statement.has("Condition")).as(sid(statement)).isNotEqualTo(isRead(statement));
    }
  }

  private void leadALife() throws ProviderException {
    aws.readAllDetails();
    pool.with(pool.pool, "/spec/lifecycleHooks", HOOK);
    pool.with(pool.pool, "/spec/additionalTags", "{\"team\": \"a\"}");
    pool.with(pool.pool, "/spec/suspendProcesses", "{\"processes\": {\"azRebalance\": true}}");
    converge();
    aws.restart();
    aws.cloud.faults().add(CloudFault.of(CloudFault.Kind.NO_CAPACITY));
    pool.with(pool.machinePool, "/spec/replicas", "4");
    aws.converge(pool);
    aws.time.advance(Duration.ofMinutes(1));
    aws.converge(pool);
    aws.cloud.faults().clear();
    pool.with(pool.pool, "/spec/lifecycleHooks", HOOK.replace("1m0s", "2m0s"));
    pool.with(pool.pool, "/spec/additionalTags", "{\"stage\": \"test\"}");
    pool.with(pool.pool, "/spec/suspendProcesses", "{}");
    converge();
    pool.with(pool.pool, "/spec/lifecycleHooks", "[]");
    converge();
    for (int token = 1; token <= 10; token++) {
      pool.bootstrap = ("#cloud-config\n# token " + token).getBytes(StandardCharsets.UTF_8);
      aws.converge(pool);
    }
    pool.with(pool.pool, "/spec/awsLaunchTemplate/instanceType", "\"m5.large\"");
    aws.converge(pool);
    aws.converge(pool);
    aws.time.advance(Duration.ofSeconds(12));
    pool.with(pool.pool, "/spec/awsLaunchTemplate/instanceType", "\"m5.xlarge\"");
    aws.roll(pool);
    aws.delete(pool);
    aws.completePendingWork();
    aws.delete(pool);
  }

  private void converge() throws ProviderException {
    aws.converge(pool);
    aws.completePendingWork();
    aws.converge(pool);
  }

  private Set<String> actionsCalled() {
    return aws.cloud.journal().calls().stream()
        .map(call -> call.service() + ":" + call.action())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isRead(JsonNode statement) {
    return texts(statement.path("Action")).allMatch(action -> action.contains(":Describe"));
  }

  private static Set<String> actions(Predicate<JsonNode> which) {
    return statements()
        .valueStream()
        .filter(which)
        .flatMap(statement -> texts(statement.path("Action")))
        .collect(Collectors.toSet());
  }

  private static Stream<String> texts(JsonNode oneOrMore) {
    return (oneOrMore.isArray() ? oneOrMore.valueStream() : Stream.of(oneOrMore))
        .map(JsonNode::asText);
  }

  private static String sid(JsonNode statement) {
    return statement.path("Sid").asText();
  }

  private static AccessPolicy policy(Predicate<JsonNode> which) {
    ObjectNode document = document();
    ArrayNode kept = Json.MAPPER.createArrayNode();
    document.path("Statement").valueStream().filter(which).forEach(kept::add);
    return AccessPolicy.parse(document.set("Statement", kept).toString());
  }

  private static JsonNode statements() {
    return document().path("Statement");
  }

  private static ObjectNode document() {
    try {
      return (ObjectNode)
          Json.MAPPER.readTree(
              new AwsProviderFactory()
                  .permissions(Optional.of(PoolFixture.MANAGEMENT_CLUSTER))
                  .orElseThrow());
    } catch (JsonProcessingException malformed) {
      throw new AssertionError(malformed);
    }
  }
}
