package io.weir.provider.aws.machinepool.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderException;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.PoolFixture;
import io.weir.provider.aws.group.GroupFeatureStep;
import io.weir.provider.aws.group.GroupInstance;
import io.weir.provider.aws.group.GroupStep;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.machinepool.AwsDesiredState;
import io.weir.provider.aws.machinepool.AwsDesiredStateResolver;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.aws.refresh.InstanceRefreshStep;
import io.weir.provider.aws.refresh.ObservedRefresh;
import io.weir.provider.aws.refresh.OwedRefresh;
import io.weir.provider.aws.refresh.RefreshObservation;
import io.weir.provider.aws.tag.TagStep;
import io.weir.provider.aws.tag.TaggedResource;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.aws.template.calls.TemplateCache;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which part makes a write, and what is known after it. */
class AwsStepApplierTest {

  private static final Instant NOW = Instant.ofEpochSecond(10);

  private final AcceptingAws aws = new AcceptingAws();
  private final TemplateCache templateCache = new TemplateCache();
  private final AwsStepApplier applier =
      new AwsStepApplier(aws, templateCache, Clock.fixed(NOW, ZoneOffset.UTC));
  private final AwsDesiredState want = desired();
  private final ObservedTemplate template =
      new ObservedTemplate("lt-1", "workers", 3, Optional.empty(), Map.of("was", "a"));
  private AwsObservedState before =
      new AwsObservedState(Optional.of(group()), Optional.of(template));

  @BeforeEach
  void templateIsKnown() {
    templateCache.recordTemplate("workers", Optional.of(template), Instant.EPOCH);
  }

  @Nested
  class Tags {
    @Test
    void ofTheGroupAreSetByItsServiceAndOfTheTemplateByIts() throws Exception {
      var ofGroup = apply(set(before.group().orElseThrow().resource()));
      var ofTemplate = apply(set(template.resource()));

      assertThat(aws.calls).containsExactly("tagGroups", "tag");
      assertThat(ofGroup.group().orElseThrow().tags()).containsOnlyKeys("was", "is");
      assertThat(ofGroup.template()).contains(template);
      assertThat(ofTemplate.template().orElseThrow().tags()).containsOnlyKeys("was", "is");
      assertThat(ofTemplate.group()).isEqualTo(before.group());
      assertThat(templateCache.template("workers")).isEqualTo(ofTemplate.template());
    }

    @Test
    void areRemovedLikewise() throws Exception {
      var ofGroup =
          apply(
              new TagStep.RemoveTags(
                  before.group().orElseThrow().resource(), Set.of("was"), "gone"));
      var ofTemplate = apply(new TagStep.RemoveTags(template.resource(), Set.of("was"), "gone"));

      assertThat(aws.calls).containsExactly("untagGroups", "untag");
      assertThat(ofGroup.group().orElseThrow().tags()).isEmpty();
      assertThat(ofTemplate.template().orElseThrow().tags()).isEmpty();
    }

    @Test
    void thatMarkLeaveTheTemplateToBeReadAgain() throws Exception {
      apply(new TagStep.Mark(template.resource(), Map.of("is", "b"), "Adopt", "it is ours"));

      assertThat(templateCache.templates(Set.of("workers"))).isEmpty();
    }

    private static TagStep set(TaggedResource on) {
      return new TagStep.SetTags(on, Map.of("is", "b"), Map.of(), "it lacks it");
    }
  }

  @Nested
  class Versions {
    @Test
    void leaveWhatIsToBeReplacedInDoubtOfAGroupThatSeemedEmpty() throws Exception {
      var after = apply(version());

      assertThat(aws.calls).containsExactly("createTemplateVersion", "tryLaunch");
      assertThat(after.template().orElseThrow().latestVersion()).isEqualTo(4);
      assertThat(after.template().orElseThrow().hasSurplusVersions()).isTrue();
      assertThat(after.refreshes()).isEqualTo(new RefreshObservation.Invalidated());
    }

    @Test
    void thatMayHaveBeenMadeAreReadAgain() {
      aws.failure = Optional.of(new ProviderException.Ambiguous("no answer", null));

      assertThatThrownBy(() -> apply(version())).isInstanceOf(ProviderException.Ambiguous.class);

      assertThat(templateCache.templates(Set.of("workers"))).isEmpty();
    }

    @Test
    void thatWereThrottledWereNotMade() {
      aws.failure = Optional.of(new ProviderException.Throttled("later", Duration.ZERO, null));

      assertThatThrownBy(() -> apply(version())).isInstanceOf(ProviderException.Throttled.class);

      assertThat(templateCache.template("workers")).contains(template);
    }

    private TemplateStep version() {
      return new TemplateStep.AddVersion(want.template(), "lt-1", "it is older", Map.of());
    }
  }

