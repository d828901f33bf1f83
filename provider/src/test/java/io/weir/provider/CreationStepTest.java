package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreationStepTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final PlanStep planStep = new CreateStep();

  private record CreateStep() implements CreationStep {
    @Override
    public String description() {
      return "make";
    }

    @Override
    public String reason() {
      return "there is none";
    }
  }

  @Test
  void isInDoubtFromBeforeTheWriteUntilAListMustShowIt() {
    ProviderAnnotations noted = planStep.annotationsBefore(ProviderAnnotations.NONE, NOW);

    assertThat(CreationStep.absenceUnprovenUntil(noted, CreationStep.MAX_LIST_DELAY))
        .isEqualTo(NOW.plusSeconds(60));
  }

  @Test
  void isInDoubtNoMoreOnceItsEndIsKnown() {
    ProviderAnnotations noted =
        planStep.annotationsBefore(new ProviderAnnotations(Map.of("other", "kept")), NOW);

    assertThat(planStep.annotationsAfterSuccess(noted).entries()).containsOnlyKeys("other");
    assertThat(planStep.annotationsAfterFailure(noted).entries()).containsOnlyKeys("other");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "+1000000000-12-31T23:59:59Z"})
  void isNotInDoubtForWhatPeopleWroteThere(String text) {
    var providerAnnotations = new ProviderAnnotations(Map.of(CreationStep.CREATING_SINCE, text));

    assertThat(CreationStep.absenceUnprovenUntil(providerAnnotations, CreationStep.MAX_LIST_DELAY))
        .isEqualTo(Instant.MIN);
  }
}
