package io.weir.provider.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.ProviderAnnotations;
import io.weir.provider.shared.AppliedEntries.Form;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AppliedEntriesTest {

  private static final AppliedEntries TAGS = new AppliedEntries("example.org/tags", Form.VALUES);
  private static final AppliedEntries NAMES = new AppliedEntries("example.org/names", Form.NAMES);

  /** A pool's life with a tag of its own, beside one that somebody else has put there. */
  @Test
  void whatIsOursGoesWhenItIsNotWantedAnyMoreAndWhatIsNotStays() {
    Map<String, String> theirs = Map.of("owner", "finance");
    var first = EntryChanges.between(Map.of("team", "a", "zone", "1"), theirs, Set.of());
    ProviderAnnotations noted = TAGS.add(ProviderAnnotations.NONE, first.missing());
    Map<String, String> shown = first.appliedTo(theirs);

    var second = EntryChanges.between(Map.of("team", "b"), shown, TAGS.read(noted).keySet());

    assertThat(second)
        .isEqualTo(
            new EntryChanges(Map.of("team", "b"), Set.of("zone"), Comparator.naturalOrder()));
    assertThat(second.appliedTo(shown)).isEqualTo(Map.of("owner", "finance", "team", "b"));
    assertThat(TAGS.set(noted, Map.of("team", "b")).entries())
        .isEqualTo(Map.of("example.org/tags", "{\"team\":\"b\"}"));
  }

  @Test
  void whatWasNotedAndNeverPutThereNeedsNoRemoval() {
    assertThat(EntryChanges.between(Map.of(), Map.of("owner", "finance"), Set.of("team")).isEmpty())
        .isTrue();
  }

  @Test
  void namesStandBesideEachOtherAndAnnotationsThatAreEmptyGo() {
    ProviderAnnotations noted =
        NAMES.add(ProviderAnnotations.NONE, AppliedEntries.names(Set.of("b", "a")));

    assertThat(noted.get("example.org/names")).contains("a,b");
    assertThat(NAMES.read(noted)).containsOnlyKeys("a", "b");
    assertThat(NAMES.remove(NAMES.remove(noted, "a"), "b")).isEqualTo(ProviderAnnotations.NONE);
  }

  @Test
  void aNoteThatNobodyCanReadSaysNothing() {
    var spoiled = ProviderAnnotations.NONE.with("example.org/tags", Optional.of("{\"team"));

    assertThat(TAGS.read(spoiled)).isEmpty();
  }
}
