package io.weir.manager.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.engine.pace.Pace;
import io.weir.manager.cloud.FakeProvider.Pool;
import io.weir.provider.Interest;
import io.weir.provider.Observation;
import io.weir.provider.PoolName;
import io.weir.provider.ProviderException;
import java.time.Duration;
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
  private final MovedClock clock = new MovedClock();
  private final List<String> woken = new ArrayList<>();
  private final CloudObserver<Pool> observer =
      new CloudObserver<>(provider, FakeProvider.SCOPE, clock, Pace.DEFAULT, woken::add);

  @Test
  void whatACompleteLookDoesNotShowIsAbsent() {
    observer.latest(pool("a"));
    observer.latest(pool("b"));
    provider.cloud.put("a", STILL);

    observer.look(new Interest.All());

    assertThat(observer.latest(pool("a")))
        .isEqualTo(new Observation.Seen<>(STILL, clock.instant()));
    assertThat(observer.latest(pool("b"))).isInstanceOf(Observation.ProvenAbsent.class);
    assertThat(woken).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aLookThatFailedHalfWayMakesNobodyAbsentAndKeepsWhatItSaw() {
    observer.latest(pool("a"));
    observer.latest(pool("b"));
    provider.cloud.put("a", STILL);
    provider.failure = Optional.of(new ProviderException.Transient("second page: 503", null));

    observer.look(new Interest.All());

    assertThat(observer.latest(pool("a"))).isInstanceOf(Observation.Seen.class);
    assertThat(observer.latest(pool("b"))).isEqualTo(new Observation.Unknown<>("second page: 503"));
    assertThat(observer.failing())
        .hasValueSatisfying(error -> assertThat(error).hasMessage("second page: 503"));
  }

  @Test
  void aLookThatBeganBeforeAWriteSaysNothingAboutWhatWasWritten() {
    observer.latest(pool("a"));
    provider.whileLooking =
        () -> {
          clock.move(Duration.ofSeconds(1));
          observer.proved("a", new Observation.Seen<>(MOVING, clock.instant()));
        };

    observer.look(new Interest.All());

    assertThat(observer.latest(pool("a")))
        .isEqualTo(new Observation.Seen<>(MOVING, clock.instant()));
  }

  @Test
  void whatOnlyAWritesAnswerToldIsKnownAsSuchUntilALookShowsThePool() {
    observer.latest(pool("a"));
    provider.cloud.put("a", MOVING);
    observer.look(new Interest.All());
    var looked = observer.onlyProved("a");

    clock.move(Duration.ofSeconds(1));
    observer.proved("a", new Observation.Seen<>(MOVING, clock.instant()));
    var written = observer.onlyProved("a");
    provider.failure = Optional.of(new ProviderException.Transient("503", null));
    provider.cloud.clear();
    observer.look(new Interest.All());
    var notLooked = observer.onlyProved("a");
    provider.failure = Optional.empty();
    provider.cloud.put("a", MOVING);
    observer.look(new Interest.All());

    assertThat(looked).isEmpty();
    assertThat(written).contains(clock.instant());
    assertThat(notLooked).isEqualTo(written);
    assertThat(observer.onlyProved("a")).isEmpty();
  }

  @Test
  void onlyWhatChangedIsWoken() {
    observer.latest(pool("a"));
    observer.latest(pool("b"));
    provider.cloud.put("a", STILL);
    provider.cloud.put("b", STILL);
    observer.look(new Interest.All());
    woken.clear();

    provider.cloud.put("b", new Pool(2, false));
    observer.look(new Interest.All());

    assertThat(woken).containsExactly("b");
  }

  @Test
  void whoWaitsForALookIsWokenByItWhateverItShows() {
    observer.latest(pool("a"));
    provider.cloud.put("a", STILL);
    observer.look(new Interest.All());
    woken.clear();

    observer.lookSoon("a");
    observer.look(new Interest.Only(Set.of("a")));

    assertThat(woken).containsExactly("a");
  }

  @Test
  void aPoolThatComesAfterALookAtEverythingNeedsNoLookOfItsOwn() {
    provider.cloud.put("other", STILL);
    observer.latest(pool("first"));
    observer.look(new Interest.All());

    assertThat(observer.latest(pool("new"))).isInstanceOf(Observation.ProvenAbsent.class);
    assertThat(observer.latest(pool("other"))).isInstanceOf(Observation.Unknown.class);
  }

  @Test
  void fewThatMoveAreLookedAtByNameAndManyTogether() {
    provider.cloud.put("a", MOVING);
    observer.latest(pool("a"));
    observer.look(new Interest.All());
    clock.move(Duration.ofSeconds(10));

    assertThat(observer.interest(clock.instant())).isEqualTo(new Interest.Only(Set.of("a")));

    for (int i = 0; i < 101; i++) {
      observer.lookSoon("pool-" + i);
    }
    clock.move(Duration.ofSeconds(10));
    assertThat(observer.interest(clock.instant())).isEqualTo(new Interest.All());
  }

  @Test
  void aPoolThatIsAttendedIsLookedAtCloselyAtOnceAndAgainUntilItIsNot() {
    observer.latest(pool("a"));
    provider.cloud.put("a", STILL);
    observer.look(new Interest.All());
    woken.clear();

    observer.attend(pool("a"), true);
    var close = observer.interest(clock.instant());
    observer.look(close);
    clock.move(Duration.ofSeconds(20));
    var again = observer.interest(clock.instant());
    observer.attend(pool("a"), false);
    observer.look(new Interest.Only(Set.of("a")));
    clock.move(Duration.ofSeconds(20));

    assertThat(close).isEqualTo(new Interest.Only(Set.of("a"), Set.of("a")));
    assertThat(woken).containsExactly("a");
    assertThat(again).isEqualTo(new Interest.Only(Set.of("a"), Set.of("a")));
    assertThat(observer.interest(clock.instant())).isEqualTo(new Interest.Only(Set.of()));
  }

  @Test
  void twoPoolsOfOneCloudNameEndNothingForEachOther() {
    var stranger = new PoolName(new ObjectKey("elsewhere", "a"), "uid-2", "cluster", "a");
    provider.cloud.put("a", STILL);
    observer.latest(pool("a"));
    observer.latest(stranger);
    observer.attend(pool("a"), true);
    observer.attend(stranger, false);
    observer.look(observer.interest(clock.instant()));

    observer.forget(stranger);
    clock.move(Duration.ofMinutes(5));
    Interest later = observer.interest(clock.instant());
    provider.cloud.remove("a");
    woken.clear();
    observer.look(later);

    assertThat(later).isEqualTo(new Interest.All(Set.of("a")));
    assertThat(woken).containsExactly("a");
  }

  @Test
  void aPoolThatIsInDoubtDuringALookAtAllIsNotTakenForAbsentByTheNextOfItsName() {
    observer.latest(pool("another"));
    observer.latest(pool("a"));
    provider.whileLooking =
        () -> {
          clock.move(Duration.ofSeconds(1));
          observer.doubt("a", "no answer");
        };
    observer.look(new Interest.All());
    observer.forget(pool("a"));

    Observation<Pool> fresh = observer.latest(pool("a"));

    assertThat(fresh).isInstanceOf(Observation.Unknown.class);
  }

  @Test
  void oneLookThatFailedIsNoNewsToThoseWhoWereSeen() {
    seen("a", "b");

    provider.failure = Optional.of(new ProviderException.Denied("no right to look", null));
    observer.look(new Interest.All());
    var once = observer.blind();
    provider.failure = Optional.empty();
    observer.look(new Interest.All());

    assertThat(once).isEmpty();
    assertThat(woken).isEmpty();
  }

  @Test
  void whenPeopleMustActAllAreToldOnceWhyNothingNewIsSeenAndOnceThatItIsOver() {
    seen("a", "b");
    provider.failure = Optional.of(new ProviderException.Denied("no right to look", null));

    fail(10, Duration.ofMinutes(5));
    var told = List.copyOf(woken);
    var why = observer.blind();
    provider.failure = Optional.empty();
    woken.clear();
    observer.look(new Interest.Only(Set.of("a")));

    assertThat(told).containsExactlyInAnyOrder("a", "b");
    assertThat(why)
        .hasValueSatisfying(
            error ->
                assertThat(error)
                    .isInstanceOf(ProviderException.Denied.class)
                    .hasMessageStartingWith("no right to look;"));
    assertThat(observer.latest(pool("b"))).isInstanceOf(Observation.Seen.class);
    assertThat(observer.blind()).isEmpty();
    assertThat(woken).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void whatPassesByItselfIsToldOnceItHasLastedForPeopleToSee() {
    seen("a");
    provider.failure = Optional.of(new ProviderException.Transient("no route", null));

    fail(5, Duration.ofSeconds(30));
    var early = observer.blind();
    fail(3, Duration.ofSeconds(30));

    assertThat(early).isEmpty();
    assertThat(observer.blind())
        .hasValueSatisfying(
            error -> {
              assertThat(error.needsPeople()).isTrue();
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
    var running =
        new CloudObserver<>(provider, FakeProvider.SCOPE, clock, Pace.DEFAULT, woken::add);
    provider.failure = Optional.of(new ProviderException.Denied("the key is refused", null));
    Thread thread = Thread.ofVirtual().start(running::run);
    try {
      for (int failed = 0; failed < 2; failed++) {
        running.latest(pool("a"));
        assertThat(woken.poll(20, TimeUnit.SECONDS)).isEqualTo("a");
        clock.move(Duration.ofSeconds(2));
      }
      provider.failure = Optional.empty();

      running.renew();

      assertThat(woken.poll(20, TimeUnit.SECONDS)).isEqualTo("a");
      assertThat(running.latest(pool("a"))).isInstanceOf(Observation.ProvenAbsent.class);
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
          clock.move(Duration.ofSeconds(1));
          observer.renew();
        };

    observer.look(new Interest.All());

    assertThat(observer.interest(clock.instant())).isInstanceOf(Interest.All.class);
  }

  @Test
  void looksGoOnAndCountWhereTheClockOfTheMachineIsSetBack() throws InterruptedException {
    var nanos = new AtomicLong();
    var steady = new SteadyClock(clock, nanos::get);
    var woken = new LinkedBlockingQueue<String>();
    var running =
        new CloudObserver<>(provider, FakeProvider.SCOPE, steady, Pace.DEFAULT, woken::add);
    Thread thread = Thread.ofVirtual().start(running::run);
    try {
      running.latest(pool("a"));
      assertThat(woken.poll(1, TimeUnit.MINUTES)).isEqualTo("a");
      provider.cloud.put("a", STILL);
      running.doubt("a", "no answer");

      clock.move(Duration.ofHours(-1));
      nanos.addAndGet(Duration.ofSeconds(10).toNanos());
      running.lookAt("a", steady.instant());

      assertThat(woken.poll(1, TimeUnit.MINUTES)).isEqualTo("a");
      assertThat(running.latest(pool("a"))).isInstanceOf(Observation.Seen.class);
    } finally {
      thread.interrupt();
      thread.join();
    }
  }

  private void seen(String... names) {
    for (String name : names) {
      observer.latest(pool(name));
      provider.cloud.put(name, STILL);
    }
    observer.look(new Interest.All());
    woken.clear();
  }

  private void fail(int times, Duration each) {
    provider.cloud.clear();
    for (int i = 0; i < times; i++) {
      observer.look(new Interest.All());
      clock.move(each);
    }
  }

  private static PoolName pool(String name) {
    return new PoolName(new ObjectKey("default", name), "uid-" + name, "cluster", name);
  }
}
