package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.api.conditions.Condition;
import io.weir.clouds.aws.eks.EksCluster;
import io.weir.provider.BootstrapData;
import io.weir.provider.ProviderReport;
import io.weir.provider.aws.eks.EksDesiredState;
import io.weir.provider.aws.eks.EksObservedState;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestReconciler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eks.model.Nodegroup;

/** What pools of EKS go through, at the simulated EKS. */
class EksLifeIT {

  private static final Map<String, String> WITH_ROLES =
      Map.of("eks-enable-iam", "true", "eks-allow-add-roles", "true");

  private SimulatedEks aws = new SimulatedEks();
  private TestReconciler<EksDesiredState, EksObservedState> reconciler = new TestReconciler<>(aws);
  private PoolObjects pool = aws.pool("workers", 2);

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void aPoolIsMadeScaledRetaggedAndDeletedWithNothingLeft() throws Exception {
    settle();
    spec("labels", "{\"tier\": \"front\"}");
    spec("taints", "[{\"key\": \"a\", \"value\": \"b\", \"effect\": \"no-schedule\"}]");
    spec("additionalTags", "{\"team\": \"a\"}");
    spec("nodeRepairConfig", "{\"enabled\": true}");
    spec(
        "lifecycleHooks",
        """
        [{"name": "drain", "lifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING",
          "heartbeatTimeout": "1m0s", "defaultResult": "CONTINUE"}]
        """);
    pool.setReplicas(3);

    ProviderReport report = settle();

    Nodegroup made = aws.nodegroup("workers");
    assertThat(made.labels()).containsOnly(Map.entry("tier", "front"));
    assertThat(made.taints()).hasSize(1);
    assertThat(made.tags()).containsEntry("team", "a");
    assertThat(made.nodeRepairConfig().enabled()).isTrue();
    assertThat(made.scalingConfig().desiredSize()).isEqualTo(3);
    assertThat(aws.cloud.comparableState()).contains("drain");
    assertThat(report.status().path("ready").asBoolean()).isTrue();
    assertThat(report.status().path("replicas").asInt()).isEqualTo(3);
    assertThat(report.spec().path("providerIDList")).hasSize(3);
    assertThat(report.conditions()).allMatch(Condition::isTrue);

    int writes = aws.writeCount();
    settle();
    assertThat(aws.writeCount()).isEqualTo(writes);

    pool.setReplicas(0);
    assertThat(settle().status().path("replicas").asInt()).isZero();
    deleteAll();
    assertThat(aws.countScaleSets("workers")).isZero();
    assertThat(aws.cloud.comparableState()).doesNotContain("eks-workers");
  }

  @Test
  void labelsThatWereOursGoAndThoseOfOthersStay() throws Exception {
    spec("labels", "{\"ours\": \"1\"}");
    settle();
    try (var client = aws.client()) {
      var _ =
          client.updateNodegroupConfig(
              request ->
                  request
                      .clusterName(SimulatedEks.CLUSTER)
                      .nodegroupName("workers")
                      .labels(labels -> labels.addOrUpdateLabels(Map.of("theirs", "1"))));
    }
    aws.completePendingWork();
    spec("labels", "{}");

    settle();

    assertThat(aws.nodegroup("workers").labels()).containsOnly(Map.entry("theirs", "1"));
  }

  @Test
  void nodesFollowTheKubernetesVersionOneMinorAtATime() throws Exception {
    settle();
    aws.cloud.putEksCluster(EksCluster.unreachable(SimulatedEks.CLUSTER, "1.35"));
    clusterVersion("v1.35");
    version("v1.35.0");

    settle();

    assertThat(aws.nodegroup("workers").version()).isEqualTo("1.35");
    assertThat(aws.cloud.journal().callCount("UpdateNodegroupVersion")).isEqualTo(1);
    version("v1.36.0");
    ProviderReport report = settle();
    assertThat(aws.nodegroup("workers").version()).isEqualTo("1.35");
    assertThat(condition(report, "InstancesUpToDate").reason()).isEqualTo("WaitingForCluster");
  }

  @Test
  void aLaunchTemplateOfThePoolsRollsWithItsChangesAndGoesWithThePool() throws Exception {
    spec("awsLaunchTemplate", "{\"instanceType\": \"m5.large\"}");
    boot("MIME-Version: 1.0\nContent-Type: multipart/mixed\n");
    settle();
    assertThat(aws.nodegroup("workers").launchTemplate().version()).isEqualTo("1");

    spec("awsLaunchTemplate", "{\"instanceType\": \"m5.xlarge\"}");
    ProviderReport report = settle();

    assertThat(aws.nodegroup("workers").launchTemplate().version()).isEqualTo("2");
    assertThat(report.status().path("launchTemplateVersion").asText()).isEqualTo("2");
    deleteAll();
    assertThat(aws.cloud.comparableState()).doesNotContain("w1-control-plane-workers");
  }

