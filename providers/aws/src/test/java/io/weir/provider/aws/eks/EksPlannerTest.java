package io.weir.provider.aws.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.aws.eks.NodegroupSize.Scaling;
import io.weir.provider.aws.group.ObservedGroup.TemplateReference;
import io.weir.provider.aws.tag.TagStep;
import io.weir.provider.aws.template.ObservedTemplate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What is asked of EKS, and in which order. */
class EksPlannerTest {

  private final EksFixture pool = new EksFixture("workers");

  @Nested
  class Creation {
    @Test
    void isOneStepWhereRoleAndTemplateAreOfOthers() {
      assertThat(transcript())
          .containsExactly("create EKS node group workers: it does not exist, 2 nodes wanted");
    }

    @Test
    void beginsWithTheRoleAndTheTemplate() {
      pool.pool.withObject("/spec").remove("roleName");
      pool.spec("awsLaunchTemplate", "{\"instanceType\": \"m5.large\"}");
      pool.features = new EksFeatures(true, false);
      pool.roleExists = false;

      assertThat(transcript())
          .containsExactly(
              "create IAM role default_w1-control-plane-workers_nodegroup-iam-service-role: it does"
                  + " not exist",
              "attach arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy to IAM role"
                  + " default_w1-control-plane-workers_nodegroup-iam-service-role: the role does"
                  + " not have it",
              "attach arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy to IAM role"
                  + " default_w1-control-plane-workers_nodegroup-iam-service-role: the role does"
                  + " not have it",
              "attach arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryReadOnly to IAM role"
                  + " default_w1-control-plane-workers_nodegroup-iam-service-role: the role does"
                  + " not have it",
              "create launch template w1-control-plane-workers: it does not exist",
              "create EKS node group workers: it does not exist, 2 nodes wanted");
    }

    @Test
    void thatFailedIsBegunAnewAfterHalfAnHour() {
      pool.made("CREATE_FAILED");
      assertThat(transcript()).isEmpty();

      pool.seen = changed(there -> older(there));

      assertThat(transcript())
          .containsExactly(
              "delete EKS node group workers: EKS could not create it, and it does not recover by"
                  + " itself");
    }
  }

  @Nested
  class Hooks {
    @Test
    void areOnTheGroupOfANodeGroupThatIsMadeAnew() {
      pool.spec(
          "lifecycleHooks",
          """
          [{"name": "drain", "lifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING"}]
          """);
      pool.made("ACTIVE");
      putHook();
      assertThat(transcript()).isEmpty();

      pool.seen = EksObservedState.absent(EksFixture.CLUSTER);
      PlanStep creation = pool.plan().getFirst();
      pool.annotations = creation.annotationsBefore(pool.annotations, EksFixture.NOW);
      pool.made("ACTIVE");

      putHook();
      assertThat(transcript()).isEmpty();
    }

    private void putHook() {
      assertThat(transcript())
          .containsExactly(
              "put lifecycle hook drain of Auto Scaling group eks-workers: it was added");
      pool.annotations = pool.plan().getFirst().annotationsAfterSuccess(pool.annotations);
    }
  }

  @Nested
  class Changes {
    @Test
    void ofNothingAreNone() {
      pool.made("ACTIVE");

      assertThat(transcript()).isEmpty();
      assertThat(new EksPlanner().isSettled(pool.desired(), pool.context())).isTrue();
    }

    @Test
    void waitWhileEksChangesTheNodeGroup() {
      pool.made("UPDATING");
      pool.with(pool.machinePool, "/spec/replicas", "5");

      assertThat(transcript()).isEmpty();
    }

    @Test
    void ofADegradedNodeGroupAreMadeAllTheSame() {
      pool.made("DEGRADED");
      pool.with(pool.machinePool, "/spec/replicas", "0");

      assertThat(pool.plan())
          .singleElement()
          .isInstanceOfSatisfying(
              NodegroupStep.UpdateConfig.class,
              step -> {
                assertThat(step.scaling()).contains(new Scaling(0, 2, 0));
                assertThat(step.endsInstances()).isEqualTo(2);
                assertThat(step.reason())
                    .isEqualTo("0 nodes wanted, 2 asked for; size differ from what is asked for");
              });
    }

