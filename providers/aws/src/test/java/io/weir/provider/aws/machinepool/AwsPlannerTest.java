package io.weir.provider.aws.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.OwnershipClaim.Adoption;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.PoolFixture;
import io.weir.provider.aws.group.GroupInstance;
import io.weir.provider.aws.group.GroupStep;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.image.ImageQuery;
import io.weir.provider.aws.refresh.OwedRefresh;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.aws.template.UntriedVersion;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwsPlannerTest {

  private static final Instant NOW = Instant.EPOCH;

  private final PoolFixture poolFixture = PoolFixture.pool("workers");
  private final AwsDesiredState want = desired(poolFixture);

  private static Map<String, Optional<String>> notes(
      Optional<OwedRefresh> owed, boolean needsTrial) {
    var notes = new HashMap<>(OwedRefresh.notes(owed));
    notes.putAll(
        UntriedVersion.notes(
            needsTrial ? Optional.of(new UntriedVersion("lt-1", 3)) : Optional.empty()));
    return notes;
  }

  @Nested
  class Converge {
    @Test
    void nothingThereMakesTheTemplateThenTheGroup() {
      assertThat(converge(new Observation.ProvenAbsent<>(NOW)))
          .extracting(PlanStep::description)
          .containsExactly("create launch template workers", "create Auto Scaling group workers");
    }

    @Test
    void nothingKnownDoesNothing() {
      assertThat(converge(new Observation.Unknown<>("not looked yet"))).isEmpty();
    }

    @Test
    void whatIsAsWantedIsLeftAlone() {
      assertThat(converge(seen(group(), template(want.template().fingerprint())))).isEmpty();
    }

    @Test
    void aTemplateWithoutAGroupGetsOne() {
      assertThat(converge(seen(null, template(want.template().fingerprint()))))
          .containsExactly(
              new GroupStep.CreateGroup(
                  want.group(),
                  want.template(),
                  Optional.of("lt-1"),
                  "it does not exist, 2 instances wanted"));
    }

    @Test
    void aGroupWhoseTemplateIsGoneGetsATemplateBeforeAnythingElse() {
      assertThat(converge(seen(group(), null)))
          .extracting(PlanStep::description)
          .containsExactly("create launch template workers");
    }

    @Test
    void newerBootstrapDataAddsAVersion() {
      var older =
          mark(
              want.template().fingerprint().data(),
              "0".repeat(64),
              want.template().fingerprint().revision());

      assertThat(converge(seen(group(), template(older))))
          .containsExactly(
              new TemplateStep.AddVersion(
                  want.template(),
                  "lt-1",
                  "version 3 has older bootstrap data",
                  notes(Optional.empty(), false)));
    }

    @Test
    void otherSettingsAddAVersion() {
      var other = mark("0".repeat(64), want.template().fingerprint().userData(), "0".repeat(32));

      assertThat(converge(seen(group(), template(other))))
          .containsExactly(
              new TemplateStep.AddVersion(
                  want.template(),
                  "lt-1",
                  "version 3 has different settings",
                  notes(OwedRefresh.readFrom(owed(3, "version 3 has different settings")), true)));
    }

    @Test
    void whatGoesWithANewVersionWaitsForItAndAllElseDoesNot() {
      poolFixture.with(
          poolFixture.pool,
          "/spec/mixedInstancesPolicy",
          "{\"overrides\": [{\"instanceType\": \"m5.large\"}]}");
      var wanted = desired(poolFixture);
      var other = mark("0".repeat(64), wanted.template().fingerprint().userData(), "0".repeat(32));
      var plan =
          new AwsPlanner()
              .plan(
                  new PoolIntent.Converge<>(wanted),
                  situation(seen(group().withDesired(4), template(other))));

      assertThat(plan)
          .extracting(PlanStep::description)
          .containsExactly(
              "add a version to launch template workers", "update Auto Scaling group workers");
      assertThat(plan).first().matches(PlanStep::canBeSkipped);
      assertThat(plan).last().extracting(PlanStep::reason).isEqualTo("capacity is 4 instead of 2");
    }

    @Test
    void anUntriedVersionIsTriedBeforeAnythingElse() {
      var untried = new ProviderAnnotations(Map.of()).withAll(notes(Optional.empty(), true));
      var newer =
          new ObservedTemplate(
              "lt-1",
              "workers",
              4,
              Optional.of(want.template().fingerprint()),
              want.group().tags().all());

      assertThat(plan(seen(group().withDesired(4), newer), untried))
          .singleElement()
          .isInstanceOf(TemplateStep.TryVersion.class)
          .matches(step -> !step.canBeSkipped())
          .extracting(step -> step.annotationsAfterSuccess(untried))
          .isEqualTo(ProviderAnnotations.NONE);
      assertThat(plan(seen(group(), template(want.template().fingerprint())), untried)).isEmpty();
    }

    private List<PlanStep> plan(
        Observation<AwsObservedState> seen, ProviderAnnotations annotations) {
      return new AwsPlanner()
          .plan(
              new PoolIntent.Converge<>(want),
              new PlanContext<>(poolFixture.identity(), seen, annotations));
    }

    @Test
    void aTemplateOfTheUpstreamProviderIsTakenOverByAVersionWithAMark() {
      assertThat(converge(seen(group(), template(null))))
          .containsExactly(
              new TemplateStep.AddVersion(
                  want.template(),
                  "lt-1",
                  "version 3 was not made by Weir",
                  notes(Optional.empty(), true)));
    }

    @Test
    void whileNoImageIsKnownAGroupIsSizedAndNothingIsMade() {
      var held = withoutAnImage();
      var other =
          template(
              new TemplateFingerprint(
                  1, "0".repeat(64), "0".repeat(64), "0".repeat(32), "0".repeat(32)));

      assertThat(plan(held, seen(group().withDesired(4), other)))
          .extracting(PlanStep::description)
          .containsExactly("update Auto Scaling group workers");
      assertThat(plan(held, seen(null, other))).isEmpty();
      assertThat(plan(held, new Observation.ProvenAbsent<>(NOW))).isEmpty();
    }

    private List<PlanStep> plan(AwsDesiredState held, Observation<AwsObservedState> seen) {
      return new AwsPlanner()
          .plan(
              new PoolIntent.Converge<>(held),
              new PlanContext<>(poolFixture.identity(), seen, ProviderAnnotations.NONE));
    }

    @Test
    void anotherSizeUpdatesTheGroupOnceWithNumbers() {
      assertThat(converge(seen(group().withDesired(4), template(want.template().fingerprint()))))
          .containsExactly(
              new GroupStep.UpdateGroup(
                  want.group(), want.template(), "lt-1", false, 2, "capacity is 4 instead of 2"));
    }

    @Test
    void aSizeThatSomebodyElseManagesIsLeftAlone() {
      poolFixture.with(
          poolFixture.machinePool,
          "/metadata/annotations",
          "{\"cluster.x-k8s.io/replicas-managed-by\": \"external-autoscaler\"}");

      var plan =
          new AwsPlanner()
              .plan(
                  new PoolIntent.Converge<>(desired(poolFixture)),
                  situation(seen(group().withDesired(4), template(want.template().fingerprint()))));

      assertThat(plan).isEmpty();
    }

    @Test
    void aGroupThatUsesAnotherTemplateIsPointedAtOurs() {
      assertThat(
              converge(
                  seen(
                      group(),
                      new ObservedTemplate(
                          "lt-2",
                          "workers",
                          1,
                          Optional.of(want.template().fingerprint()),
                          want.group().tags().all()))))
          .extracting(PlanStep::reason)
          .containsExactly("it does not use the newest version of launch template lt-2");
    }

    @Test
    void aGroupThatIsBeingDeletedIsWaitedFor() {
      assertThat(converge(seen(group().withStatus("Delete in progress"), template(null))))
          .isEmpty();
    }
  }

  /** What instances boot is not known; what people asked for was looked up before. */
  @Nested
  class WithoutAnImage {
    private final PoolFixture lost = PoolFixture.pool("workers");
    private final AwsDesiredState held;
    private final TemplateFingerprint is;

    WithoutAnImage() {
      lost.with(lost.pool, "/spec/awsLaunchTemplate/rootVolume", "{\"size\": 30}");
      held = withoutAnImage(lost);
      is =
          new TemplateFingerprint(
              1,
              "d".repeat(64),
              "0".repeat(64),
              held.template().fingerprint().revision(),
              "b".repeat(32));
    }

    @Test
    void revisionsAreThoseOfThePoolWithItsImage() {
      var found =
          new ImageQuery.ImageResult(
              Optional.of(new ImageQuery.ImageResult.ImageDetails("ami-9", "/dev/a")));

      var known = (ResolveResult.Resolved<AwsDesiredState>) resolved(lost, found);

      assertThat(held.template().revision()).isEqualTo(known.desired().template().revision());
    }

    @Test
    void aNewTokenMakesAVersionFromTheNewestOne() {
      var newest = template(is);

      assertThat(plan(newest))
          .containsExactly(
              new TemplateStep.RenewUserData(
                  held.template(),
                  newest,
                  is.withUserDataOf(held.template().fingerprint()),
                  "version 3 has older bootstrap data",
                  notes(Optional.empty(), false)));
      assertThat(((TemplateStep.RenewUserData) plan(newest).getFirst()).fingerprint())
          .isEqualTo(
              new TemplateFingerprint(
                  1,
                  is.data(),
                  held.template().userData().sha256(),
                  is.revision(),
                  held.template().fingerprint().bootstrap()));
      assertThat(plan(template(is.withUserDataOf(held.template().fingerprint())))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            /spec/template/spec/version          | "v1.34.0"
            /spec/awsLaunchTemplate/instanceType | "m5.large"
            /spec/awsLaunchTemplate/ami          | {"id": "ami-8"}
            /spec/additionalTags                 | {"a": "b"}
            """)
    void anotherWishLeavesTheTemplateAsItIs(String path, String value) {
      lost.with(path.contains("version") ? lost.machinePool : lost.pool, path, value);

      assertThat(plan(withoutAnImage(lost), template(is)))
          .noneMatch(TemplateStep.class::isInstance);
    }

    @Test
    void dataForAnotherVersionIsNotTaken() {
      lost.dataVersion = "v1.32.0";
      lost.inputs = "v1:other";

      assertThat(plan(withoutAnImage(lost), template(is))).isEmpty();
    }

    @Test
    void aVersionThatDoesNotTellWhatWasAskedForIsLeftAlone() {
      assertThat(plan(template(null))).isEmpty();
    }

    @Test
    void aRefreshThatWasOwedForAVersionThatNeverCameIsNotOwedForThisOne() {
      var step = (TemplateStep.RenewUserData) plan(template(is)).getFirst();

      assertThat(
              OwedRefresh.readFrom(
                  step.annotationsBefore(owed(3, "settings that were taken back"), NOW)))
          .isEmpty();
    }

    @Test
    void oldVersionsGoAsEver() {
      var current = is.withUserDataOf(held.template().fingerprint());
      var crowded =
          new ObservedTemplate(
              "lt-1", "workers", 8, Optional.of(current), want.group().tags().all(), true);

      assertThat(plan(crowded))
          .extracting(PlanStep::description)
          .containsExactly("remove old versions of launch template workers");
    }

    private List<PlanStep> plan(ObservedTemplate observedTemplate) {
      return plan(held, observedTemplate);
    }

    private List<PlanStep> plan(AwsDesiredState wanted, ObservedTemplate observedTemplate) {
      return new AwsPlanner()
          .plan(new PoolIntent.Converge<>(wanted), situation(seen(group(), observedTemplate)));
    }
  }

  @Nested
  class Ownership {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            C=management-cluster-1 P=AWSMachinePool/default/workers | UpdateGroup | DeleteGroup
            C=management-cluster-1 P=AWSMachinePool/other/workers   | -           | -
            C=management-cluster-2 P=AWSMachinePool/default/workers | -           | -
            C=former               P=AWSMachinePool/default/workers | Mark        | Mark
            P=AWSMachinePool/default/workers                        | -           | -
            C=management-cluster-1                                  | -           | -
            P=AWSMachinePool/default/workers U=owned                | -           | -
            U=owned                                                 | -           | -
            Name=workers                                            | -           | -
            """)
    void isReadFromTheTagsOfTheGroup(String tags, String wanted, String deleted) {
      var _ = poolFixture.claiming(Set.of("former"), new Adoption.NotRequested());
      var seen = seen(group(marks(tags)).withDesired(4), template(want.template().fingerprint()));

      assertThat(names(converge(seen))).isEqualTo(wanted);
      assertThat(names(delete(seen))).isEqualTo(deleted);
    }

    @Test
    void ofWhatUpstreamMadeIsTakenOverWithExactlyItsInstancesAndTheTemplateByTheGroup() {
      Map<String, String> upstream = marks("U=owned");
      var template = template(want.template().fingerprint()).withTags(upstream);
      var _ =
          poolFixture.claiming(
              Set.of(), new Adoption.Requested(Set.of("aws:///a/i-9"), "decision"));
      assertThat(converge(seen(group(upstream), template))).isEmpty();

      Set<String> members =
          group(upstream).members().stream()
              .map(member -> member.instance().providerId())
              .collect(Collectors.toSet());
      var _ = poolFixture.claiming(Set.of(), new Adoption.Requested(members, "decision"));

      PlanStep first = converge(seen(group(upstream), template)).getFirst();
      assertThat(first.description()).isEqualTo("mark Auto Scaling group workers as this pool's");
      assertThat(first.eventReason()).isEqualTo("Adopt");
      PlanStep second = converge(seen(group(), template)).getFirst();
      assertThat(second.description()).isEqualTo("mark launch template workers as this pool's");
      assertThat(second.eventReason()).isEqualTo("Relabel");
      assertThat(List.of(first, second)).allMatch(PlanStep::endsPass);
    }

    private static Map<String, String> marks(String text) {
      return tags(
          text.replace("C=", "weir.io/management-cluster=")
              .replace("P=", "weir.io/pool=")
              .replace("U=", "sigs.k8s.io/cluster-api-provider-aws/cluster/w1="));
    }

    private static String names(List<PlanStep> plan) {
      return plan.isEmpty() ? "-" : plan.getFirst().getClass().getSimpleName();
    }

    @Test
    void ofTheGroupAloneLetsOurTemplateBeDeletedUnlessTheGroupUsesIt() {
      ObservedTemplate unused =
          new ObservedTemplate("lt-2", "workers", 3, Optional.empty(), want.group().tags().all());

      assertThat(delete(seen(group(tags("Name=workers")), unused)))
          .extracting(PlanStep::description)
          .containsExactly("delete launch template workers");
    }
  }

  @Nested
  class Delete {
    @Test
    void holdsTheTemplateOfAGroupThatItHolds() {
      var observed =
          seen(
                  group(
                      tags(
                          "weir.io/management-cluster=elsewhere"
                              + " weir.io/pool=AWSMachinePool/default/workers")),
                  template(want.template().fingerprint()))
              .observedState()
              .orElseThrow();

      assertThat(
              observed
                  .ownershipOfTemplate(poolFixture.identity(), ProviderAnnotations.NONE)
                  .orElseThrow())
          .isInstanceOf(io.weir.provider.Ownership.Held.class);
    }

    @Test
    void takesTheGroupFirst() {
      assertThat(delete(seen(group(), template(want.template().fingerprint()))))
          .containsExactly(
              new GroupStep.DeleteGroup(
                  "workers", 2, "the pool is being deleted, the group has 2 instances"));
    }

    @Test
    void waitsUntilTheGroupIsGone() {
      assertThat(
              delete(
                  seen(
                      group().withStatus("Delete in progress"),
                      template(want.template().fingerprint()))))
          .isEmpty();
    }

    @Test
    void takesTheTemplateByItsIdWhenTheGroupIsGone() {
      assertThat(delete(seen(null, template(want.template().fingerprint()))))
          .containsExactly(
              new TemplateStep.DeleteTemplate(
                  "workers", "lt-1", "the pool is being deleted, its group is gone"));
    }

    @Test
    void endsWhenNothingIsThere() {
      assertThat(delete(new Observation.ProvenAbsent<>(NOW))).isEmpty();
    }
  }

  private TemplateFingerprint mark(String data, String userData, String revision) {
    return new TemplateFingerprint(
        1, data, userData, revision, want.template().fingerprint().bootstrap());
  }

  @Nested
  class Settled {
    @Test
    void isAPoolWhoseInstancesAreAllMadeFromWhatIsWanted() {
      assertThat(isSettled(want, asWanted(), ProviderAnnotations.NONE)).isTrue();
    }

    @Test
    void isNoneThatOwesARefresh() {
      var newer =
          new ObservedTemplate(
              "lt-1",
              "workers",
              4,
              Optional.of(want.template().fingerprint()),
              want.group().tags().all());

      assertThat(isSettled(want, seen(group(), newer), owed(3, "version 4 has other settings")))
          .isFalse();
    }

    @Test
    void isNoneWithAnotherTemplateOrWithoutOne() {
      var other = PoolFixture.pool("workers");
      other.with(other.pool, "/spec/awsLaunchTemplate/instanceType", "\"m5.large\"");

      assertThat(isSettled(desired(other), asWanted(), ProviderAnnotations.NONE)).isFalse();
      assertThat(isSettled(want, new Observation.ProvenAbsent<>(NOW), ProviderAnnotations.NONE))
          .isFalse();
    }

    @Test
    void isNoneWhoseBootstrapDataIsForAnotherKubernetesVersion() {
      var stale = PoolFixture.pool("workers");
      stale.dataVersion = "v1.30.0";

      assertThat(
              isSettled(
                  desired(stale),
                  seen(group(), template(desired(stale).template().fingerprint())),
                  ProviderAnnotations.NONE))
          .isFalse();
    }

    private Observation<AwsObservedState> asWanted() {
      return seen(group(), template(want.template().fingerprint()));
    }

    private boolean isSettled(
        AwsDesiredState desired,
        Observation<AwsObservedState> seen,
        ProviderAnnotations annotations) {
      return new AwsPlanner()
          .isSettled(desired, new PlanContext<>(poolFixture.identity(), seen, annotations));
    }
  }

  @Test
  void aGroupThatIsDrainedBeforeItIsDeletedGetsAnswersAndNothingElse() {
    var held =
        new GroupInstance(
            new Instance("i-1", "aws:///a/i-1", "a", Instance.State.HELD, "3"), false);
    var seen = seen(group().withMembers(List.of(held, member("i-2"))), template(null));
    List<PoolIntent.Held> answers =
        List.of(new PoolIntent.Held("i-1", false, NOW), new PoolIntent.Held("i-9", false, NOW));

    assertThat(AwsPlanner.answers(answers, situation(seen)))
        .extracting(PlanStep::description)
        .containsExactly("make Auto Scaling group workers wait with the end of instance i-1");
    assertThat(AwsPlanner.answers(answers, situation(new Observation.ProvenAbsent<>(NOW))))
        .isEmpty();
  }

  private static ProviderAnnotations owed(long after, String because) {
    String text =
        "{\"template\":\"lt-1\",\"after\":%d,\"because\":\"%s\"}".formatted(after, because);
    return ProviderAnnotations.NONE.with(OwedRefresh.ANNOTATION, Optional.of(text));
  }

  private List<PlanStep> converge(Observation<AwsObservedState> seen) {
    return new AwsPlanner().plan(new PoolIntent.Converge<>(want), situation(seen));
  }

  private List<PlanStep> delete(Observation<AwsObservedState> seen) {
    return new AwsPlanner().plan(new PoolIntent.Delete<>(false), situation(seen));
  }

  private PlanContext<AwsObservedState> situation(Observation<AwsObservedState> seen) {
    return new PlanContext<>(poolFixture.identity(), seen, ProviderAnnotations.NONE);
  }

  private ObservedGroup group() {
    return group(want.group().tags().all());
  }

  private static ObservedGroup group(Map<String, String> tags) {
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
        List.of(member("i-1"), member("i-2")),
        Set.of());
  }

  private static GroupInstance member(String id) {
    return new GroupInstance(
        new Instance(id, "aws:///a/" + id, "a", Instance.State.RUNNING, "3"), true);
  }

  private ObservedTemplate template(TemplateFingerprint fingerprint) {
    return new ObservedTemplate(
        "lt-1", "workers", 3, Optional.ofNullable(fingerprint), want.group().tags().all());
  }

  private static Observation<AwsObservedState> seen(
      ObservedGroup observedGroup, ObservedTemplate observedTemplate) {
    return new Observation.Present<>(
        new AwsObservedState(
            Optional.ofNullable(observedGroup), Optional.ofNullable(observedTemplate)),
        NOW);
  }

  private static Map<String, String> tags(String text) {
    var tags = new HashMap<String, String>();
    for (String tag : text.strip().replaceAll(" +", " ").split(" ", -1)) {
      tags.put(tag.substring(0, tag.indexOf('=')), tag.substring(tag.indexOf('=') + 1));
    }
    return tags;
  }

  private static AwsDesiredState withoutAnImage() {
    var without = PoolFixture.pool("workers");
    without.with(without.pool, "/spec/awsLaunchTemplate/rootVolume", "{\"size\": 30}");
    return withoutAnImage(without);
  }

  private static AwsDesiredState withoutAnImage(PoolFixture without) {
    var none = new ImageQuery.ImageResult(Optional.empty());
    return ((ResolveResult.Blocked<AwsDesiredState>) resolved(without, none))
        .fallback()
        .orElseThrow();
  }

  private static ResolveResult<AwsDesiredState> resolved(
      PoolFixture poolFixture, ImageQuery.ImageResult imageResult) {
    return AwsDesiredStateResolver.resolve(
        poolFixture.inputs(),
        cloudQuery ->
            cloudQuery instanceof ImageQuery.ImageById
                ? Optional.of(imageResult)
                : Optional.empty());
  }

  private static AwsDesiredState desired(PoolFixture poolFixture) {
    return ((ResolveResult.Resolved<AwsDesiredState>)
            AwsDesiredStateResolver.resolve(poolFixture.inputs(), _ -> Optional.empty()))
        .desired();
  }
}
