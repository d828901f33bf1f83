package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreationTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final Step step = new Make();

  private record Make() implements Creation {
    @Override
    public String what() {
      return "make";
    }

    @Override
    public String because() {
      return "there is none";
    }
  }

  @Test
  void isInDoubtFromBeforeTheWriteUntilAListMustShowIt() {
    Notes noted = step.before(Notes.NONE, NOW);

    assertThat(Creation.doubtful(noted, Creation.LATE)).isEqualTo(NOW.plusSeconds(60));
  }

  @Test
  void isInDoubtNoMoreOnceItsEndIsKnown() {
    Notes noted = step.before(new Notes(Map.of("other", "kept")), NOW);

    assertThat(step.after(noted).entries()).containsOnlyKeys("other");
    assertThat(step.unmade(noted).entries()).containsOnlyKeys("other");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "+1000000000-12-31T23:59:59Z"})
  void isNotInDoubtForWhatPeopleWroteThere(String text) {
    var notes = new Notes(Map.of(Creation.NOTE, text));

    assertThat(Creation.doubtful(notes, Creation.LATE)).isEqualTo(Instant.MIN);
  }
}