    @Test
    void ofSettingsAreOneWriteAndLeaveWhatOthersSet() {
      pool.spec("labels", "{\"tier\": \"back\", \"old\": \"1\"}").made("ACTIVE");
      pool.seen =
          changed(there -> withLabels(there, Map.of("tier", "back", "old", "1", "theirs", "x")));
      pool.spec("labels", "{\"tier\": \"front\"}");
      pool.spec("nodeRepairConfig", "{\"enabled\": true}");
      pool.spec("updateConfig", "{\"maxUnavailablePercentage\": 50}");

      assertThat(pool.plan())
          .singleElement()
          .isInstanceOfSatisfying(
              NodegroupStep.UpdateConfig.class,
              step -> {
                assertThat(step.labels().missing()).containsOnly(Map.entry("tier", "front"));
                assertThat(step.labels().surplus()).containsExactly("old");
                assertThat(step.updates()).isTrue();
                assertThat(step.repair()).contains(true);
                assertThat(step.scaling()).isEmpty();
              });
    }

    @Test
    void ofATaintsEffectSetTheNewOneBeforeTheOldOneGoes() {
      pool.spec("taints", "[{\"key\": \"a\", \"value\": \"b\", \"effect\": \"no-schedule\"}]");
      pool.made("ACTIVE");
      pool.spec("taints", "[{\"key\": \"a\", \"value\": \"b\", \"effect\": \"no-execute\"}]");

      var step = (NodegroupStep.UpdateConfig) pool.plan().getFirst();

      assertThat(step.taints().missing()).containsOnly(Map.entry("a:NO_EXECUTE", "b"));
      assertThat(step.taints().surplus()).isEmpty();
    }

    @Test
    void ofRoleAndAccessAreToldAndNotTried() {
      pool.spec("remoteAccess", "{\"sshKeyName\": \"ops\", \"sourceSecurityGroups\": [\"sg-1\"]}");
      pool.made("ACTIVE");
      assertThat(message("SpecApplied")).isEmpty();

      pool.spec("remoteAccess", "{\"sshKeyName\": \"ops\", \"sourceSecurityGroups\": [\"sg-2\"]}");
      pool.spec("roleName", "\"others\"");

      assertThat(message("SpecApplied")).startsWith("remoteAccess, roleName of pool workers");
      pool.pool.withObject("/spec").remove("roleName");
      pool.features = new EksFeatures(true, false);
      pool.roleExists = false;
      assertThat(pool.desired().role()).isInstanceOf(DesiredRole.Made.class);
      assertThat(transcript()).isEmpty();
    }

    @Test
    void leaveTheSizeToWhoeverElseManagesIt() {
      pool.with(
          pool.machinePool,
          "/metadata/annotations",
          "{\"cluster.x-k8s.io/replicas-managed-by\": \"external-autoscaler\"}");
      pool.spec("scaling", "{\"minSize\": 1, \"maxSize\": 9}").made("ACTIVE");
      pool.with(pool.machinePool, "/spec/replicas", "7");
      assertThat(transcript()).isEmpty();

      pool.spec("scaling", "{\"minSize\": 3, \"maxSize\": 9}");

      assertThat(((NodegroupStep.UpdateConfig) pool.plan().getFirst()).scaling())
          .contains(new Scaling(3, 9, 3));
    }
  }

  @Nested
  class Versions {
    @Test
    void goUpOneByOneAndNotBeyondTheCluster() {
      pool.made("ACTIVE");
      pool.with(pool.machinePool, "/spec/template/spec/version", "\"v1.35.0\"");
      pool.with(pool.controlPlane, "/spec/version", "\"v1.35\"");

      assertThat(transcript())
          .containsExactly("replace the nodes of EKS node group workers: its nodes run 1.33");
      assertThat(update().version()).isEqualTo("1.34");
      pool.with(pool.controlPlane, "/spec/version", "\"v1.33\"");
      assertThat(transcript()).isEmpty();
    }

    @Test
    void waitForSettingsAndForPermission() {
      pool.made("ACTIVE");
      pool.with(pool.machinePool, "/spec/template/spec/version", "\"v1.34.0\"");
      pool.with(pool.controlPlane, "/spec/version", "\"v1.34\"");
      assertThat(
              new EksPlanner()
                  .plan(
                      new PoolIntent.Converge<>(pool.desired(), List.of(), PoolIntent.Roll.HOLD),
                      pool.context()))
          .isEmpty();

      pool.spec("labels", "{\"a\": \"b\"}");

      assertThat(pool.plan()).singleElement().isInstanceOf(NodegroupStep.UpdateConfig.class);
    }

    @Test
    void ofAmazonLinux2EndBefore133() {
      pool.spec("amiType", "\"AL2_x86_64\"");
      pool.with(pool.controlPlane, "/spec/version", "\"v1.32\"");
      pool.with(pool.machinePool, "/spec/template/spec/version", "\"v1.32.0\"");
      pool.made("ACTIVE");
      pool.seen = changed(there -> withVersion(there, "1.32"));
      pool.with(pool.controlPlane, "/spec/version", "\"v1.33\"");
      pool.with(pool.machinePool, "/spec/template/spec/version", "\"v1.33.0\"");

      assertThat(transcript()).isEmpty();
      assertThat(new EksReporter(pool.progress()).report().conditions())
          .anySatisfy(
              condition -> {
                assertThat(condition.type()).isEqualTo("InstancesUpToDate");
                assertThat(condition.message()).contains("Amazon Linux 2", "spec.amiType");
              });
    }

