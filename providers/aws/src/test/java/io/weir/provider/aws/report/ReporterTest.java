package io.weir.provider.aws.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.Progress;
import io.weir.provider.Progress.Failure;
import io.weir.provider.ProviderException;
import io.weir.provider.Report;
import io.weir.provider.Resolution;
import io.weir.provider.Unready;
import io.weir.provider.aws.Given;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.Resolver;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.observed.Template;
import io.weir.provider.aws.plan.GroupStep;
import io.weir.provider.aws.plan.TemplateStep;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReporterTest {

  private static final List<Group.Member> MEMBERS =
      List.of(
          new Group.Member(
              new Instance("i-2", "aws:///a/i-2", "a", Instance.State.RUNNING, "3"), true),
          new Group.Member(
              new Instance("i-1", "aws:///b/i-1", "b", Instance.State.LEAVING, "2"), false));

  private final Given given = Given.pool("workers");
  private final Resolution<AwsDesired> resolved =
      Resolver.resolve(given.inputs(), _ -> Optional.empty());
  private final AwsDesired want = ((Resolution.Resolved<AwsDesired>) resolved).desired();

  @Nested
  class Fields {
    @Test
    void followFromTheGroupAndTheTemplate() {
      var report = report(seen(group(), Optional.empty()));

      assertThat(report.spec())
          .hasToString(
              "{\"providerID\":\"arn:1\",\"providerIDList\":[\"aws:///a/i-2\",\"aws:///b/i-1\"]}");
      assertThat(report.status())
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
              Optional.of(new Resolution.Blocked<>(Unready.mistake("ImageNotFound", "no image"))),
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
      var report = report(new Observation.Unknown<>("not looked yet"));

      assertThat(report.spec()).isEmpty();
      assertThat(report.status()).isEmpty();
      assertThat(report.conditions())
          .extracting(Condition::type)
          .containsExactly("ReplicasInRange");
    }

    @Test
    void ofSomebodyElsesGroupAreNotTaken() {
      var report = report(seen(group(Map.of("Name", "workers")), Optional.empty()));

      assertThat(report.spec()).isEmpty();
      assertThat(report.status()).hasToString("{\"ready\":false}");
    }
  }

  @Nested
  class Conditions {
    @Test
    void areTrueWhenAllIsThere() {
      var report = report(seen(group(), Optional.empty()));

      assertThat(report.conditions())
          .containsExactly(
              Condition.isTrue("Ready"),
              Condition.isTrue("LaunchTemplateReady"),
              Condition.isTrue("ASGReady"),
              Condition.isTrue("ReplicasInRange"),
              Condition.isTrue("InstancesUpToDate"));
    }

    @Test
    void ofHooksThatAreGoneTellThatTheTroubleIsOver() {
      ObjectNode told = pool().copy();
      told.withObject("/status")
          .putArray("conditions")
          .addObject()
          .put("type", "LifecycleHookReady")
          .put("status", "False")
          .put("reason", "LifecycleHookDeletionFailed");
      var progress =
          new Progress<>(
              Optional.of(resolved), seen(group(), Optional.empty()), Optional.empty(), false);

      var report = new Reporter(new ApiObject(told), progress).report();

      assertThat(report.conditions()).contains(Condition.isTrue("LifecycleHookReady"));
    }

    @Test
    void tellWhatIsWaitedFor() {
      var blocked =
          new Resolution.Blocked<AwsDesired>(
              Unready.waiting("WaitingForBootstrapData", "no data yet"));

      var report =
          new Reporter(
                  pool(),
                  new Progress<>(
                      Optional.of(blocked),
                      new Observation.ProvenAbsent<>(Instant.EPOCH),
                      Optional.empty(),
                      false))
              .report();

      assertThat(report.conditions())
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
          Failure.of(
              new GroupStep.CreateGroup(want, Optional.empty(), "there is none"),
              new ProviderException.Rejected("no such subnet; correct spec.subnets", null));

      var report = report(seen(null, Optional.empty()), Optional.of(refused), false);

      assertThat(report.conditions())
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
          Failure.of(
              new GroupStep.UpdateGroup(want, "lt-1", false, "it differs"),
              new ProviderException.Ambiguous("lost", null));

      var report = report(seen(group(), Optional.empty()), Optional.of(hiccup), false);

      assertThat(report.conditions()).contains(Condition.isTrue("Ready"));
    }

    @Test
    void tellWhyInstancesDoNotCome() {
      var report = report(seen(group(), Optional.of("no t3.large left")));

      assertThat(report.conditions())
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
          new Resolution.Blocked<AwsDesired>(Unready.mistake("ImageNotFound", "no image of 1.99"));

      var report =
          new Reporter(
                  pool(),
                  new Progress<>(
                      Optional.of(blocked),
                      seen(group(), Optional.empty()),
                      Optional.empty(),
                      false))
              .report();

      assertThat(report.conditions())
          .contains(
              new Condition(
                  "Ready", ConditionStatus.FALSE, "Error", "ImageNotFound", "no image of 1.99"),
              new Condition(
                  "InstancesUpToDate",
                  ConditionStatus.UNKNOWN,
                  "",
                  "ImageNotFound",
                  "what instances should be created from is unknown: no image of 1.99"));
      assertThat(report.status().path("ready").asBoolean()).isTrue();
    }

    @Test
    void blameTheTemplateThatDoesNotGoAndNotTheGroupThatHasGone() {
      var refused =
          Failure.of(
              new TemplateStep.DeleteTemplate("workers", "lt-1", "its group is gone"),
              new ProviderException.Denied("you may not", null));

      var report = report(seen(null, Optional.empty()), Optional.of(refused), true);

      String why = "cannot delete launch template workers: you may not";
      assertThat(report.conditions())
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
    void nameTheOtherOwner() {
      var report = report(seen(group(Map.of("weir.io/pool", "other/workers")), Optional.empty()));

      assertThat(report.conditions())
          .contains(
              new Condition(
                  "ASGReady",
                  ConditionStatus.FALSE,
                  "Error",
                  "NotOwned",
                  "Auto Scaling group workers belongs to pool other/workers, according to its tag"
                      + " weir.io/pool; give this pool another name"));
    }

    @Test
    void tellOfDeletionWithoutNumbersThatChange() {
      var report =
          report(
              seen(group().withStatus("Delete in progress"), Optional.empty()),
              Optional.empty(),
              true);

      assertThat(report.conditions())
          .contains(
              new Condition(
                  "ASGReady",
                  ConditionStatus.FALSE,
                  "Warning",
                  "ASGDeletionInProgress",
                  "waiting for the Auto Scaling group's instances to terminate"));
      assertThat(report.status().path("asgStatus").asText()).isEqualTo("Delete in progress");
    }
  }

  private Report report(Observation<AwsObserved> seen) {
    return report(seen, Optional.empty(), false);
  }

  private Report report(
      Observation<AwsObserved> seen, Optional<Failure> failure, boolean deleting) {
    return new Reporter(
            pool(),
            new Progress<>(
                deleting ? Optional.empty() : Optional.of(resolved), seen, failure, deleting))
        .report();
  }

  private Report report(Optional<Resolution<AwsDesired>> known, Observation<AwsObserved> seen) {
    return new Reporter(pool(), new Progress<>(known, seen, Optional.empty(), false)).report();
  }

  private ApiObject pool() {
    return given.inputs().pool();
  }

  private Observation<AwsObserved> seen(Group group, Optional<String> trouble) {
    var template = new Template("lt-1", "workers", 3, Optional.of(want.mark()), want.tags());
    return new Observation.Seen<>(
        new AwsObserved(Optional.ofNullable(group), Optional.of(template), trouble), Instant.EPOCH);
  }

  private Group group() {
    return group(want.tags());
  }

  private Group without(String id) {
    return group(want.tags(), MEMBERS.stream().filter(it -> !it.instance().id().equals(id)));
  }

  private static Group group(Map<String, String> tags) {
    return group(tags, MEMBERS.stream());
  }

  private static Group group(Map<String, String> tags, Stream<Group.Member> members) {
    return new Group(
        "workers",
        "arn:1",
        1,
        5,
        2,
        List.of("subnet-0"),
        Optional.of(new Group.TemplateReference("lt-1", "workers", "$Latest")),
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
