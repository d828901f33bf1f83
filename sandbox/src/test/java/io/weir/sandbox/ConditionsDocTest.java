package io.weir.sandbox;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.EventReasons;
import io.weir.engine.pool.PoolPhase;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolProviderFactory;
import io.weir.provider.RequiredBootstrapData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A word of Weir's on an object is explained in docs/conditions.md, or on the page of its cloud.
 */
class ConditionsDocTest {

  private static final Pattern QUOTED = Pattern.compile("`([A-Za-z]+)`");
  private static final Path DOCS = Path.of("..", "docs");

  private static final List<String> PACKAGES =
      ServiceLoader.load(PoolProviderFactory.class).stream()
          .map(factory -> factory.type().getPackageName())
          .toList();

  /** The providers that the sandbox has; what their clouds' libraries declare is not needed. */
  private static final JavaClasses OF_CLOUDS =
      ArchConfiguration.withThreadLocalScope(
          (ArchConfiguration configuration) -> {
            configuration.setResolveMissingDependenciesFromClassPath(false);
            return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.weir.provider")
                .that(describe("of a cloud", ConditionsDocTest::isOfACloud));
          });

  private static boolean isOfACloud(JavaClass type) {
    return PACKAGES.stream().anyMatch(each -> type.getName().startsWith(each + "."));
  }

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
  void everyStepInTheCloudIsExplainedUnlessItsEventsHaveAnotherReason() {
    Set<String> explained = explained();

    assertThat(
            OF_CLOUDS.stream()
                .filter(type -> type.isAssignableTo(PlanStep.class))
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .filter(step -> step.getAllFields().stream().noneMatch(ConditionsDocTest::isReason))
                .map(JavaClass::getSimpleName))
        .isNotEmpty()
        .allMatch(explained::contains, "is explained");
  }

  private static boolean isReason(JavaField field) {
    return field.getName().equals("eventReason");
  }

  private static Set<String> explained() {
    try (Stream<Path> ofClouds = Files.list(DOCS.resolve("clouds"))) {
      return Stream.concat(Stream.of(DOCS.resolve("conditions.md")), ofClouds)
          .flatMap(page -> QUOTED.matcher(text(page)).results())
          .map(found -> found.group(1))
          .collect(Collectors.toSet());
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  private static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  private static List<String> words() {
    Stream<Class<?>> ofClouds =
        OF_CLOUDS.stream()
            .filter(type -> type.getPackageName().matches(".*\\.api"))
            .filter(type -> type.getSimpleName().matches(".*(Conditions|Reasons)"))
            .map(JavaClass::reflect);
    return Stream.concat(
            Stream.of(
                ConditionTypes.class,
                ConditionReasons.class,
                EventReasons.class,
                RequiredBootstrapData.class),
            ofClouds)
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
