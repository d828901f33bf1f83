package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.harness.SteppedClock;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.manager.cloud.FakeProvider.Pool;
import io.weir.provider.DetailNeed;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderException;
import io.weir.provider.ScopeReads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CloudObserverTest {

  private static final Pool STILL = new Pool(3, false);
  private static final Pool MOVING = new Pool(3, true);

  private final FakeProvider provider = new FakeProvider();
  private final SteppedClock clock = new SteppedClock();
  private final List<String> woken = new ArrayList<>();
  private Duration spare = Duration.ZERO;
  private final CloudObserver<Pool> observer =
      new CloudObserver<>(
          provider,
          FakeProvider.SCOPE,
          clock,
          ObservationIntervals.DEFAULT,
          _ -> spare,
          woken::add,
          () -> {});

  @Test
  void aCompleteLookDuringWhichTheLastPoolWentProvesNothingToTheNext() {
    observer.latestObservation(pool("a"));
    provider.whileLooking = () -> observer.unfollow(pool("a"));

    observer.observe(reads(), new ObservationRequest.All());

    assertThat(observer.latestObservation(pool("a"))).isInstanceOf(Observation.Unknown.class);
  }

  @Test
  void whatACompleteLookDoesNotShowIsAbsent() {
    observer.latestObservation(pool("a"));
    observer.latestObservation(pool("b"));
    provider.cloud.put("a", STILL);

    observer.observe(reads(), new ObservationRequest.All());

    assertThat(observer.latestObservation(pool("a")))
        .isEqualTo(new Observation.Present<>(STILL, clock.instant()));
    assertThat(observer.latestObservation(pool("b"))).isInstanceOf(Observation.ProvenAbsent.class);
    assertThat(woken).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aLookThatFailedHalfWayMakesNobodyAbsentAndKeepsWhatItSaw() {
    observer.latestObservation(pool("a"));
    observer.latestObservation(pool("b"));
    provider.cloud.put("a", STILL);
    provider.failure = Optional.of(new ProviderException.Transient("second page: 503", null));

    observer.observe(reads(), new ObservationRequest.All());

    assertThat(observer.latestObservation(pool("a"))).isInstanceOf(Observation.Present.class);
    assertThat(observer.latestObservation(pool("b")))
        .isEqualTo(new Observation.Unknown<>("second page: 503"));
    assertThat(observer.lastFailure())
        .hasValueSatisfying(error -> assertThat(error).hasMessage("second page: 503"));
  }

  @Test
  void aLookThatBeganBeforeAWriteSaysNothingAboutWhatWasWritten() {
    observer.latestObservation(pool("a"));
    provider.whileLooking =
        () -> {
          clock.advance(Duration.ofSeconds(1));
          observer.recordWriteResult("a", new Observation.Present<>(MOVING, clock.instant()));
        };

    observer.observe(reads(), new ObservationRequest.All());

    assertThat(observer.latestObservation(pool("a")))
        .isEqualTo(new Observation.Present<>(MOVING, clock.instant()));
  }

  @Test
  void whatOnlyAWritesAnswerToldIsKnownAsSuchUntilALookShowsThePool() {
    observer.latestObservation(pool("a"));
    provider.cloud.put("a", MOVING);
    observer.observe(reads(), new ObservationRequest.All());
    var looked = observer.unconfirmedSince("a");

    clock.advance(Duration.ofSeconds(1));
    observer.recordWriteResult("a", new Observation.Present<>(MOVING, clock.instant()));
    var written = observer.unconfirmedSince("a");
    provider.failure = Optional.of(new ProviderException.Transient("503", null));
    provider.cloud.clear();
    observer.observe(reads(), new ObservationRequest.All());
    var notLooked = observer.unconfirmedSince("a");
    provider.failure = Optional.empty();
    provider.cloud.put("a", MOVING);
    observer.observe(reads(), new ObservationRequest.All());

    assertThat(looked).isEmpty();
    assertThat(written).contains(clock.instant());
    assertThat(notLooked).isEqualTo(written);
    assertThat(observer.unconfirmedSince("a")).isEmpty();
  }

  @Test
  void absenceIsProvenByALookAtWhatRemainsThatBeganWhenTheDeletionHadSettled() {
    Instant deleted = clock.instant();
    observer.latestObservation(pool("a"));
    observer.observe(reads(), new ObservationRequest.All());

    assertThat(observer.proveAbsence("a", deleted)).isFalse();
    observer.observe(reads(), new ObservationRequest.Only(Set.of("a")));
    assertThat(observer.proveAbsence("a", deleted)).isFalse();
    assertThat(provider.remainsLooks).containsExactly(Set.of("a"));

    clock.advance(ObservationIntervals.DEFAULT.settling());
    woken.clear();
    observer.look(reads(), false, clock.instant());
    assertThat(woken).containsExactly("a");
    assertThat(observer.proveAbsence("a", deleted)).isTrue();
  }

  @Test
  void whatRemainsIsShownAndNoOtherLookDeniesIt() {
    Instant deleted = clock.instant().minus(Duration.ofHours(1));
    observer.latestObservation(pool("a"));
    observer.observe(reads(), new ObservationRequest.All());
    boolean _ = observer.proveAbsence("a", deleted);
    provider.remains.put("a", STILL);
    clock.advance(Duration.ofSeconds(2));

    observer.look(reads(), false, clock.instant());
    var shown = observer.latestObservation(pool("a"));
    observer.observe(reads(), new ObservationRequest.All());

    assertThat(shown).isInstanceOf(Observation.Present.class);
    assertThat(observer.latestObservation(pool("a"))).isEqualTo(shown);
    assertThat(observer.proveAbsence("a", deleted)).isFalse();

    provider.remains.clear();
    clock.advance(Duration.ofMinutes(1));
    observer.look(reads(), true, clock.instant());
    assertThat(observer.proveAbsence("a", deleted)).isTrue();
  }

  @Test
  void aWriteAfterALookAtWhatRemainsUndoesItsProofAndAFailedOneProvesNothing() {
    Instant deleted = clock.instant().minus(Duration.ofHours(1));
    observer.latestObservation(pool("a"));
    boolean _ = observer.proveAbsence("a", deleted);
    provider.failure = Optional.of(new ProviderException.Transient("503", null));
    observer.observe(reads(), new ObservationRequest.Only(Set.of("a")));
    assertThat(observer.proveAbsence("a", deleted)).isFalse();

    provider.failure = Optional.empty();
    observer.observe(reads(), new ObservationRequest.Only(Set.of("a")));
    assertThat(observer.proveAbsence("a", deleted)).isTrue();
    clock.advance(Duration.ofSeconds(1));
    observer.recordWriteResult("a", new Observation.ProvenAbsent<>(clock.instant()));
    assertThat(observer.proveAbsence("a", deleted)).isFalse();
  }

  @Test
  void onlyWhatChangedIsWoken() {
    observer.latestObservation(pool("a"));
    observer.latestObservation(pool("b"));
    provider.cloud.put("a", STILL);
    provider.cloud.put("b", STILL);
    observer.observe(reads(), new ObservationRequest.All());
    woken.clear();

    provider.cloud.put("b", new Pool(2, false));
    observer.observe(reads(), new ObservationRequest.All());

    assertThat(woken).containsExactly("b");
  }

  @Test
  void whatWasHandedOverIsKnownAndWokenWhileTheLookGoesOn() {
    observer.latestObservation(pool("a"));
    provider.cloud.put("a", STILL);
    var wokenMeanwhile = new ArrayList<String>();
    var seenMeanwhile = new ArrayList<Observation<Pool>>();
    provider.whileLooking =
        () -> {
          wokenMeanwhile.addAll(woken);
          seenMeanwhile.add(observer.latestObservation(pool("a")));
        };

    observer.observe(reads(), new ObservationRequest.All());

    assertThat(wokenMeanwhile).containsExactly("a");
    assertThat(seenMeanwhile).singleElement().isInstanceOf(Observation.Present.class);
  }

  @Test
  void whoWaitsForALookIsWokenByItWhateverItShows() {
    observer.latestObservation(pool("a"));
    provider.cloud.put("a", STILL);
    observer.observe(reads(), new ObservationRequest.All());
    woken.clear();

    observer.observeSoon("a");
    observer.observe(reads(), new ObservationRequest.Only(Set.of("a")));

    assertThat(woken).containsExactly("a");
  }

  @Test
  void aPoolThatComesAfterALookAtEverythingNeedsNoLookOfItsOwn() {
    provider.cloud.put("other", STILL);
    observer.latestObservation(pool("first"));
    observer.observe(reads(), new ObservationRequest.All());

    assertThat(observer.latestObservation(pool("new")))
        .isInstanceOf(Observation.ProvenAbsent.class);
    assertThat(observer.latestObservation(pool("other"))).isInstanceOf(Observation.Unknown.class);
  }

  @Test
  void fewThatMoveAreLookedAtByNameAndManyTogether() {
    provider.cloud.put("a", MOVING);
    observer.latestObservation(pool("a"));
    observer.observe(reads(), new ObservationRequest.All());
    clock.advance(Duration.ofSeconds(10));

    assertThat(observer.nextRequest(clock.instant()))
        .isEqualTo(new ObservationRequest.Only(Set.of("a")));

    for (int i = 0; i < 101; i++) {
      observer.observeSoon("pool-" + i);
    }
    clock.advance(Duration.ofSeconds(10));
    assertThat(observer.nextRequest(clock.instant())).isEqualTo(new ObservationRequest.All());
  }

  @Test
  void aPoolThatIsAttendedIsLookedAtAtOnceAndAgainUntilItIsNot() {
    observer.latestObservation(pool("a"));
    provider.cloud.put("a", STILL);
    observer.observe(reads(), new ObservationRequest.All());
    woken.clear();

    observer.observeInDetail(pool("a"), true);
    var close = observer.nextRequest(clock.instant());
    observer.observe(reads(), close);
    readDetails();
    clock.advance(Duration.ofSeconds(20));
    var again = observer.nextRequest(clock.instant());
    observer.observeInDetail(pool("a"), false);
    observer.observe(reads(), new ObservationRequest.Only(Set.of("a")));
    clock.advance(Duration.ofSeconds(20));

    assertThat(close).isEqualTo(new ObservationRequest.Only(Set.of("a")));
    assertThat(woken).containsExactly("a", "a");
    assertThat(again).isEqualTo(new ObservationRequest.Only(Set.of("a")));
    assertThat(observer.nextRequest(clock.instant()))
        .isEqualTo(new ObservationRequest.Only(Set.of()));
  }

  @Test
  void aSlowDetailHoldsNoLookUpAndCompletesWhatWasSeen() {
    attended("a");
    provider.details.put("a", "busy");
    provider.whileReading = () -> observer.observe(reads(), new ObservationRequest.All());

    readDetails();

    assertThat(observer.latestObservation(pool("a")).observedState())
        .contains(new Pool(3, false, "busy"));
  }

  @Test
  void whatIsReadIsKeptByTheNextLookAndWakesOnlyIfItChanged() {
    attended("a");
    readDetails();
    woken.clear();

    clock.advance(Duration.ofSeconds(3));
    observer.observe(reads(), new ObservationRequest.All());
    readDetails();

    assertThat(provider.detailsRead).containsExactly("a", "a");
    assertThat(observer.latestObservation(pool("a")).observedState())
        .contains(new Pool(3, false, "nothing"));
    assertThat(woken).isEmpty();
  }

  @Test
  void aDetailThatWasReadBeforeAWriteIsNotBelievedAndReadAgainAtOnce() {
    attended("a");
    readDetails();
    provider.whileReading =
        () -> {
          provider.whileReading = () -> {};
          clock.advance(Duration.ofSeconds(1));
          provider.details.put("a", "written");
          observer.recordWriteResult("a", new Observation.Present<>(STILL, clock.instant()));
        };
    clock.advance(Duration.ofSeconds(3));

    readDetails();

    assertThat(provider.detailsRead).containsExactly("a", "a", "a");
    assertThat(observer.latestObservation(pool("a")).observedState())
        .contains(new Pool(3, false, "written"));
  }

  @Test
  void aWriteThatTellsTheDetailNeedsNoReadingOfIt() {
    attended("a");
    readDetails();

    observer.recordWriteResult(
        "a", new Observation.Present<>(new Pool(3, false, "told"), clock.instant()));
    readDetails();
    observer.observe(reads(), new ObservationRequest.All());

    assertThat(provider.detailsRead).hasSize(1);
    assertThat(observer.latestObservation(pool("a")).observedState())
        .contains(new Pool(3, false, "told"));
  }

  @Test
  void afterADoubtfulWriteDetailsAreReadAgainOnceThePoolWasSeen() {
    attended("a");
    readDetails();

    observer.invalidate("a", "no answer");
    readDetails();
    int unseen = provider.detailsRead.size();
    clock.advance(Duration.ofMillis(1));
    observer.observe(reads(), new ObservationRequest.All());
    readDetails();

    assertThat(unseen).isEqualTo(1);
    assertThat(provider.detailsRead).hasSize(2);
  }

  @Test
  void aThrottledPoolSlowsItsOwnReadingsOnly() {
    attended("a", "b");
    provider.detailFailures.put(
        "a", new ProviderException.Throttled("slow down", Duration.ofMinutes(1), null));
    readDetails();

    for (int second = 0; second < 20; second += 2) {
      clock.advance(Duration.ofSeconds(2));
      readDetails();
    }

    assertThat(provider.detailsRead).filteredOn("a"::equals).hasSize(1);
    assertThat(provider.detailsRead).filteredOn("b"::equals).hasSize(11);
    assertThat(observer.latestObservation(pool("a")).observedState())
        .contains(new Pool(3, false, "!slow down"));
  }

  @Test
  void readingsWaitWhileTheCloudsLimitsLeaveNoRoomForThem() {
    attended("a", "b");
    spare = Duration.ofSeconds(30);

    readDetails();
    int atFirst = provider.detailsRead.size();
    spare = Duration.ZERO;
    clock.advance(Duration.ofSeconds(30));
    readDetails();

    assertThat(atFirst).isZero();
    assertThat(provider.detailsRead).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void poolsThatAreSeenTogetherAreReadAtTimesOfTheirOwn() {
    provider.unattended = DetailNeed.spread(Duration.ofHours(4));
    int most = 0;
    for (int i = 0; i < 240; i++) {
      String name = "pool-" + i;
      provider.cloud.put(name, STILL);
      observer.latestObservation(pool(name));
    }
    observer.observe(reads(), new ObservationRequest.All());

    for (int minute = 0; minute < 240; minute++) {
      int before = provider.detailsRead.size();
      clock.advance(Duration.ofMinutes(1));
      readDetails();
      most = Math.max(most, provider.detailsRead.size() - before);
    }

    assertThat(provider.detailsRead).hasSize(240).doesNotHaveDuplicates();
    assertThat(most).isLessThan(15);
  }

  private static ScopeReads reads() {
    return new ScopeReads(FakeProvider.SCOPE);
  }

  private void readDetails() {
    Optional<Runnable> next = observer.beginReading();
    while (next.isPresent()) {
      next.get().run();
      next = observer.beginReading();
    }
  }

  private void attended(String... names) {
    for (String name : names) {
      provider.cloud.put(name, STILL);
      observer.latestObservation(pool(name));
      observer.observeInDetail(pool(name), true);
    }
    observer.observe(reads(), new ObservationRequest.All());
    woken.clear();
  }

  @Test
  void twoPoolsOfOneCloudNameEndNothingForEachOther() {
    var stranger = TestPools.identity(new ObjectKey("elsewhere", "a"), "uid-2", "a");
    provider.cloud.put("a", STILL);
    observer.latestObservation(pool("a"));
    observer.latestObservation(stranger);
    observer.observeInDetail(pool("a"), true);
    observer.observeInDetail(stranger, false);
    observer.observe(reads(), observer.nextRequest(clock.instant()));
    readDetails();

    observer.unfollow(stranger);
    clock.advance(Duration.ofMinutes(5));
    readDetails();
    ObservationRequest later = observer.nextRequest(clock.instant());
    provider.cloud.remove("a");
    woken.clear();
    observer.observe(reads(), later);

    assertThat(later).isEqualTo(new ObservationRequest.All());
    assertThat(provider.detailsRead).containsExactly("a", "a");
    assertThat(woken).containsExactly("a");
  }

  @Test
  void aPoolThatIsInDoubtDuringALookAtAllIsNotTakenForAbsentByTheNextOfItsName() {
    observer.latestObservation(pool("another"));
    observer.latestObservation(pool("a"));
    provider.whileLooking =
        () -> {
          clock.advance(Duration.ofSeconds(1));
          observer.invalidate("a", "no answer");
        };
    observer.observe(reads(), new ObservationRequest.All());
    observer.unfollow(pool("a"));

    Observation<Pool> fresh = observer.latestObservation(pool("a"));

    assertThat(fresh).isInstanceOf(Observation.Unknown.class);
  }

  @Test
  void oneLookThatFailedIsNoNewsToThoseWhoWereSeen() {
    seen("a", "b");

    provider.failure = Optional.of(new ProviderException.Denied("no right to look", null));
    observer.observe(reads(), new ObservationRequest.All());
    var once = observer.reportableFailure();
    provider.failure = Optional.empty();
    observer.observe(reads(), new ObservationRequest.All());

    assertThat(once).isEmpty();
    assertThat(woken).isEmpty();
  }

  @Test
  void whenPeopleMustActAllAreToldOnceWhyNothingNewIsSeenAndOnceThatItIsOver() {
    seen("a", "b");
    provider.failure = Optional.of(new ProviderException.Denied("no right to look", null));

    fail(10, Duration.ofMinutes(5));
    var reported = List.copyOf(woken);
    var why = observer.reportableFailure();
    provider.failure = Optional.empty();
    woken.clear();
    observer.observe(reads(), new ObservationRequest.Only(Set.of("a")));

    assertThat(reported).containsExactlyInAnyOrder("a", "b");
    assertThat(why)
        .hasValueSatisfying(
            error ->
                assertThat(error)
                    .isInstanceOf(ProviderException.Denied.class)
                    .hasMessageStartingWith("no right to look;"));
    assertThat(observer.latestObservation(pool("b"))).isInstanceOf(Observation.Present.class);
    assertThat(observer.reportableFailure()).isEmpty();
    assertThat(woken).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void whatPassesByItselfIsToldOnceItHasLastedForPeopleToSee() {
    seen("a");
    provider.failure = Optional.of(new ProviderException.Transient("no route", null));

    fail(5, Duration.ofSeconds(30));
    var early = observer.reportableFailure();
    fail(3, Duration.ofSeconds(30));

    assertThat(early).isEmpty();
    assertThat(observer.reportableFailure())
        .hasValueSatisfying(
            error -> {
              assertThat(error.needsUserAction()).isTrue();
              assertThat(error).hasMessageStartingWith("no route, repeatedly: ");
            });
    assertThat(woken).containsExactly("a");
  }

  @Test
  void troublesThatTakeTurnsAreToldOnceAndOneThatComesToStayIsTold() {
    seen("a");

    for (int i = 0; i < 6; i++) {
      provider.failure = Optional.of(new ProviderException.Denied("no right " + i % 2, null));
      fail(1, Duration.ofMinutes(1));
    }
    var turns = List.copyOf(woken);
    fail(1, Duration.ofMinutes(1));
    provider.failure = Optional.of(new ProviderException.Denied("no right 0", null));
    fail(2, Duration.ofMinutes(1));

    assertThat(turns).containsExactly("a");
    assertThat(woken).containsExactly("a", "a");
  }

  @Test
  void otherCredentialsBringALookAtOnceWhereTheNextWasFarOff() throws InterruptedException {
    var woken = new LinkedBlockingQueue<String>();
    var scope = new ScopeObserver(FakeProvider.SCOPE, clock);
    var running =
        new CloudObserver<>(
            provider,
            FakeProvider.SCOPE,
            clock,
            ObservationIntervals.DEFAULT,
            _ -> Duration.ZERO,
            woken::add,
            scope::changed);
    scope.add(running);
    provider.failure = Optional.of(new ProviderException.Denied("the key is refused", null));
    Thread thread = Thread.ofVirtual().start(scope::run);
    try {
      for (int failed = 0; failed < 2; failed++) {
        running.latestObservation(pool("a"));
        assertThat(woken.poll(20, TimeUnit.SECONDS)).isEqualTo("a");
        clock.advance(Duration.ofSeconds(2));
      }
      provider.failure = Optional.empty();

      running.credentialsChanged();

      assertThat(woken.poll(20, TimeUnit.SECONDS)).isEqualTo("a");
      assertThat(running.latestObservation(pool("a"))).isInstanceOf(Observation.ProvenAbsent.class);
    } finally {
      thread.interrupt();
      thread.join();
    }
  }

  @Test
  void aLookThatBeganWithOtherCredentialsIsFollowedByOneAtEverything() {
    seen("a");
    provider.whileLooking =
        () -> {
          clock.advance(Duration.ofSeconds(1));
          observer.credentialsChanged();
        };

    observer.observe(reads(), new ObservationRequest.All());

    assertThat(observer.nextRequest(clock.instant())).isInstanceOf(ObservationRequest.All.class);
  }

  @Test
  void looksGoOnAndCountWhereTheClockOfTheMachineIsSetBack() throws InterruptedException {
    var nanos = new AtomicLong();
    var steady = new MonotonicClock(clock, nanos::get);
    var woken = new LinkedBlockingQueue<String>();
    var scope = new ScopeObserver(FakeProvider.SCOPE, steady);
    var running =
        new CloudObserver<>(
            provider,
            FakeProvider.SCOPE,
            steady,
            ObservationIntervals.DEFAULT,
            _ -> Duration.ZERO,
            woken::add,
            scope::changed);
    scope.add(running);
    Thread thread = Thread.ofVirtual().start(scope::run);
    try {
      running.latestObservation(pool("a"));
      assertThat(woken.poll(1, TimeUnit.MINUTES)).isEqualTo("a");
      provider.cloud.put("a", STILL);
      running.invalidate("a", "no answer");

      clock.advance(Duration.ofHours(-1));
      nanos.addAndGet(Duration.ofSeconds(10).toNanos());
      running.observeAt("a", steady.instant());

      assertThat(woken.poll(1, TimeUnit.MINUTES)).isEqualTo("a");
      assertThat(running.latestObservation(pool("a"))).isInstanceOf(Observation.Present.class);
    } finally {
      thread.interrupt();
      thread.join();
    }
  }

  private void seen(String... names) {
    for (String name : names) {
      observer.latestObservation(pool(name));
      provider.cloud.put(name, STILL);
    }
    observer.observe(reads(), new ObservationRequest.All());
    woken.clear();
  }

  private void fail(int times, Duration each) {
    provider.cloud.clear();
    for (int i = 0; i < times; i++) {
      observer.observe(reads(), new ObservationRequest.All());
      clock.advance(each);
    }
  }

  private static PoolIdentity pool(String name) {
    return TestPools.identity(new ObjectKey("default", name), "uid-" + name, name);
  }
}
