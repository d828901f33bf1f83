package io.weir.provider.aws.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.Instance;
import io.weir.provider.Intent;
import io.weir.provider.Notes;
import io.weir.provider.Observation;
import io.weir.provider.Resolution;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import io.weir.provider.aws.Given;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.AwsQuery;
import io.weir.provider.aws.desired.Mark;
import io.weir.provider.aws.desired.Resolver;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.observed.Template;
import io.weir.provider.aws.roll.Owed;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannerTest {

  private static final Instant NOW = Instant.EPOCH;

  private final Given given = Given.pool("workers");
  private final AwsDesired want = desired(given);

  @Nested
  class Converge {
    @Test
    void nothingThereMakesTheTemplateThenTheGroup() {
      assertThat(converge(new Observation.ProvenAbsent<>(NOW)))
          .extracting(Step::what)
          .containsExactly("create launch template workers", "create Auto Scaling group workers");
    }

    @Test
    void nothingKnownDoesNothing() {
      assertThat(converge(new Observation.Unknown<>("not looked yet"))).isEmpty();
    }

    @Test
    void whatIsAsWantedIsLeftAlone() {
      assertThat(converge(seen(group(), template(want.mark())))).isEmpty();
    }

    @Test
    void aTemplateWithoutAGroupGetsOne() {
      assertThat(converge(seen(null, template(want.mark()))))
          .containsExactly(
              new GroupStep.CreateGroup(
                  want, Optional.of("lt-1"), "it does not exist, 2 instances wanted"));
    }

    @Test
    void aGroupWhoseTemplateIsGoneGetsATemplateBeforeAnythingElse() {
      assertThat(converge(seen(group(), null)))
          .extracting(Step::what)
          .containsExactly("create launch template workers");
    }

    @Test
    void newerBootstrapDataAddsAVersion() {
      var older = mark(want.mark().data(), "0".repeat(64), want.mark().revision());

      assertThat(converge(seen(group(), template(older))))
          .containsExactly(
              new TemplateStep.AddVersion(
                  want, "lt-1", "version 3 has older bootstrap data", Optional.empty()));
    }

    @Test
    void otherSettingsAddAVersion() {
      var other = mark("0".repeat(64), want.mark().userData(), "0".repeat(32));

      assertThat(converge(seen(group(), template(other))))
          .containsExactly(
              new TemplateStep.AddVersion(
                  want,
                  "lt-1",
                  "version 3 has different settings",
                  Owed.in(owed(3, "version 3 has different settings"))));
    }

    @Test
    void aTemplateOfTheUpstreamProviderIsTakenOverByAVersionWithAMark() {
      assertThat(converge(seen(group(), template(null))))
          .containsExactly(
              new TemplateStep.AddVersion(
                  want, "lt-1", "version 3 was not made by Weir", Optional.empty()));
    }

    @Test
    void whileNoImageIsKnownAGroupIsSizedAndNothingIsMade() {
      var held = withoutAnImage();
      var other = template(mark("0".repeat(64), "0".repeat(64), "0".repeat(32)));

      assertThat(plan(held, seen(group().withDesired(4), other)))
          .extracting(Step::what)
          .containsExactly("update Auto Scaling group workers");
      assertThat(plan(held, seen(null, other))).isEmpty();
      assertThat(plan(held, new Observation.ProvenAbsent<>(NOW))).isEmpty();
    }

    private List<Step> plan(AwsDesired held, Observation<AwsObserved> seen) {
      return Planner.plan(
          new Intent.Converge<>(held), new Situation<>(given.poolName(), seen, Notes.NONE));
    }

    @Test
    void anotherSizeUpdatesTheGroupOnceWithNumbers() {
      assertThat(converge(seen(group().withDesired(4), template(want.mark()))))
          .containsExactly(
              new GroupStep.UpdateGroup(want, "lt-1", false, "capacity is 4 instead of 2"));
    }

    @Test
    void aSizeThatSomebodyElseManagesIsLeftAlone() {
      given.with(
          given.machinePool,
          "/metadata/annotations",
          "{\"cluster.x-k8s.io/replicas-managed-by\": \"external-autoscaler\"}");

      var plan =
          Planner.plan(
              new Intent.Converge<>(desired(given)),
              situation(seen(group().withDesired(4), template(want.mark()))));

      assertThat(plan).isEmpty();
    }

    @Test
    void aGroupThatUsesAnotherTemplateIsPointedAtOurs() {
      assertThat(
              converge(
                  seen(
                      group(),
                      new Template("lt-2", "workers", 1, Optional.of(want.mark()), want.tags()))))
          .extracting(Step::because)
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
    private final Given lost = Given.pool("workers");
    private final AwsDesired held;
    private final Mark is;

    WithoutAnImage() {
      lost.with(lost.pool, "/spec/awsLaunchTemplate/rootVolume", "{\"size\": 30}");
      held = withoutAnImage(lost);
      is = new Mark("d".repeat(64), "0".repeat(64), held.mark().revision(), "");
    }

    @Test
    void revisionsAreThoseOfThePoolWithItsImage() {
      var found = new AwsQuery.Image(Optional.of(new AwsQuery.Image.Details("ami-9", "/dev/a")));

      var known = (Resolution.Resolved<AwsDesired>) resolved(lost, found);

      assertThat(held.revision()).isEqualTo(known.desired().revision());
    }

    @Test
    void aNewTokenMakesAVersionFromTheNewestOne() {
      var newest = template(is);

      assertThat(plan(newest))
          .containsExactly(
              new TemplateStep.RenewUserData(
                  held, newest, "version 3 has older bootstrap data", Optional.empty()));
      assertThat(((TemplateStep.RenewUserData) plan(newest).getFirst()).mark())
          .isEqualTo(
              new Mark(
                  is.data(), held.userData().sha256(), is.revision(), held.mark().bootstrap()));
      assertThat(plan(template(is.withUserDataOf(held.mark())))).isEmpty();
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
      assertThat(plan(template(new Mark(is.data(), is.userData(), "", "")))).isEmpty();
      assertThat(plan(template(null))).isEmpty();
    }

    @Test
    void aRefreshThatWasOwedForAVersionThatNeverCameIsNotOwedForThisOne() {
      var step = (TemplateStep.RenewUserData) plan(template(is)).getFirst();

      assertThat(Owed.in(step.before(owed(3, "settings that were taken back"), NOW))).isEmpty();
    }

    @Test
    void oldVersionsGoAsEver() {
      var current = is.withUserDataOf(held.mark());
      var crowded = new Template("lt-1", "workers", 8, Optional.of(current), want.tags(), true);

      assertThat(plan(crowded))
          .extracting(Step::what)
          .containsExactly("remove old versions of launch template workers");
    }

    private List<Step> plan(Template template) {
      return plan(held, template);
    }

    private List<Step> plan(AwsDesired wanted, Template template) {
      return Planner.plan(new Intent.Converge<>(wanted), situation(seen(group(), template)));
    }
  }

  @Nested
  class Ownership {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            weir.io/pool=default/workers sigs.k8s.io/cluster-api-provider-aws/cluster/w1=owned | ours
            sigs.k8s.io/cluster-api-provider-aws/cluster/w1=owned                              | ours
            weir.io/pool=other/workers sigs.k8s.io/cluster-api-provider-aws/cluster/w1=owned   | foreign
            weir.io/pool=default/workers sigs.k8s.io/cluster-api-provider-aws/cluster/w2=owned | foreign
            weir.io/pool=default/workers                                                       | foreign
            Name=workers                                                                       | foreign
            """)
    void isReadFromTags(String tags, String whose) {
      var seen = seen(group(tags(tags)).withDesired(4), template(want.mark()));

      assertThat(converge(seen).isEmpty() ? "foreign" : "ours").isEqualTo(whose);
      assertThat(
              delete(seen).stream().noneMatch(GroupStep.DeleteGroup.class::isInstance)
                  ? "foreign"
                  : "ours")
          .isEqualTo(whose);
    }

    @Test
    void ofTheGroupAloneLetsOurTemplateBeDeleted() {
      assertThat(delete(seen(group(tags("Name=workers")), template(want.mark()))))
          .extracting(Step::what)
          .containsExactly("delete launch template workers");
    }
  }

  @Nested
  class Delete {
    @Test
    void takesTheGroupFirst() {
      assertThat(delete(seen(group(), template(want.mark()))))
          .containsExactly(
              new GroupStep.DeleteGroup(
                  "workers", "the pool is being deleted, the group has 2 instances"));
    }

    @Test
    void waitsUntilTheGroupIsGone() {
      assertThat(delete(seen(group().withStatus("Delete in progress"), template(want.mark()))))
          .isEmpty();
    }

    @Test
    void takesTheTemplateByItsIdWhenTheGroupIsGone() {
      assertThat(delete(seen(null, template(want.mark()))))
          .containsExactly(
              new TemplateStep.DeleteTemplate(
                  "workers", "lt-1", "the pool is being deleted, its group is gone"));
    }

    @Test
    void endsWhenNothingIsThere() {
      assertThat(delete(new Observation.ProvenAbsent<>(NOW))).isEmpty();
    }
  }

  private Mark mark(String data, String userData, String revision) {
    return new Mark(data, userData, revision, want.mark().bootstrap());
  }

  private static Notes owed(long after, String because) {
    String text =
        "{\"template\":\"lt-1\",\"after\":%d,\"because\":\"%s\"}".formatted(after, because);
    return Notes.NONE.with(Owed.NOTE, Optional.of(text));
  }

  private List<Step> converge(Observation<AwsObserved> seen) {
    return Planner.plan(new Intent.Converge<>(want), situation(seen));
  }

  private List<Step> delete(Observation<AwsObserved> seen) {
    return Planner.plan(new Intent.Delete<>(), situation(seen));
  }

  private Situation<AwsObserved> situation(Observation<AwsObserved> seen) {
    return new Situation<>(given.poolName(), seen, Notes.NONE);
  }

  private Group group() {
    return group(want.tags());
  }

  private static Group group(Map<String, String> tags) {
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
        List.of(member("i-1"), member("i-2")),
        Set.of());
  }

  private static Group.Member member(String id) {
    return new Group.Member(
        new Instance(id, "aws:///a/" + id, "a", Instance.State.RUNNING, "3"), true);
  }

  private Template template(Mark mark) {
    return new Template("lt-1", "workers", 3, Optional.ofNullable(mark), want.tags());
  }

  private static Observation<AwsObserved> seen(Group group, Template template) {
    return new Observation.Seen<>(
        new AwsObserved(
            Optional.ofNullable(group), Optional.ofNullable(template), Optional.empty()),
        NOW);
  }

  private static Map<String, String> tags(String text) {
    var tags = new HashMap<String, String>();
    for (String tag : text.split(" ", -1)) {
      tags.put(tag.substring(0, tag.indexOf('=')), tag.substring(tag.indexOf('=') + 1));
    }
    return tags;
  }

  private static AwsDesired withoutAnImage() {
    var without = Given.pool("workers");
    without.with(without.pool, "/spec/awsLaunchTemplate/rootVolume", "{\"size\": 30}");
    return withoutAnImage(without);
  }

  private static AwsDesired withoutAnImage(Given without) {
    var none = new AwsQuery.Image(Optional.empty());
    return ((Resolution.Blocked<AwsDesired>) resolved(without, none)).meanwhile().orElseThrow();
  }

  private static Resolution<AwsDesired> resolved(Given given, AwsQuery.Image image) {
    return Resolver.resolve(
        given.inputs(),
        query -> query instanceof AwsQuery.ImageById ? Optional.of(image) : Optional.empty());
  }

  private static AwsDesired desired(Given given) {
    return ((Resolution.Resolved<AwsDesired>)
            Resolver.resolve(given.inputs(), _ -> Optional.empty()))
        .desired();
  }
}
