package io.weir.provider.aws.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.PoolFixture;
import io.weir.provider.aws.group.GroupFeatureStep;
import io.weir.provider.aws.group.GroupInstance;
import io.weir.provider.aws.group.GroupStep;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AwsReporterTest {

  private static final List<GroupInstance> MEMBERS =
      List.of(
          new GroupInstance(
              new Instance("i-2", "aws:///a/i-2", "a", Instance.State.RUNNING, "3"), true),
          new GroupInstance(
              new Instance("i-1", "aws:///b/i-1", "b", Instance.State.TERMINATING, "2"), false));

  private final PoolFixture poolFixture = PoolFixture.pool("workers");
  private final ResolveResult<AwsDesiredState> resolved =
      AwsDesiredStateResolver.resolve(poolFixture.inputs(), _ -> Optional.empty());
  private final AwsDesiredState want =
      ((ResolveResult.Resolved<AwsDesiredState>) resolved).desired();

  @Nested
  class Fields {
    @Test
    void followFromTheGroupAndTheTemplate() {
      var providerReport = report(seen(group(), Optional.empty()));

      assertThat(providerReport.spec())
          .hasToString(
              "{\"providerID\":\"arn:1\",\"providerIDList\":[\"aws:///a/i-2\",\"aws:///b/i-1\"]}");
      assertThat(providerReport.status())
          .hasToString(
              "{\"ready\":true,\"replicas\":1,\"instances\":[{\"instanceID\":\"i-1\"},"
                  + "{\"instanceID\":\"i-2\"}],\"launchTemplateID\":\"lt-1\","
                  + "\"launchTemplateVersion\":\"3\",\"asgStatus\":null}");
    }

    @Test
    void nameThoseOnTheirWayOutForAsLongAsThereAreAny() {
      var leaving = report(seen(group(), Optional.empty()));

      var blocked =
          report(
              Optional.of(
                  new ResolveResult.Blocked<>(
                      PrerequisiteException.needsUserAction("ImageNotFound", "no image"))),
              seen(group(), Optional.empty()));
      var gone = report(seen(without("i-1"), Optional.empty()));

      assertThat(leaving.annotations())
          .containsEntry("weir.io/leaving", Optional.of("aws:///b/i-1"));
      assertThat(blocked.annotations())
          .containsEntry("weir.io/leaving", Optional.of("aws:///b/i-1"));
      assertThat(gone.annotations()).containsEntry("weir.io/leaving", Optional.empty());
    }

    @Test
    void stayAsTheyAreBeforeTheFirstLook() {
      var providerReport = report(new Observation.Unknown<>("not looked yet"));

      assertThat(providerReport.spec()).isEmpty();
      assertThat(providerReport.status()).isEmpty();
      assertThat(providerReport.conditions())
          .extracting(Condition::type)
          .containsExactly("ReplicasInRange");
    }

    @Test
    void ofSomebodyElsesGroupAreNotTaken() {
      var providerReport = report(seen(group(Map.of("Name", "workers")), Optional.empty()));

      assertThat(providerReport.spec()).isEmpty();
      assertThat(providerReport.status()).isEmpty();
    }
  }

  @Nested
  class Conditions {
    @Test
    void areTrueWhenAllIsThere() {
      var providerReport = report(seen(group(), Optional.empty()));

      assertThat(providerReport.conditions())
          .containsExactly(
              Condition.ofTrue("Ready"),
              Condition.ofTrue("LaunchTemplateReady"),
              Condition.ofTrue("ASGReady"),
              Condition.ofTrue("ReplicasInRange"),
              Condition.ofTrue("InstancesUpToDate"));
    }

    @Test
    void ofHooksLeaveWithTheLastHook() {
      var whileThereIsNone = report(seen(group(), Optional.empty()));
      var unobserved = report(new Observation.Unknown<>("not looked yet"));
      poolFixture.with(
          poolFixture.pool,
          "/spec/lifecycleHooks",
          """
          [{"name": "drain", "lifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING"}]
          """);
      var whileThereAreSome =
          report(
              Optional.of(
                  AwsDesiredStateResolver.resolve(poolFixture.inputs(), _ -> Optional.empty())),
              seen(group(), Optional.empty()));

      assertThat(whileThereIsNone.inapplicable()).containsExactly("LifecycleHookReady");
      assertThat(unobserved.inapplicable()).isEmpty();
      assertThat(whileThereAreSome.inapplicable()).isEmpty();
      assertThat(whileThereAreSome.conditions()).contains(Condition.ofTrue("LifecycleHookReady"));
    }

    @Test
    void ofAHookThatAwsDoesNotRemoveStay() {
      var refused =
          CallFailure.of(
              new GroupFeatureStep.DeleteHook("workers", "drain", "it is not in the spec"),
              new ProviderException.Denied("you may not", null));

      var providerReport = report(seen(group(), Optional.empty()), Optional.of(refused), false);

      assertThat(providerReport.inapplicable()).isEmpty();
      assertThat(providerReport.conditions())
          .anyMatch(condition -> condition.reason().equals("LifecycleHookDeletionFailed"));
    }

    @Test
    void tellWhatIsWaitedFor() {
      var blocked =
          new ResolveResult.Blocked<AwsDesiredState>(
              PrerequisiteException.waiting("WaitingForBootstrapData", "no data yet"));

      var providerReport =
          new AwsReporter(
                  new ReportContext<>(
                      poolFixture.identity(),
                      Optional.of(blocked),
                      new Observation.ProvenAbsent<>(Instant.EPOCH),
                      Optional.empty(),
                      false))
              .report();

      assertThat(providerReport.conditions())
          .contains(
              new Condition(
                  "Ready",
                  ConditionStatus.FALSE,
                  "Info",
                  "WaitingForBootstrapData",
                  "no data yet"));
    }

    @Test
    void tellWhatAwsRefuses() {
      var refused =
          CallFailure.of(
              new GroupStep.CreateGroup(
                  want.group(), want.template(), Optional.empty(), "there is none"),
              new ProviderException.Rejected("no such subnet; correct spec.subnets", null));

      var providerReport = report(seen(null, Optional.empty()), Optional.of(refused), false);

      assertThat(providerReport.conditions())
          .contains(
              new Condition(
                  "Ready",
                  ConditionStatus.FALSE,
                  "Error",
                  "ASGProvisionFailed",
                  "cannot create Auto Scaling group workers: no such subnet; correct"
                      + " spec.subnets"));
    }

    @Test
    void doNotFlapForAHiccup() {
      var hiccup =
          CallFailure.of(
              new GroupStep.UpdateGroup(
                  want.group(), want.template(), "lt-1", false, 0, "it differs"),
              new ProviderException.Ambiguous("lost", null));

      var providerReport = report(seen(group(), Optional.empty()), Optional.of(hiccup), false);

      assertThat(providerReport.conditions()).contains(Condition.ofTrue("Ready"));
    }

    @Test
    void stayTrueWithAWarningForASettingThatDoesNotLast() {
      var reverted =
          CallFailure.of(
              new GroupStep.UpdateGroup(
                  want.group(), want.template(), "lt-1", true, 0, "it differs"),
              new ProviderException.Reverted("it does not last"));

      var providerReport = report(seen(group(), Optional.empty()), Optional.of(reverted), false);

      assertThat(providerReport.conditions())
          .contains(
              Condition.ofTrue(
                  "Ready", "", "cannot update Auto Scaling group workers: it does not last"),
              Condition.ofTrue("LaunchTemplateReady"),
              Condition.ofTrue("ASGReady"));
    }

    @Test
    void tellWhyInstancesDoNotCome() {
      var providerReport = report(seen(group(), Optional.of("no t3.large left")));

      assertThat(providerReport.conditions())
          .contains(
              new Condition(
                  "ASGReady",
                  ConditionStatus.FALSE,
                  "Warning",
                  "InstancesFailToLaunch",
                  "1 of 2 instances are running or starting: no t3.large left"));
    }

    @Test
    void callNoInstanceUpToDateWhileNobodyKnowsWhatItShouldBe() {
      var blocked =
          new ResolveResult.Blocked<AwsDesiredState>(
              PrerequisiteException.needsUserAction("ImageNotFound", "no image of 1.99"));

      var providerReport =
          new AwsReporter(
                  new ReportContext<>(
                      poolFixture.identity(),
                      Optional.of(blocked),
                      seen(group(), Optional.empty()),
                      Optional.empty(),
                      false))
              .report();

      assertThat(providerReport.conditions())
          .contains(
              new Condition(
                  "Ready", ConditionStatus.FALSE, "Error", "ImageNotFound", "no image of 1.99"),
              new Condition(
                  "InstancesUpToDate",
                  ConditionStatus.UNKNOWN,
                  "",
                  "ImageNotFound",
                  "what instances should be created from is unknown: no image of 1.99"));
      assertThat(providerReport.status().path("ready").asBoolean()).isTrue();
    }

    @Test
    void callNoInstanceUpToDateWhileAwsRefusesWhatItShouldBe() {
      var refused =
          CallFailure.of(
              new TemplateStep.AddVersion(want.template(), "lt-1", "it is older", Map.of()),
              new ProviderException.Rejected("the key pair does not exist", null));

      var providerReport = report(seen(group(), Optional.empty()), Optional.of(refused), false);

      assertThat(providerReport.conditions())
          .filteredOn(condition -> condition.status() == ConditionStatus.FALSE)
          .allMatch(condition -> condition.reason().equals("LaunchTemplateReconcileFailed"))
          .extracting(Condition::type)
          .contains("Ready", "LaunchTemplateReady", "InstancesUpToDate");
    }

    @Test
    void blameTheTemplateThatDoesNotGoAndNotTheGroupThatHasGone() {
      var refused =
          CallFailure.of(
              new TemplateStep.DeleteTemplate("workers", "lt-1", "its group is gone"),
              new ProviderException.Denied("you may not", null));

      var providerReport = report(seen(null, Optional.empty()), Optional.of(refused), true);

      String why = "cannot delete launch template workers: you may not";
      assertThat(providerReport.conditions())
          .containsExactly(
              new Condition(
                  "Ready", ConditionStatus.FALSE, "Error", "LaunchTemplateDeletionFailed", why),
              new Condition(
                  "LaunchTemplateReady",
                  ConditionStatus.FALSE,
                  "Error",
                  "LaunchTemplateDeletionFailed",
                  why),
              new Condition(
                  "ASGReady",
                  ConditionStatus.FALSE,
                  "Info",
                  "ASGNotFound",
                  "the Auto Scaling group is gone"));
    }

    @Test
    void ofADeletionSayWhichIdentityDoesNotServeItAnyMore() {
      var blocked =
          new ResolveResult.Blocked<AwsDesiredState>(
              PrerequisiteException.needsUserAction("IdentityNotUsable", "it is not admitted"));

      var providerReport =
          new AwsReporter(
                  new ReportContext<>(
                      poolFixture.identity(),
                      Optional.of(blocked),
                      new Observation.Unknown<>("not observed"),
                      Optional.empty(),
                      true))
              .report();

      assertThat(providerReport.conditions())
          .contains(
              new Condition(
                  "ASGReady",
                  ConditionStatus.FALSE,
                  "Error",
                  "ASGDeletionFailed",
                  "it is not admitted"));
    }

    @Test
    void nameTheOtherOwner() {
      var providerReport =
          report(
              seen(
                  group(Map.of("weir.io/pool", "AWSMachinePool/other/workers")), Optional.empty()));

      assertThat(providerReport.conditions())
          .filteredOn(condition -> condition.type().equals("ASGReady"))
          .singleElement()
          .satisfies(
              condition -> {
                assertThat(condition.status()).isEqualTo(ConditionStatus.FALSE);
                assertThat(condition.severity()).isEqualTo("Error");
                assertThat(condition.reason()).isEqualTo("NotOwned");
                assertThat(condition.message())
                    .contains(
                        "Auto Scaling group workers belongs to pool AWSMachinePool/other/workers");
              });
    }

    @Test
    void tellOfDeletionWithoutNumbersThatChange() {
      var providerReport =
          report(
              seen(group().withStatus("Delete in progress"), Optional.empty()),
              Optional.empty(),
              true);

      assertThat(providerReport.conditions())
          .contains(
              new Condition(
                  "ASGReady",
                  ConditionStatus.FALSE,
                  "Warning",
                  "ASGDeletionInProgress",
                  "waiting for the Auto Scaling group's instances to terminate"));
      assertThat(providerReport.status().path("asgStatus").asText())
          .isEqualTo("Delete in progress");
    }
  }

  private ProviderReport report(Observation<AwsObservedState> seen) {
    return report(seen, Optional.empty(), false);
  }

  private ProviderReport report(
      Observation<AwsObservedState> seen, Optional<CallFailure> failure, boolean deleting) {
    return new AwsReporter(
            new ReportContext<>(
                poolFixture.identity(),
                deleting ? Optional.empty() : Optional.of(resolved),
                seen,
                failure,
                deleting))
        .report();
  }

  private ProviderReport report(
      Optional<ResolveResult<AwsDesiredState>> known, Observation<AwsObservedState> seen) {
    return new AwsReporter(
            new ReportContext<>(poolFixture.identity(), known, seen, Optional.empty(), false))
        .report();
  }

  private Observation<AwsObservedState> seen(
      ObservedGroup observedGroup, Optional<String> trouble) {
    var observedTemplate =
        new ObservedTemplate(
            "lt-1",
            "workers",
            3,
            Optional.of(want.template().fingerprint()),
            want.group().tags().all());
    return new Observation.Present<>(
        new AwsObservedState(
            Optional.ofNullable(observedGroup).map(group -> group.withProblem(trouble)),
            Optional.of(observedTemplate)),
        Instant.EPOCH);
  }

  private ObservedGroup group() {
    return group(want.group().tags().all());
  }

  private ObservedGroup without(String id) {
    return group(
        want.group().tags().all(), MEMBERS.stream().filter(it -> !it.instance().id().equals(id)));
  }

  private static ObservedGroup group(Map<String, String> tags) {
    return group(tags, MEMBERS.stream());
  }

  private static ObservedGroup group(Map<String, String> tags, Stream<GroupInstance> members) {
    return new ObservedGroup(
        "workers",
        "arn:1",
        1,
        5,
        2,
        List.of("subnet-0"),
        Optional.of(new ObservedGroup.TemplateReference("lt-1", "workers", "$Latest")),
        null,
        false,
        300,
        300,
        "",
        tags,
        members.toList(),
        Set.of());
  }
}