    @Test
    void ofTheImageAreThoseOfTheNodesKubernetes() {
      pool.made("ACTIVE");
      pool.spec("amiVersion", "\"1.33.2-20250701\"");
      assertThat(update().releaseVersion()).isEqualTo("1.33.2-20250701");
      assertThat(update().version()).isEqualTo("1.33");

      pool.spec("amiVersion", "\"1.34.2-20250701\"");

      assertThat(transcript()).isEmpty();
    }
  }

  @Nested
  class Templates {
    @Test
    void ofWeirReplaceTheNodesWithEachChange() {
      versions("1", "1");
      assertThat(transcript()).isEmpty();

      pool.spec("awsLaunchTemplate", "{\"instanceType\": \"m5.xlarge\"}");

      assertThat(transcript())
          .containsExactly(
              "add a version to launch template w1-control-plane-workers: version 1 has different"
                  + " settings");
      pool.spec("awsLaunchTemplate", "{\"instanceType\": \"m5.large\"}");
      versions("1", "2");
      assertThat(update().template())
          .contains(new TemplateReference("lt-1", "w1-control-plane-workers", "2"));
      assertThat(update().version()).isEqualTo("1.33");
    }

    @Test
    void stayWhenEksRecommendsAnotherImage() {
      pool.spec("amiType", "\"CUSTOM\"");
      pool.spec("awsLaunchTemplate", "{\"ami\": {\"eksLookupType\": \"AmazonLinux2023\"}}");
      versions("1", "1");

      pool.recommended = "ami-newer";

      assertThat(pool.desired().template().orElseThrow().data().imageId()).isEqualTo("ami-newer");
      assertThat(transcript()).isEmpty();
    }

    @Test
    void ofOthersAreTakenOverWithNoNodeReplaced() {
      versions("3", "3");
      pool.seen =
          pool.seen.withTemplate(
              pool.seen
                  .template()
                  .map(
                      found ->
                          new ObservedTemplate(
                              found.id(), found.name(), 3, Optional.empty(), found.tags())));

      PlanStep step = pool.plan().getFirst();
      pool.annotations = step.annotationsBefore(pool.annotations, EksFixture.NOW);
      versions("3", "4");

      assertThat(step.reason()).isEqualTo("version 3 was not made by Weir, and nodes keep it");
      assertThat(transcript()).isEmpty();
    }
  }

  @Nested
  class Hindrances {
    @Test
    void ofTheCreationHoldUpNoChange() {
      pool.made("ACTIVE");
      pool.roleExists = false;
      pool.spec("availabilityZones", "[\"eu-central-1x\"]");
      pool.spec("labels", "{\"tier\": \"back\"}");
      pool.spec("additionalTags", "{\"team\": \"a\"}");
      pool.with(pool.machinePool, "/spec/replicas", "5");

      assertThat(pool.plan().getFirst().reason())
          .isEqualTo("5 nodes wanted, 2 asked for; size, labels differ from what is asked for");
      assertThat(pool.plan()).filteredOn(TagStep.class::isInstance).hasSizeGreaterThan(1);
      assertThat(message("EKSNodegroupReady")).contains("eu-central-1x");
      assertThat(message("SpecApplied")).doesNotContain("subnets");
      pool.pool.withObject("/spec").remove("availabilityZones");
      assertThat(message("IAMNodegroupRolesReady")).contains("nodes-role does not exist");
    }

    @Test
    void ofTheImageLeaveTemplateAndNodesAsTheyAre() {
      pool.spec("amiType", "\"CUSTOM\"");
      pool.spec("awsLaunchTemplate", "{\"ami\": {\"eksLookupType\": \"AmazonLinux2023\"}}");
      versions("1", "1");
      pool.with(pool.machinePool, "/spec/template/spec/version", "\"v1.31.0\"");
      pool.with(pool.machinePool, "/spec/replicas", "5");

      assertThat(pool.plan()).singleElement().isInstanceOf(NodegroupStep.UpdateConfig.class);
      assertThat(message("EKSNodegroupReady")).contains("EKS publishes no image");
      assertThat(message("InstancesUpToDate")).contains("EKS publishes no image");
      pool.made("ACTIVE");
      assertThat(new EksPlanner().isSettled(pool.desired(), pool.context())).isFalse();
    }

