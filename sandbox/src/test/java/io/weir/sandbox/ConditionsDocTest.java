package io.weir.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.EventReasons;
import io.weir.engine.pool.PoolPhase;
import io.weir.provider.RequiredBootstrapData;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.azure.api.AzureConditions;
import io.weir.provider.azure.api.AzureReasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever meets a word of Weir's on an object finds it in docs/conditions.md. */
class ConditionsDocTest {

  private static final Pattern QUOTED = Pattern.compile("`([A-Za-z]+)`");

  @Test
  void everyConditionReasonAndEventIsExplained() {
    Set<String> explained = explained();

    assertThat(words()).allMatch(explained::contains, "is explained");
  }

  @Test
  void everyPhaseIsExplained() {
    assertThat(explained())
        .containsAll(Arrays.stream(PoolPhase.values()).map(PoolPhase::text).toList());
  }

  @Test
  void everyStepInTheCloudIsExplainedUnlessItsEventsHaveAnotherReason() throws Exception {
    var steps =
        List.of(
            Class.forName("io.weir.provider.aws.template.TemplateStep"),
            Class.forName("io.weir.provider.aws.group.GroupStep"),
            Class.forName("io.weir.provider.aws.refresh.InstanceRefreshStep"),
            Class.forName("io.weir.provider.aws.tag.TagStep"),
            Class.forName("io.weir.provider.azure.scaleset.ScaleSetStep"),
            Class.forName("io.weir.provider.scaleway.plan.KapsuleStep"));

    assertThat(explained())
        .containsAll(
            steps.stream()
                .flatMap(ConditionsDocTest::leaves)
                .filter(step -> !hasReasonOfItsOwn(step))
                .map(Class::getSimpleName)
                .toList());
  }

  private static boolean hasReasonOfItsOwn(Class<?> step) {
    return Arrays.stream(step.getRecordComponents())
        .anyMatch(component -> component.getName().equals("eventReason"));
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(ConditionsDocTest::leaves)
        : Stream.of(type);
  }

  private static Set<String> explained() {
    return Stream.of("conditions.md", "azure.md")
        .flatMap(page -> QUOTED.matcher(text(page)).results())
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  private static String text(String page) {
    try {
      return Files.readString(Path.of("..", "docs", page));
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  private static List<String> words() {
    var sources =
        List.of(
            ConditionTypes.class,
            ConditionReasons.class,
            EventReasons.class,
            AwsConditions.class,
            AwsReasons.class,
            AzureConditions.class,
            AzureReasons.class,
            RequiredBootstrapData.class);
    return sources.stream()
        .flatMap(source -> Stream.of(source.getDeclaredFields()))
        .filter(field -> field.getType() == String.class)
        .map(ConditionsDocTest::value)
        .filter(word -> !Set.of("Error", "Warning", "Info").contains(word)) // severities
        .toList();
  }

  private static String value(Field field) {
    try {
      field.setAccessible(true);
      return String.valueOf(field.get(null));
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }
}
