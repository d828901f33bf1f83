package io.weir.provider.aws.template.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.aws.template.ObservedTemplate;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TemplateCacheTest {

  private static final Instant BEFORE = Instant.ofEpochSecond(1);
  private static final Instant NOW = Instant.ofEpochSecond(2);
  private static final Instant AFTER = Instant.ofEpochSecond(3);

  private final TemplateCache templateCache = new TemplateCache();

  @Test
  void aLookThatBeganBeforeAWriteDoesNotHideWhatItMade() {
    templateCache.recordTemplate("workers", Optional.of(template(2)), NOW);

    templateCache.recordAllTemplates(Map.of("workers", template(1)), BEFORE);
    templateCache.recordAllTemplates(Map.of(), BEFORE);

    assertThat(templateCache.template("workers")).contains(template(2));
  }

  @Test
  void aLookAtAllThatBeganLaterCastsDoubtOnWhatItLacks() {
    templateCache.recordTemplate("workers", Optional.of(template(2)), BEFORE);
    templateCache.recordTemplate("others", Optional.empty(), BEFORE);

    templateCache.recordAllTemplates(Map.of(), NOW);

    assertThat(templateCache.template("workers")).isEmpty();
    assertThat(templateCache.names()).containsExactly("workers");
    assertThat(templateCache.unknownNames(Set.of("workers"))).containsExactly("workers");

    templateCache.recordTemplate("workers", Optional.empty(), AFTER);
    assertThat(templateCache.names()).isEmpty();
  }

  @Test
  void whatAFailedWriteMayHaveChangedIsReadAgainByALaterLookOnly() {
    templateCache.recordTemplate("workers", Optional.of(template(1)), BEFORE);

    templateCache.invalidate("workers", NOW);
    templateCache.recordAllTemplates(Map.of("workers", template(1)), BEFORE);
    var unknown = templateCache.unknownNames(Set.of("workers"));
    templateCache.recordTemplate("workers", Optional.of(template(2)), AFTER);

    assertThat(unknown).containsExactly("workers");
    assertThat(templateCache.template("workers")).contains(template(2));
  }

  @Test
  void absenceIsKnowledgeToo() {
    templateCache.recordTemplate("workers", Optional.empty(), NOW);

    assertThat(templateCache.unknownNames(Set.of("workers", "others"))).containsExactly("others");
  }

  private static ObservedTemplate template(long latest) {
    return new ObservedTemplate("lt-1", "workers", latest, Optional.empty(), Map.of());
  }
}