  @Test
  void aRoleIsMadeWithItsPoliciesAndGoesAfterTheNodeGroup() throws Exception {
    aws.close();
    aws = new SimulatedEks(WITH_ROLES);
    reconciler = new TestReconciler<>(aws);
    pool = aws.pool("workers", 1);
    spec("roleAdditionalPolicies", "[\"arn:aws:iam::aws:policy/More\"]");
    settle();
    assertThat(aws.nodegroup("workers").nodeRole())
        .endsWith("role/default_w1-control-plane-workers_nodegroup-iam-service-role");
    assertThat(aws.cloud.journal().callCount("AttachRolePolicy")).isEqualTo(4);

    spec("roleAdditionalPolicies", "[]");
    settle();
    deleteAll();

    assertThat(aws.cloud.journal().callCount("DetachRolePolicy")).isEqualTo(4);
    assertThat(aws.cloud.journal().callCount("DeleteRole")).isEqualTo(1);
  }

  @Test
  void ofAPoolThatIsUnwellPeopleAreToldAndItIsScaledAllTheSame() throws Exception {
    settle();
    aws.cloud.degradeNodegroup(
        SimulatedEks.CLUSTER, "workers", "AsgInstanceLaunchFailures", "no capacity in the zone");
    pool.setReplicas(4);

    ProviderReport report = settle();

    assertThat(aws.nodegroup("workers").scalingConfig().desiredSize()).isEqualTo(4);
    assertThat(condition(report, "EKSNodegroupReady").message())
        .isEqualTo("no capacity in the zone (AsgInstanceLaunchFailures)");
    aws.cloud.degradeNodegroup(SimulatedEks.CLUSTER, "workers", "", "");
    aws.completePendingWork();
    assertThat(condition(settle(), "EKSNodegroupReady").isTrue()).isTrue();
  }

  @Test
  void aCreationThatFailedIsToldAndBegunAnew() throws Exception {
    aws.cloud.failNodegroupCreation("workers");
    var _ = reconciler.converge(pool);
    aws.time.advance(Duration.ofMinutes(1));
    ProviderReport report = reconciler.converge(pool);
    assertThat(condition(report, "EKSNodegroupReady").message())
        .contains("NodeCreationFailure", "correct what it names");
    aws.time.advance(Duration.ofMinutes(30));

    report = settle();

    assertThat(report.status().path("ready").asBoolean()).isTrue();
    assertThat(aws.cloud.journal().callCount("CreateNodegroup")).isEqualTo(2);
  }

  @Test
  void aPoolIsDeletedAfterItsClustersObjectsAreGone() throws Exception {
    settle();
    pool.removeCluster();

    deleteAll();

    assertThat(aws.countScaleSets("workers")).isZero();
  }

  @Test
  void whatEksRefusesIsToldWithTheRemedy() {
    spec("subnetIDs", "[\"subnet-0123456789abcdef0\"]");

    Throwable refused = catchThrowable(() -> reconciler.converge(pool));

    assertThat(refused)
        .hasMessageContaining("does not exist")
        .hasMessageContaining("spec.subnetIDs");
  }

  private ProviderReport settle() throws Exception {
    ProviderReport report = reconciler.converge(pool);
    for (int round = 0; round < 4; round++) {
      aws.completePendingWork();
      report = reconciler.converge(pool);
    }
    return report;
  }

  private void deleteAll() throws Exception {
    for (int round = 0; round < 6 && !reconciler.delete(pool); round++) {
      aws.completePendingWork();
    }
  }

  private static Condition condition(ProviderReport report, String type) {
    return report.conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private void spec(String field, String json) {
    pool.poolTree().withObject("/spec").set(field, parse(json));
  }

  private void version(String version) {
    pool.machinePoolTree().withObject("/spec/template/spec").put("version", version);
  }

  private void clusterVersion(String version) {
    aws.controlPlane.withObject("/spec").put("version", version);
  }

  private void boot(String data) {
    pool.machinePoolTree()
        .withObject("/spec/template/spec/bootstrap")
        .put("dataSecretName", "boot");
    pool.setBootstrapData(
        new BootstrapData(
            "default/boot",
            "cloud-config",
            Base64.getEncoder().encodeToString(data.getBytes(StandardCharsets.UTF_8))));
  }

  private static JsonNode parse(String json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (JsonProcessingException mistake) {
      throw new IllegalArgumentException(mistake);
    }
  }
}
