package io.weir.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.harness.SteppedClock;
import io.weir.provider.CreationStep;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderAnnotations;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecentCreationsTest {

  private static final Duration DELAY = Duration.ofMinutes(1);

  private final SteppedClock clock = new SteppedClock();
  private final PoolIdentity pool =
      new PoolIdentity(
          new ObjectKey("team", "workers"),
          "u",
          "demo",
          "workers",
          OwnershipClaim.byMarks(new PoolMarks("here", "TestPool/team/workers"), "team"));
  private RecentCreations creations = new RecentCreations(clock);

  private Instant unprovenUntil(ProviderAnnotations annotations) {
    return creations.absenceUnprovenUntil(pool, annotations, DELAY);
  }

  private static ProviderAnnotations annotated(String creatingSince) {
    return new ProviderAnnotations(Map.of(CreationStep.CREATING_SINCE, creatingSince));
  }

  private ProviderAnnotations annotated(Duration ahead) {
    return annotated(clock.instant().plus(ahead).toString());
  }

  @Test
  void leaveNoDoubtWhereNoneIsAnnotated() {
    assertThat(unprovenUntil(ProviderAnnotations.NONE)).isEqualTo(Instant.MIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT20M", "-PT20M", "PT3H", "-PT3H", "-P400D"})
  void areInDoubtForAsLongAsAListTakesWhateverClockTheyWereAnnotatedBy(Duration ahead) {
    ProviderAnnotations annotations = annotated(ahead);
    Instant first = clock.instant();

    assertThat(unprovenUntil(annotations)).isEqualTo(first.plus(DELAY));
    clock.advance(Duration.ofSeconds(50));
    assertThat(unprovenUntil(annotations)).isEqualTo(first.plus(DELAY));
    clock.advance(Duration.ofMinutes(50));
    assertThat(unprovenUntil(annotations)).isEqualTo(first.plus(DELAY));
  }

  @Test
  void leaveNoDoubtWhereWhatIsAnnotatedIsNoTime() {
    assertThat(unprovenUntil(annotated("yesterday"))).isEqualTo(Instant.MIN);
  }

  @Test
  void areInDoubtAnewWhenAnotherBegins() {
    Instant _ = unprovenUntil(annotated(Duration.ZERO));
    clock.advance(Duration.ofMinutes(5));

    assertThat(unprovenUntil(annotated(Duration.ZERO))).isEqualTo(clock.instant().plus(DELAY));
  }

  @Test
  void areInDoubtNoMoreAfterAStepThatEndsThemEvenIfTheirAnnotationStays() {
    ProviderAnnotations annotations = annotated(Duration.ZERO);
    Instant _ = unprovenUntil(annotations);

    creations.stepEnded(pool, annotations, annotations);
    assertThat(unprovenUntil(annotations)).isAfter(clock.instant());
    creations.stepEnded(pool, annotations, CreationStep.withoutCreation(annotations));
    assertThat(unprovenUntil(annotations)).isEqualTo(Instant.MIN);
  }

  @Test
  void areLookedForAfterPausesThatGrowWithTheTimeThatAListHasLackedThem() {
    ProviderAnnotations annotations = annotated(Duration.ZERO);
    Instant first = clock.instant();
    Instant until = unprovenUntil(annotations);

    assertThat(creations.nextLook(pool, until)).isEqualTo(first.plusSeconds(1));
    clock.advance(Duration.ofSeconds(8));
    assertThat(creations.nextLook(pool, until)).isEqualTo(first.plusSeconds(16));
    clock.advance(Duration.ofSeconds(40));
    assertThat(creations.nextLook(pool, until)).isEqualTo(until);
  }
}
