package io.weir.provider.azure.scaleset;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.azure.scaleset.ModelGenerations.CreationTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelGenerationsTest {

  private static final Instant T = Instant.parse("2026-03-01T10:00:00Z");

  private static Instant at(int minutes) {
    return T.plusSeconds(60L * minutes);
  }

  private static CreationTimes seen(Instant... created) {
    return new CreationTimes(List.of(created), Optional.empty());
  }

  @Test
  void allThatThereIsIsOfTheOnlyModel() {
    assertThat(ModelGenerations.only("a").idOf(Optional.empty())).isEqualTo("a");
  }

  @Test
  void whatWasThereBeforeAChangeIsOfTheModelBefore() {
    var changed = ModelGenerations.only("a").followedBy("b", seen(at(1), at(2)));

    assertThat(changed.idOf(Optional.of(at(2)))).isEqualTo("a");
    assertThat(changed.idOf(Optional.of(at(2).plusNanos(1000)))).isEqualTo("b");
  }

  @Test
  void ofWhatMayHaveBeenOnTheWayAtAChangeNothingIsKnownEvenIfItIsReversed() {
    var changed =
        ModelGenerations.only("a")
            .followedBy("b", new CreationTimes(List.of(at(1)), Optional.of(at(9))));
    var back = changed.followedBy("a", seen(at(1), at(5)));

    assertThat(changed.idOf(Optional.of(at(1)))).isEqualTo("a");
    assertThat(changed.idOf(Optional.of(at(9)))).isEqualTo("-");
    assertThat(changed.idOf(Optional.of(at(10)))).isEqualTo("b");
    assertThat(back.idOf(Optional.of(at(5)))).isEqualTo("-");
    assertThat(back.idOf(Optional.of(at(10)))).isEqualTo("a");
  }

  @Test
  void aSetWithoutInstancesThatOthersMayYetComeToIsNotOfOneModel() {
    var changed =
        ModelGenerations.only("a")
            .followedBy("b", new CreationTimes(List.of(), Optional.of(at(9))));

    assertThat(changed.idOf(Optional.of(at(8)))).isEqualTo("-");
    assertThat(ModelGenerations.only("a").followedBy("b", seen()))
        .isEqualTo(ModelGenerations.only("b"));
  }

  @Test
  void whatDoesNotSayWhenItWasMadeIsOfNoKnownModel() {
    var changed = ModelGenerations.only("a").followedBy("b", seen(at(1)));

    assertThat(changed.idOf(Optional.empty())).isEmpty();
  }

  @Test
  void instancesFromBeforeAReversedChangeAreCurrentAgain() {
    var back =
        ModelGenerations.only("a").followedBy("b", seen(at(1))).followedBy("a", seen(at(1), at(5)));

    assertThat(back.idOf(Optional.of(at(1)))).isEqualTo("a");
    assertThat(back.idOf(Optional.of(at(5)))).isEqualTo("b");
    assertThat(back.idOf(Optional.of(at(6)))).isEqualTo("a");
  }

  @Test
  void modelsOfWhichNothingIsLeftAreForgotten() {
    var later =
        ModelGenerations.only("a").followedBy("b", seen(at(1))).followedBy("c", seen(at(5), at(6)));

    assertThat(later.past()).extracting(ModelGenerations.Past::id).containsExactly("b");
  }

  @Test
  void aChangeBetweenWhichNothingWasMadeIsNotNoted() {
    var twice =
        ModelGenerations.only("a").followedBy("b", seen(at(1))).followedBy("c", seen(at(1)));

    assertThat(twice.past()).extracting(ModelGenerations.Past::id).containsExactly("a");
    assertThat(twice.current()).isEqualTo("c");
  }

  @Test
  void aTagHoldsAsManyAsThereEverAre() {
    var all = ModelGenerations.only(ModelGenerations.id("0"));
    var created = new ArrayList<Instant>();
    for (int i = 1; i < 40; i++) {
      created.add(at(i));
      all =
          all.followedBy(
              ModelGenerations.id(Integer.toString(i)),
              new CreationTimes(created, Optional.empty()));
    }

    assertThat(all.format()).hasSizeLessThanOrEqualTo(256);
    assertThat(all.idOf(Optional.of(at(39)))).isEqualTo(ModelGenerations.id("38"));
    assertThat(all.idOf(Optional.of(at(1)))).isEqualTo("-");
  }

  @Test
  void whatIsWrittenIsReadAndWrittenTheSame() {
    var random = new Random(7);
    var all = ModelGenerations.only(ModelGenerations.id("x"));
    var created = new ArrayList<Instant>();
    for (int i = 0; i < 6; i++) {
      created.add(at(i).plusNanos(random.nextInt(1_000_000_000)));
      all =
          all.followedBy(ModelGenerations.id("" + i), new CreationTimes(created, Optional.empty()));
    }

    var read = ModelGenerations.parse(all.format()).orElseThrow();

    assertThat(read.format()).isEqualTo(all.format());
    for (Instant each : created) {
      assertThat(read.idOf(Optional.of(each))).isEqualTo(all.idOf(Optional.of(each)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ";", "a@;b", "@1;b", "a@!!;b", "a@zzzzzzzzzzzzzzzzzzzz;b", "a;b", "a@1;"})
  void whatSomebodyHasSpoiledTellsNothing(String text) {
    assertThat(ModelGenerations.parse(text)).isEmpty();
  }
}
