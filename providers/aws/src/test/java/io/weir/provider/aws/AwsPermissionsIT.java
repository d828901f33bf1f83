package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.CloudFault;
import io.weir.clouds.Journal;
import io.weir.clouds.aws.iam.AccessPolicy;
import io.weir.provider.Instance;
import io.weir.provider.OwnershipClaim.Adoption;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderException;
import io.weir.provider.kit.CalledActions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.autoscaling.model.CreateOrUpdateTagsRequest;
import software.amazon.awssdk.services.autoscaling.model.DeleteAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.Tag;
import software.amazon.awssdk.services.ec2.model.CreateTagsRequest;

/** The policy document that the provider hands out, enforced by AWS through a pool's life. */
class AwsPermissionsIT {

  private static final String HOOK =
      """
      [{"name": "drain", "lifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING",
        "heartbeatTimeout": "1m0s", "defaultResult": "CONTINUE"}]
      """;

  private final PermissionsDocument document = PermissionsDocument.shipped();
  private final SimulatedAws aws = new SimulatedAws();
  private final PoolFixture pool = SimulatedAws.pool("workers", 3);

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void aPoolsLifeIsAllowedAndMakesEveryCallThatAnythingIsAllowedFor() throws Exception {
    aws.cloud.restrictTo(document.policyOf(_ -> true));

    leadALife();
    leadALifeWithAnImageOfEks();

    assertThat(aws.cloud.journal().calls()).extracting(Journal.Call::outcome).containsOnly("OK");
    var called = new TreeSet<>(aws.cloud.journal().actions());
    called.addAll(EksLife.actionsOf(EksLife::leadAll));
    CalledActions.of("aws").assertAll(called);
  }

  @Test
  void whatUpstreamMadeIsMarkedAndDeleted() throws Exception {
    aws.converge(pool);
    aws.completePendingWork();
    aws.loseMarksExternally("workers");
    var _ = pool.claiming(Set.of(), new Adoption.Granted());
    aws.cloud.restrictTo(document.policyOf(_ -> true));

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
    pool.with(pool.machinePool, "/spec/replicas", "3");
    Instance victim = aws.observeAll().get("workers").instances().getFirst();
    assertThatThrownBy(() -> aws.end(pool, victim))
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageContaining("autoscaling:TerminateInstanceInAutoScalingGroup");
    assertThatThrownBy(() -> aws.delete(pool)).isInstanceOf(ProviderException.Denied.class);

    assertThat(aws.cloud.comparableState()).isEqualTo(before);
  }

  @Test
  void theMarkOfAnotherManagementClusterCannotBeReplaced() throws Exception {
    aws.converge(pool);
    aws.completePendingWork();
    aws.cloud.restrictTo(
        AccessPolicy.parse(
            new AwsProviderFactory().permissions(Optional.of("another")).orElseThrow()));
    String before = aws.cloud.comparableState();
    String key = PoolMarks.MANAGEMENT_CLUSTER_KEY;
    var onGroup =
        CreateOrUpdateTagsRequest.builder()
            .tags(
                Tag.builder()
                    .resourceType("auto-scaling-group")
                    .resourceId("workers")
                    .key(key)
                    .value("another")
                    .build())
            .build();
    var onTemplate =
        CreateTagsRequest.builder()
            .resources(aws.observeAll().get("workers").template().orElseThrow().id())
            .tags(
                software.amazon.awssdk.services.ec2.model.Tag.builder()
                    .key(key)
                    .value("another")
                    .build())
            .build();

    assertThatThrownBy(() -> aws.externalClient().tagGroups(onGroup))
        .isInstanceOf(ProviderException.Denied.class);
    assertThatThrownBy(() -> aws.externalClient().tag(onTemplate))
        .isInstanceOf(ProviderException.Denied.class);

    assertThat(aws.cloud.comparableState()).isEqualTo(before);
  }

  @Test
  void nothingWithoutMarksCanBeDeleted() throws Exception {
    aws.createExternally("theirs");
    aws.cloud.restrictTo(document.policyOf(_ -> true));

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
        "LaunchFromTemplates",
        "Launch",
        "ImpliedTagNewInstances",
        "ImpliedPassRoleOfNodes"
      })
  void whatAwsAsksForBesideACallIsNeeded(String implied) {
    // What marks templates would allow the tags of new ones, too.
    Set<String> left = Set.of(implied, "MarkTemplates");
    aws.cloud.restrictTo(
        document.policyOf(statement -> !left.contains(PermissionsDocument.sid(statement))));

    assertThatThrownBy(() -> aws.converge(pool)).isInstanceOf(ProviderException.Denied.class);
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
    pool.with(
        pool.machinePool, "/metadata/annotations", "{\"weir.io/cloud-terminations\": \"drain\"}");
    aws.converge(pool);
    Instance victim = aws.observeAll().get("workers").instances().getFirst();
    aws.end(pool, victim);
    aws.answer(pool, victim.id(), false);
    aws.answer(pool, victim.id(), true);
    pool.with(pool.machinePool, "/metadata/annotations", "{}");
    aws.completePendingWork();
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
    assertThat(aws.observeRemains("workers")).isEmpty();
  }

  private void leadALifeWithAnImageOfEks() throws ProviderException {
    PoolFixture ofEks = SimulatedAws.pool("of-eks", 1);
    ofEks
        .inEksCluster(
            """
            [{"id": "subnet-0aaaaaaaaaaaaaaa1", "availabilityZone": "us-east-1a"}]
            """,
            """
            {"node": {"id": "sg-0111111111111111a"}}
            """)
        .with(ofEks.pool, "/spec/awsLaunchTemplate/ami", "{}");

    aws.converge(ofEks);
    aws.completePendingWork();
    aws.converge(ofEks);

    assertThat(aws.observeAll().get("of-eks").instances()).hasSize(1);
    aws.delete(ofEks);
    aws.completePendingWork();
    aws.delete(ofEks);
  }

  private void converge() throws ProviderException {
    aws.converge(pool);
    aws.completePendingWork();
    aws.converge(pool);
  }
}