    @Test
    void letNoNodeGroupBeMade() {
      pool.spec("awsLaunchTemplate", "{\"instanceType\": \"m5.large\"}");
      versions("1", "1");
      pool.seen = pool.seen.withNodegroup(Optional.empty());
      pool.roleExists = false;

      assertThat(transcript()).isEmpty();
    }
  }

  @Nested
  class Deletion {
    @Test
    void takesTheNodeGroupFirstAndThenWhatItUsed() {
      pool.spec("awsLaunchTemplate", "{\"instanceType\": \"m5.large\"}").made("ACTIVE");
      var want = pool.desired().template().orElseThrow();
      pool.seen =
          pool.seen
              .withTemplate(
                  Optional.of(
                      new ObservedTemplate(
                          "lt-1", want.name(), 1, Optional.empty(), want.tags().all())))
              .withRole(
                  Optional.of(
                      new ObservedRole("made", "arn:made", pool.marksAsTags(), Set.of("p"))));
      assertThat(texts(pool.planDeletion()))
          .containsExactly("delete EKS node group workers: the pool is being deleted");

      pool.seen = pool.seen.withNodegroup(pool.seen.nodegroup().map(ObservedNodegroup::deleting));
      assertThat(pool.planDeletion()).isEmpty();

      pool.seen = pool.seen.withNodegroup(Optional.empty());
      assertThat(texts(pool.planDeletion()))
          .containsExactly(
              "delete IAM role made: the pool is being deleted, its node group is gone",
              "delete launch template w1-control-plane-workers: the pool is being deleted, its node"
                  + " group is gone");
    }

    @Test
    void leavesWhatIsNotThePools() {
      pool.made("ACTIVE");
      pool.seen = changed(there -> there.withTags(Map.of()));

      assertThat(pool.planDeletion()).isEmpty();
      assertThat(transcript()).isEmpty();
    }
  }

  private String message(String type) {
    return new EksReporter(pool.progress())
        .report().conditions().stream()
            .filter(condition -> condition.type().equals(type))
            .findFirst()
            .orElseThrow()
            .message();
  }

  private void versions(String used, String latest) {
    if (pool.pool.at("/spec/awsLaunchTemplate").isMissingNode()) {
      pool.spec("awsLaunchTemplate", "{\"instanceType\": \"m5.large\"}");
    }
    pool.made("ACTIVE");
    var want = pool.desired().template().orElseThrow();
    pool.seen =
        changed(there -> using(there, new TemplateReference("lt-1", want.name(), used)))
            .withTemplate(
                Optional.of(
                    new ObservedTemplate(
                        "lt-1",
                        want.name(),
                        Long.parseLong(latest),
                        Optional.of(want.fingerprint()),
                        want.tags().all())));
  }

  private NodegroupStep.UpdateVersion update() {
    return (NodegroupStep.UpdateVersion) pool.plan().getFirst();
  }

  private List<String> transcript() {
    return texts(pool.plan());
  }

  private static List<String> texts(List<PlanStep> steps) {
    return steps.stream().map(step -> step.description() + ": " + step.reason()).toList();
  }

  private EksObservedState changed(UnaryOperator<ObservedNodegroup> change) {
    return pool.seen.withNodegroup(pool.seen.nodegroup().map(change));
  }

  private static ObservedNodegroup older(ObservedNodegroup was) {
    return copy(was, was.version(), was.settings(), was.template(), 3600);
  }

  private static ObservedNodegroup withVersion(ObservedNodegroup was, String version) {
    return copy(was, version, was.settings(), was.template(), 60);
  }

  private static ObservedNodegroup using(ObservedNodegroup was, TemplateReference used) {
    return copy(was, was.version(), was.settings(), Optional.of(used), 60);
  }

  private static ObservedNodegroup withLabels(ObservedNodegroup was, Map<String, String> labels) {
    var settings =
        new NodegroupSettings(
            labels,
            was.settings().taints(),
            was.settings().maxUnavailable(),
            was.settings().maxUnavailablePercentage(),
            was.settings().repair());
    return copy(was, was.version(), settings, was.template(), 60);
  }

  private static ObservedNodegroup copy(
      ObservedNodegroup was,
      String version,
      NodegroupSettings settings,
      Optional<TemplateReference> template,
      long ageInSeconds) {
    return new ObservedNodegroup(
        was.cluster(),
        was.name(),
        was.arn(),
        was.status(),
        version,
        was.releaseVersion(),
        settings,
        was.scaling(),
        was.amiType(),
        was.capacityType(),
        was.diskSize(),
        was.instanceTypes(),
        was.subnets(),
        was.nodeRole(),
        was.remoteAccess(),
        template,
        was.tags(),
        was.issues(),
        was.groups(),
        EksFixture.NOW.minusSeconds(ageInSeconds));
  }
}
