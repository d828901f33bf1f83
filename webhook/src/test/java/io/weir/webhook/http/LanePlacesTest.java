package io.weir.webhook.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LanePlacesTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final LanePlaces places = new LanePlaces(1);
  private final BlockingQueue<String> entered = new LinkedBlockingQueue<>();

  private final class Named implements LanePlaces.Caller {
    private final String name;
    private final boolean known;
    private final AtomicReference<Duration> kept = new AtomicReference<>(Duration.ZERO);

    Named(String name, boolean known) {
      this.name = name;
      this.known = known;
    }

    @Override
    public boolean isKnown() {
      return known;
    }

    @Override
    public Duration kept() {
      return kept.get();
    }

    @Override
    public void cut() {
      entered.add(name + " is cut off");
      places.exit(this);
    }

    void enter() throws InterruptedException {
      if (places.enter(this, LONG)) {
        entered.add(name);
      }
    }

    /** Begins to wait behind those that wait already. */
    Named begin() throws InterruptedException {
      int before = places.waiting();
      Thread _ =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      enter();
                    } catch (InterruptedException stopped) {
                      Thread.currentThread().interrupt();
                    }
                  });
      while (places.waiting() == before) {
        Thread.onSpinWait();
      }
      return this;
    }
  }

  private Named known(String name) {
    return new Named(name, true);
  }

  private Named stranger(String name) {
    return new Named(name, false);
  }

  private String next() throws InterruptedException {
    return String.valueOf(entered.poll(1, TimeUnit.MINUTES));
  }

  @Test
  void whoHasSentReviewsComesBeforeStrangersAndWhoWaitsForLongestBeforeOthers() throws Exception {
    Named first = stranger("first");
    first.enter();
    Named earlier = stranger("earlier").begin();
    Named later = stranger("later").begin();
    Named known = known("known").begin();
    assertThat(next()).isEqualTo("first");

    places.exit(first);
    assertThat(next()).isEqualTo("known");
    places.exit(known);
    assertThat(next()).isEqualTo("earlier");
    places.exit(earlier);
    assertThat(next()).isEqualTo("later");
    places.exit(later);
    assertThat(places.waiting()).isZero();
  }

  @Test
  void whoIsSlowLosesItsPlaceOnlyToWhoWaits() throws Exception {
    Named slow = stranger("slow");
    slow.enter();
    slow.kept.set(Duration.ofSeconds(6));
    assertThat(next()).isEqualTo("slow");
    assertThat(entered).isEmpty();

    Named other = stranger("other");
    other.enter();

    assertThat(next()).isEqualTo("slow is cut off");
    assertThat(next()).isEqualTo("other");
    places.exit(other);
  }

  @Test
  void aStrangerThatWaitsCutsNobodyOffWhoHasSentReviews() throws Exception {
    Named slow = known("slow");
    slow.enter();
    slow.kept.set(Duration.ofSeconds(6));

    assertThat(places.enter(stranger("stranger"), Duration.ofMillis(600))).isFalse();
    assertThat(next()).isEqualTo("slow");
    assertThat(entered).isEmpty();

    Named other = known("other");
    other.enter();
    assertThat(next()).isEqualTo("slow is cut off");
  }

  @Test
  void everyFourthPlaceGoesToWhoWaitsForLongestHoweverManyAreKnown() throws Exception {
    Named holder = known("0");
    holder.enter();
    assertThat(next()).isEqualTo("0");
    Named stranger = stranger("stranger").begin();
    for (int arrival = 1; arrival <= 3; arrival++) {
      Named waiting = known(Integer.toString(arrival)).begin();
      places.exit(holder);
      if (arrival == 3) {
        assertThat(next()).isEqualTo("stranger");
        places.exit(stranger);
      }
      assertThat(next()).isEqualTo(Integer.toString(arrival));
      holder = waiting;
    }
    places.exit(holder);
    assertThat(places.waiting()).isZero();
  }

  @Test
  void whoFindsNoPlaceInItsTimeLeavesTheQueue() throws Exception {
    Named first = known("first");
    first.enter();

    assertThat(places.enter(known("hurried"), Duration.ofMillis(1))).isFalse();

    assertThat(places.waiting()).isZero();
    places.exit(first);
    assertThat(places.enter(stranger("next"), LONG)).isTrue();
  }

  @Test
  void aConversionWaitsForAsLongAsAnApiServerDoesAndLeavesTimeForItself() {
    assertThat(ReviewLane.LARGE_CONVERSION.patience())
        .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(25));
    assertThat(ReviewLane.CONVERSION.patience()).isEqualTo(ReviewLane.LARGE_CONVERSION.patience());
    assertThat(ReviewLane.LARGE_ADMISSION.patience()).isLessThan(Duration.ofSeconds(10));
  }
}
