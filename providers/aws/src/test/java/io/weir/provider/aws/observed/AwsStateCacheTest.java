package io.weir.provider.aws.observed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AwsStateCacheTest {

  private static final Instant BEFORE = Instant.ofEpochSecond(1);
  private static final Instant NOW = Instant.ofEpochSecond(2);
  private static final Instant AFTER = Instant.ofEpochSecond(3);

  private final AwsStateCache awsStateCache = new AwsStateCache();

  @Test
  void aLookThatBeganBeforeAWriteDoesNotHideWhatItMade() {
    awsStateCache.recordTemplate("workers", Optional.of(template(2)), NOW);

    awsStateCache.recordAllTemplates(Map.of("workers", template(1)), BEFORE);
    awsStateCache.recordAllTemplates(Map.of(), BEFORE);

    assertThat(awsStateCache.template("workers")).contains(template(2));
  }

  @Test
  void aLookAtAllThatBeganLaterShowsWhatIsGone() {
    awsStateCache.recordTemplate("workers", Optional.of(template(2)), BEFORE);

    awsStateCache.recordAllTemplates(Map.of(), NOW);

    assertThat(awsStateCache.template("workers")).isEmpty();
  }

  @Test
  void whatAFailedWriteMayHaveChangedIsReadAgainByALaterLookOnly() {
    awsStateCache.recordTemplate("workers", Optional.of(template(1)), BEFORE);

    awsStateCache.invalidate("workers", NOW);
    awsStateCache.recordAllTemplates(Map.of("workers", template(1)), BEFORE);
    var unknown = awsStateCache.unknownNames(Set.of("workers"));
    awsStateCache.recordTemplate("workers", Optional.of(template(2)), AFTER);

    assertThat(unknown).containsExactly("workers");
    assertThat(awsStateCache.template("workers")).contains(template(2));
  }

  @Test
  void absenceIsKnowledgeToo() {
    awsStateCache.recordTemplate("workers", Optional.empty(), NOW);

    assertThat(awsStateCache.unknownNames(Set.of("workers", "others"))).containsExactly("others");
  }

  private static ObservedTemplate template(long latest) {
    return new ObservedTemplate("lt-1", "workers", latest, Optional.empty(), Map.of());
  }
}