  @Nested
  class Groups {
    @Test
    void keepTheirHooksAndTroubleWhenTheyAreUpdated() throws Exception {
      before =
          before.withGroup(
              group -> group.withHooks(Optional.of(Map.of())).withProblem(Optional.of("no room")));

      var after =
          apply(
                  new GroupStep.UpdateGroup(
                      want.group(), want.template(), "lt-1", false, 0, "it differs"))
              .group()
              .orElseThrow();

      assertThat(after.desired()).isEqualTo(2);
      assertThat(after.hooks()).contains(Map.of());
      assertThat(after.problem()).contains("no room");
    }

    @Test
    void thatAreGoneAlreadyAreGone() throws Exception {
      aws.failure = Optional.of(new ProviderException.NotFound("no such group", null));

      assertThat(
              apply(new GroupStep.DeleteGroup("workers", 2, "the pool is being deleted")).group())
          .isEmpty();
    }

    @Test
    void whoseRefusalSpeaksOfTheTemplateLeaveItInDoubt() {
      aws.failure = Optional.of(new ProviderException.Rejected("no such launch template", null));

      assertThatThrownBy(() -> apply(new GroupFeatureStep.Suspend("workers", Set.of("Launch"), "")))
          .isInstanceOf(ProviderException.Rejected.class);

      assertThat(templateCache.templates(Set.of("workers"))).isEmpty();
    }
  }

  @Nested
  class Ends {
    @BeforeEach
    void twoRun() {
      before = before.withGroup(group -> group.withMembers(List.of(member("i-1"), member("i-2"))));
    }

    @Test
    void areSeenAtOnceAndTheSizeFallsWithThemIfItIsTo() throws Exception {
      var replaced = apply(end("i-1", false)).group().orElseThrow();
      var shrunk = apply(end("i-2", true)).group().orElseThrow();

      assertThat(aws.calls).containsExactly("terminate i-1 false", "terminate i-2 true");
      assertThat(states(replaced)).containsExactly("i-1 TERMINATING", "i-2 RUNNING");
      assertThat(replaced.desired()).isEqualTo(4);
      assertThat(replaced.stayingCount()).isEqualTo(1);
      assertThat(states(shrunk)).containsExactly("i-1 RUNNING", "i-2 TERMINATING");
      assertThat(shrunk.desired()).isEqualTo(3);
    }

    @Test
    void ofOneThatIsGoneAreDoneAndTellNothingOfTheSize() throws Exception {
      aws.failure = Optional.of(new ProviderException.NotFound("no such instance", null));

      var after = apply(end("i-1", true)).group().orElseThrow();

      assertThat(states(after)).containsExactly("i-2 RUNNING");
      assertThat(after.desired()).isEqualTo(4);
    }

    private static GroupStep end(String id, boolean shrink) {
      return new GroupStep.TerminateInstance("workers", id, shrink, NOW, "it is to leave");
    }

    private static List<String> states(ObservedGroup group) {
      return group.instances().stream().map(each -> each.id() + " " + each.state()).toList();
    }

    private static GroupInstance member(String id) {
      return new GroupInstance(
          new Instance(id, "aws:///a/" + id, "a", Instance.State.RUNNING, "3"), true, "lt-1");
    }
  }

  @Nested
  class Refreshes {
    @Test
    void thatAreCancelledAreListedAsThat() throws Exception {
      before =
          before.withRefreshes(
              new RefreshObservation.Read(List.of(ObservedRefresh.pending("r-1"))));

      var after = apply(cancel());

      assertThat(aws.calls).containsExactly("cancelRefresh");
      assertThat(after.refreshes())
          .isEqualTo(
              new RefreshObservation.Read(List.of(ObservedRefresh.pending("r-1").asCancelling())));
    }

    @Test
    void thatEndedMeanwhileAreReadAgain() throws Exception {
      aws.failure = Optional.of(new ProviderException.NotFound("none is active", null));

      assertThat(apply(cancel()).refreshes()).isEqualTo(new RefreshObservation.NotRead());
    }
  }

  private static PlanStep cancel() {
    var owed = new OwedRefresh("lt-1", 2, "other type", 0, "", "", null, "r-1", null);
    return new InstanceRefreshStep.CancelRefresh("workers", "r-1", owed, "it is older");
  }

  private AwsObservedState apply(PlanStep step) throws ProviderException {
    return applier
        .apply(step, new Observation.Present<>(before, Instant.EPOCH), "key")
        .observation()
        .observedState()
        .orElseThrow();
  }

  private static ObservedGroup group() {
    return new ObservedGroup(
        "workers",
        "arn:1",
        1,
        5,
        4,
        List.of("subnet-0"),
        Optional.of(new ObservedGroup.TemplateReference("lt-1", "workers", "$Latest")),
        null,
        false,
        300,
        300,
        "",
        Map.of("was", "a"),
        List.of(),
        Set.of());
  }

  private static AwsDesiredState desired() {
    return ((ResolveResult.Resolved<AwsDesiredState>)
            AwsDesiredStateResolver.resolve(
                PoolFixture.pool("workers").inputs(), _ -> Optional.empty()))
        .desired();
  }
}
