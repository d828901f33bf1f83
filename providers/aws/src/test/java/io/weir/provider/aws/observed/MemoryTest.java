package io.weir.provider.aws.observed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemoryTest {

  private static final Instant BEFORE = Instant.ofEpochSecond(1);
  private static final Instant NOW = Instant.ofEpochSecond(2);
  private static final Instant AFTER = Instant.ofEpochSecond(3);

  private final Memory memory = new Memory();

  @Test
  void aLookThatBeganBeforeAWriteDoesNotHideWhatItMade() {
    memory.note("workers", Optional.of(template(2)), NOW);

    memory.noteAll(Map.of("workers", template(1)), BEFORE);
    memory.noteAll(Map.of(), BEFORE);

    assertThat(memory.template("workers")).contains(template(2));
  }

  @Test
  void aLookAtAllThatBeganLaterShowsWhatIsGone() {
    memory.note("workers", Optional.of(template(2)), BEFORE);

    memory.noteAll(Map.of(), NOW);

    assertThat(memory.template("workers")).isEmpty();
  }

  @Test
  void whatAFailedWriteMayHaveChangedIsReadAgainByALaterLookOnly() {
    memory.note("workers", Optional.of(template(1)), BEFORE);

    memory.doubt("workers", NOW);
    memory.noteAll(Map.of("workers", template(1)), BEFORE);
    var unknown = memory.unknown(Set.of("workers"));
    memory.note("workers", Optional.of(template(2)), AFTER);

    assertThat(unknown).containsExactly("workers");
    assertThat(memory.template("workers")).contains(template(2));
  }

  @Test
  void absenceIsKnowledgeToo() {
    memory.note("workers", Optional.empty(), NOW);

    assertThat(memory.unknown(Set.of("workers", "others"))).containsExactly("others");
  }

  private static Template template(long latest) {
    return new Template("lt-1", "workers", latest, Optional.empty(), Map.of());
  }
}
