package io.weir.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.api.MetadataKeys;
import io.weir.pass.TestPoolProvider.TestStep;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.CreationStep;
import io.weir.provider.Observation;
import io.weir.provider.Ownership;
import io.weir.provider.Place;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PoolPassTest {

  private final TestWorld world = new TestWorld();
  private final TestPoolProvider provider = world.provider;

  @Nested
  class ThePlace {

    @Test
    void isWrittenWholeBeforeTheFirstWriteAndReadFromThenOn() {
      provider.plan.add(new TestStep("create", false));

      var _ = world.converge();
      var _ = world.converge();

      assertThat(world.events)
          .containsExactly(
              "hold workers",
              "open test in here, container, with manager",
              "answer",
              "open test in here, container, with manager");
      assertThat(world.writtenScope()).isEqualTo(provider.scope);
    }

    @Test
    void ofAnotherPoolIsNotBelieved() {
      world.writePlaceByHand(new Place(provider.scope, "victim"));

      var _ = world.converge();

      assertThat(world.events).startsWith("hold workers");
    }

    @Test
    void wherePoolsOfTheKindCannotBeOpensNothing() {
      var forged =
          Place.parse(
              "{\"cloud\":\"forged\",\"identity\":\"manager\",\"region\":\"here\",\"name\":\"workers\"}");
      world.writePlaceByHand(forged);

      assertThat(world.converge()).isInstanceOf(PassOutcome.Blocked.class);
      assertThat(world.delete(false)).isInstanceOf(PassOutcome.Blocked.class);
      assertThat(world.events).containsOnly("unfollow");
    }

    @Test
    void thatNoPoolOfTheKindCanHaveIsNotWritten() {
      provider.scope = new CloudScope("elsewhere", new CloudIdentity.Ambient(), "here");

      assertThat(world.converge()).isInstanceOf(PassOutcome.Blocked.class);
      assertThat(world.pool().annotations()).doesNotContainKey(MetadataKeys.PLACE);
    }

    @Test
    void thatTheClusterNoLongerNamesIsObservedAndNotWrittenTo() {
      var _ = world.converge();
      provider.plan.add(new TestStep("create", false));
      provider.scope = provider.scope.withParent("another");

      var outcome = world.converge();

      assertThat(provider.applied).isEmpty();
      assertThat(outcome)
          .isInstanceOfSatisfying(
              PassOutcome.Blocked.class,
              blocked -> {
                assertThat(blocked.cause())
                    .hasMessageContainingAll("container", "another", MetadataKeys.PLACE);
                assertThat(blocked.report().observation()).isInstanceOf(Observation.Present.class);
              });
    }

    @Test
    void isEnoughWhereTheClusterIsMissing() {
      var _ = world.converge();
      provider.clusterMissing =
          Optional.of(PrerequisiteException.waiting("WaitingForCluster", "no Cluster"));

      assertThat(world.converge().toReport().orElseThrow().observation())
          .isInstanceOf(Observation.Present.class);
      provider.plan.add(new TestStep("delete", false));
      var _ = world.delete(true);
      assertThat(provider.applied).containsExactly("delete");
    }
  }

  @Nested
  class ASettingThatTheCloudDoesNotKeep {

    @Test
    void costsTwoWritesInTheFirstMinuteAndOneWarningThatStands() {
      world.stepBackoff = Optional.of(new StepBackoff(world.clock));
      provider.plan.add(new TestStep("set warmup", false));
      var told = new ArrayList<Optional<String>>();
      int inTheFirstMinute = 0;
      for (int second = 0; second < 600; second++) {
        world.observation =
            new Observation.Present<>(provider.observedState(), world.clock.instant());
        var report = world.converge().toReport().orElseThrow();
        told.add(report.revertedWrite());
        if (second == 59) {
          inTheFirstMinute = world.accounts.size();
        }
        // The answer said that it is set, and the next observation says that it is not.
        provider.applied.clear();
        world.clock.advance(Duration.ofSeconds(1));
      }

      assertThat(inTheFirstMinute).isEqualTo(2);
      assertThat(world.accounts).hasSizeLessThan(6);
      assertThat(world.warnings).hasSize(1);
      assertThat(told.stream().distinct()).hasSize(2).startsWith(Optional.empty());
      assertThat(told.getLast())
          .hasValue(
              "cannot set warmup: it does not last: the test asks for it each time; stop what"
                  + " reverts it, or change the pool's spec to match");
    }
  }

  @Nested
  class AWriteThatWasTakenBackUntilNow {

    private void look() {
      world.observation =
          new Observation.Present<>(provider.observedState(), world.clock.instant());
    }

    @Test
    void isLookedAtOnceAndToldNoMoreThoughNothingElseHappensToThePool() {
      world.stepBackoff = Optional.of(new StepBackoff(world.clock));
      provider.plan.add(new TestStep("set warmup", false));
      while (world.accounts.size() < 3) {
        look();
        var _ = world.converge();
        if (world.accounts.size() < 3) {
          provider.applied.clear();
        }
        world.clock.advance(Duration.ofSeconds(1));
      }
      world.events.clear();

      var told = world.converge().toReport().orElseThrow().revertedWrite();
      var asked = List.copyOf(world.events);
      world.clock.advance(Duration.ofSeconds(19));
      look();
      world.events.clear();
      var toldAfterLook = world.converge().toReport().orElseThrow().revertedWrite();

      assertThat(told).isPresent();
      assertThat(asked).containsOnlyOnce("observe after PT19S");
      assertThat(toldAfterLook).isEmpty();
      assertThat(world.events).noneMatch(event -> event.startsWith("observe"));
    }
  }

  @Nested
  class TheIdentity {

    @Test
    void thatDoesNotServeThePoolOpensNothingAndIsFollowedNoMore() {
      var _ = world.converge();
      world.events.clear();
      provider.refusal =
          Optional.of(PrerequisiteException.needsUserAction("IdentityNotUsable", "not admitted"));

      assertThat(world.converge().next()).isEqualTo(new NextPass.UntilPeopleAct("not admitted"));
      assertThat(world.delete(false)).isInstanceOf(PassOutcome.Blocked.class);
      assertThat(world.events).containsOnly("unfollow");
    }

    @Test
    void thatDoesNotServeThePoolIsNamedByWhatItBlocks() {
      var _ = world.converge();
      provider.refusal =
          Optional.of(PrerequisiteException.needsUserAction("IdentityNotUsable", "not admitted"));

      assertThat(deniedIn(world.converge())).hasValue(provider.scope);
      assertThat(deniedIn(world.delete(false))).hasValue(provider.scope.withParent("container"));
      // A place that the cluster does not name is refused for that, and for this too.
      provider.scope = provider.scope.withParent("another");
      assertThat(deniedIn(world.converge())).isPresent();
    }

    @Test
    void thatIsNotThereYetIsNotDenied() {
      provider.refusal = Optional.of(PrerequisiteException.waiting("Waiting", "no identity yet"));

      assertThat(deniedIn(world.converge())).isEmpty();
    }

    private static Optional<CloudScope> deniedIn(PassOutcome<?, ?> outcome) {
      return outcome instanceof PassOutcome.Blocked<?, ?> blocked
          ? blocked.cause().deniedIn()
          : Optional.empty();
    }
  }

  @Nested
  class AStep {

    @Test
    void isAccountedForWithTheIdsOfItsRequestsAlsoIfItIsNotKnownToHaveTakenEffect() {
      provider.plan.add(new TestStep("create", false));
      provider.plan.add(new TestStep("tag", false));
      var _ = world.converge();
      provider.plan.clear();
      provider.plan.add(new TestStep("delete", false));
      provider.failure = Optional.of(new ProviderException.Denied("no right", null));
      var _ = world.converge();
      provider.failure = Optional.of(new ProviderException.Ambiguous("no answer", null));
      var _ = world.converge();

      assertThat(world.accounts)
          .extracting(
              written -> written.step().description(),
              StepWritten::answered,
              StepWritten::requestIds)
          .containsExactly(
              tuple("create", true, List.of("request-of-create")),
              tuple("tag", true, List.of("request-of-tag")),
              tuple("delete", false, List.of("request-of-delete")));
      assertThat(world.accounts).allSatisfy(w -> assertThat(w.scope()).isEqualTo(provider.scope));
    }

    @Test
    void isFollowedByItsNotesBeforeTheNextIsMade() {
      provider.plan.add(new TestStep("create", false));
      provider.plan.add(new TestStep("tag", false));
      provider.notes = Map.of(TestPoolProvider.NOTE, Optional.of("id-1"));

      var _ = world.converge();

      assertThat(world.events)
          .endsWith("answer", "note [example.org/id]", "answer", "note [example.org/id]");
      assertThat(world.annotations().get(TestPoolProvider.NOTE)).hasValue("id-1");
    }

    @Test
    void whoseNotesCannotBeWrittenEndsThePassAndItsAnswerIsKnown() {
      provider.plan.add(new TestStep("create", false));
      provider.plan.add(new TestStep("tag", false));
      provider.notes = Map.of(TestPoolProvider.NOTE, Optional.of("id-1"));
      world.storeFailure = Optional.of(new IllegalStateException("the API server is down"));

      assertThatThrownBy(world::converge).hasMessage("the API server is down");

      assertThat(provider.applied).containsExactly("create");
      assertThat(world.events).endsWith("answer");
    }

    @Test
    void whoseNotesCannotBeWrittenIsHeldBackLikeEachThatHasToBeMadeAgain() {
      world.stepBackoff = Optional.of(new StepBackoff(world.clock));
      provider.plan.add(new TestStep("create", false));
      provider.notes = Map.of(TestPoolProvider.NOTE, Optional.of("id-1"));
      world.storeFailure = Optional.of(new IllegalStateException("the API server is down"));
      int made = 0;
      for (int second = 0; second < 120; second++) {
        provider.applied.clear();
        try {
          assertThat(world.converge().next()).isInstanceOf(NextPass.After.class);
        } catch (IllegalStateException down) {
          made++;
        }
        world.clock.advance(Duration.ofSeconds(1));
      }

      assertThat(made).isBetween(3, 6);
      assertThat(world.warnings).isEmpty();
    }

    @Test
    void thatMarksEndsThePassAndWhatWasKnown() {
      provider.plan.add(new TestStep("mark", true));
      provider.plan.add(new TestStep("resize", false));

      assertThat(world.converge()).isInstanceOf(PassOutcome.Unknown.class);

      assertThat(provider.applied).containsExactly("mark");
      assertThat(world.events).endsWith("invalidate");
    }

    @Test
    void thatFailsHoldsThePassBackAndOneOfUnknownOutcomeAlsoWhatWasKnown() {
      provider.plan.add(new TestStep("create", false));
      provider.failure = Optional.of(new ProviderException.Denied("no right", null));
      var denied = world.converge();
      provider.failure = Optional.of(new ProviderException.Ambiguous("no answer", null));
      var lost = world.converge();

      assertThat(denied.next())
          .isInstanceOfSatisfying(
              NextPass.After.class, after -> assertThat(after.pause()).isPositive());
      assertThat(lost.next())
          .isInstanceOfSatisfying(
              NextPass.After.class, after -> assertThat(after.pause()).isPositive());
      assertThat(world.events).endsWith("invalidate");
    }
  }

  @Nested
  class ACreation {

    private void create() {
      provider.plan.add(new TestPoolProvider.TestCreation());
      world.absent();
      var _ = world.converge();
      provider.applied.clear();
      world.events.clear();
    }

    @Test
    void thatSucceededIsNotRepeatedWhileAListMayLackIt() {
      create();
      world.clock.advance(Duration.ofSeconds(4));
      world.absent();

      assertThat(world.converge()).isInstanceOf(PassOutcome.Unknown.class);

      assertThat(provider.applied).isEmpty();
      assertThat(world.events).endsWith("observe after PT4S");
    }

    @Test
    void thatSomebodyHasUndoneIsMadeAgainOnceEveryListMustShowIt() {
      create();
      world.clock.advance(Duration.ofSeconds(60));
      world.absent();

      var _ = world.converge();

      assertThat(provider.applied).containsExactly("create");
    }

    @Test
    void thatSurelyHadNoEffectIsRepeatedThoughItsAnnotationStays() {
      provider.failure = Optional.of(new ProviderException.Denied("no right", null));
      create();
      provider.failure = Optional.empty();
      world.absent();

      var _ = world.converge();

      assertThat(world.annotations().get(CreationStep.CREATING_SINCE)).isPresent();
      assertThat(provider.applied).containsExactly("create");
    }

    @Test
    void ofAProcessWhoseClockIsAheadIsInDoubtForNoLongerThanItsOwnWouldBe() {
      create();
      String ahead = world.clock.instant().plus(Duration.ofMinutes(20)).toString();
      world.tree.withObject("/metadata/annotations").put(CreationStep.CREATING_SINCE, ahead);
      world.creations = new RecentCreations(world.clock);

      world.absent();
      var _ = world.converge();
      assertThat(provider.applied).isEmpty();
      world.clock.advance(Duration.ofSeconds(60));
      world.absent();
      var _ = world.converge();
      assertThat(provider.applied).containsExactly("create");
    }

    @Test
    void keepsADeletionFromEndingUntilWhatItMadeIsDeleted() {
      create();
      world.absent();
      assertThat(world.delete(true)).isInstanceOf(PassOutcome.Unknown.class);
      provider.plan.clear();
      provider.plan.add(new TestPoolProvider.TestDeletion());
      world.present();
      assertThat(world.delete(true)).isInstanceOf(PassOutcome.Acted.class);

      world.absent();
      assertThat(world.delete(true)).isInstanceOf(PassOutcome.Released.class);
    }
  }

  @Nested
  class ADeletion {

    @Test
    void ofWhatIsHeldWaitsAndSaysThatItsMachinesStay() {
      var _ = world.converge();
      provider.ownership = new Ownership.Held("it came from elsewhere");
      world.present();

      var outcome = world.delete(true);

      assertThat(outcome).isInstanceOf(PassOutcome.Acted.class);
      assertThat(outcome.machines())
          .isEqualTo(new PassOutcome.Machines.Staying("it came from elsewhere"));

      world.observation = new Observation.Unknown<>("the cloud does not answer");
      assertThat(world.delete(true).machines()).isEqualTo(new PassOutcome.Machines.Untold());
      provider.ownership = new Ownership.Ours();
      world.present();
      assertThat(world.delete(true).machines()).isEqualTo(new PassOutcome.Machines.Going());
    }

    @Test
    void thatMayNotReachTheCloudLeavesTheMachinesThere() {
      var _ = world.converge();
      provider.refusal =
          Optional.of(PrerequisiteException.needsUserAction("IdentityNotUsable", "not admitted"));

      assertThat(world.delete(true).machines())
          .isEqualTo(new PassOutcome.Machines.Staying("not admitted"));
    }

    @Test
    void ofWhatIsAnothersLetsGoAndSaysSo() {
      var _ = world.converge();
      provider.ownership = new Ownership.Foreign("it is another's", true);
      world.present();

      assertThat(world.delete(true))
          .isEqualTo(new PassOutcome.Released<>(Optional.of("it is another's")));
      assertThat(world.left).containsExactly("it is another's");
    }

    @Test
    void ofWhatIsAbsentLetsGoOnceALookAtWhatRemainsHasShownNothing() {
      var _ = world.converge();
      world.absent();
      world.gone = false;

      assertThat(world.delete(true)).isInstanceOf(PassOutcome.Unknown.class);
      assertThat(world.events).endsWith("prove absence since 1970-01-01T00:00:00Z");

      world.gone = true;
      assertThat(world.delete(true)).isEqualTo(new PassOutcome.Released<>(Optional.empty()));
    }

    @Test
    void ofWhatNeverHadAPlaceLetsGoUnlessItListsMembers() {
      assertThat(world.delete(false)).isInstanceOf(PassOutcome.Released.class);

      world.tree.withObject("/spec").putArray("providerIDList").add("test:///i-1");
      assertThat(world.delete(false)).isInstanceOf(PassOutcome.Blocked.class);
    }

    @Test
    void ofWhatTheClusterSeemsNotToContainLetsGoUnlessThePoolListsMembers() {
      provider.parent = Optional.of(new TestPoolProvider.TestParent("gone"));
      assertThat(world.delete(true)).isInstanceOf(PassOutcome.Released.class);

      world.tree.withObject("/spec").putArray("providerIDList").add("test:///i-1");
      assertThat(world.delete(true)).isInstanceOf(PassOutcome.Blocked.class);
    }
  }

  @Test
  void anErrorOfALookUpNamesTheNextPassByWhatTheCloudAsked() {
    var throttled = new ProviderException.Throttled("slow down", Duration.ofSeconds(7), null);
    var failure = new io.weir.provider.ReportContext.CallFailure("look up", throttled);

    PassOutcome<TestPoolProvider.TestDesiredState, TestPoolProvider.TestObservedState> outcome =
        PassOutcome.unreachable(null, failure, new Observation.Unknown<>("not observed"), false);

    assertThat(outcome.next()).isEqualTo(new NextPass.After(Duration.ofSeconds(8)));
  }
}
