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
  void isAnnotatedFromBeforeTheWriteOn() {
    ProviderAnnotations annotated = planStep.annotationsBefore(ProviderAnnotations.NONE, NOW);

    assertThat(CreationStep.creatingSince(annotated)).hasValue(NOW);
  }

  @Test
  void staysAnnotatedAfterItsSuccessAsListsFollowLater() {
    ProviderAnnotations annotated = planStep.annotationsBefore(ProviderAnnotations.NONE, NOW);

    assertThat(planStep.annotationsAfterSuccess(annotated)).isEqualTo(annotated);
  }

  @Test
  void isAnnotatedNoMoreOnceItSurelyHadNoEffectOrItsObjectIsDeleted() {
    ProviderAnnotations annotated =
        planStep.annotationsBefore(new ProviderAnnotations(Map.of("other", "kept")), NOW);

    assertThat(planStep.annotationsAfterFailure(annotated).entries()).containsOnlyKeys("other");
    assertThat(CreationStep.withoutCreation(annotated).entries()).containsOnlyKeys("other");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday"})
  void isNotWhatPeopleWroteThere(String text) {
    var providerAnnotations = new ProviderAnnotations(Map.of(CreationStep.CREATING_SINCE, text));

    assertThat(CreationStep.creatingSince(providerAnnotations)).isEmpty();
  }
}
