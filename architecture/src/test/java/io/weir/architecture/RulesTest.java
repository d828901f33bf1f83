package io.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.engine.planted.ReachingUp;
import io.weir.engine.planted.WithAddress;
import io.weir.engine.planted.WithClock;
import io.weir.engine.planted.WithFile;
import io.weir.engine.planted.WithLock;
import io.weir.engine.planted.WithLogger;
import io.weir.engine.planted.WithSocket;
import io.weir.engine.planted.WithTheTime;
import io.weir.manager.left.Left;
import io.weir.manager.right.Right;
import io.weir.nowhere.Stray;
import io.weir.provider.aws.group.PlantedGroup;
import io.weir.provider.aws.report.Misplaced;
import io.weir.provider.aws.template.ReachingGroup;
import io.weir.provider.planted.PlantedPoolProvider;
import io.weir.provider.planted.PlantedSettings;
import io.weir.provider.planted.thing.calls.ThingPlanner;
import io.weir.provider.planted.thing.calls.ThingReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes that break the rules lie beside this test, and must be found. */
class RulesTest {

  private static final JavaClasses PLANTED =
      ArchitectureTest.importer()
          .importClasses(
              WithClock.class,
              WithTheTime.class,
              WithSocket.class,
              WithFile.class,
              WithLock.class,
              WithLogger.class,
              WithAddress.class,
              ReachingUp.class,
              Left.class,
              Right.class,
              Stray.class,
              PlantedPoolProvider.class,
              PlantedSettings.class,
              io.weir.provider.planted.thing.WithClock.class,
              ThingReader.class,
              ThingPlanner.class,
              PlantedGroup.class,
              ReachingGroup.class,
              Misplaced.class);

  private static List<String> found(ArchRule rule) {
    return rule.allowEmptyShould(true).evaluate(PLANTED).getFailureReport().getDetails();
  }

  private static List<String> found(List<ArchRule> rules) {
    return rules.stream().flatMap(rule -> found(rule).stream()).toList();
  }

  private static boolean names(String violation, String type) {
    return Pattern.compile(Pattern.quote("io.weir." + type) + "\\b").matcher(violation).find();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "engine.planted.WithClock",
        "engine.planted.WithTheTime",
        "engine.planted.WithSocket",
        "engine.planted.WithFile",
        "engine.planted.WithLock",
        "engine.planted.WithLogger",
        "provider.planted.thing.WithClock"
      })
  void findWhatDecidesAndMeetsTheWorld(String type) {
    assertThat(found(Rules.purity())).anyMatch(violation -> names(violation, type));
  }

  @Test
  void leaveValuesAlone() {
    assertThat(found(Rules.purity()))
        .noneMatch(violation -> names(violation, "engine.planted.WithAddress"));
  }

  @Test
  void findAnImportThatTheMapDoesNotAllow() {
    assertThat(found(Rules.arrows()))
        .isNotEmpty()
        .allMatch(violation -> names(violation, "engine.planted.ReachingUp"));
  }

  @Test
  void findPackagesThatReferToEachOtherInACircle() {
    assertThat(found(Rules.noCycles()))
        .singleElement()
        .satisfies(
            cycle ->
                assertThat(cycle).contains("io.weir.manager.left.Left", "io.weir.manager.right"));
  }

  @Test
  void findAClassThatLiesInNoPartOfTheMap() {
    assertThat(found(Rules.onTheMap()))
        .anyMatch(violation -> names(violation, "nowhere.Stray"))
        .noneMatch(violation -> names(violation, "engine.planted"));
  }

  @Test
  void letAProviderMeetTheWorldInItsCallsAndInItsOwnPackage() {
    assertThat(found(Rules.purity()))
        .noneMatch(violation -> names(violation, "provider.planted.thing.calls.ThingReader"))
        .noneMatch(violation -> names(violation, "provider.planted.PlantedPoolProvider"));
  }

  @Test
  void findWhatDecidesWhereAProviderMeetsTheWorld() {
    assertThat(found(Rules.noDecisionsInCalls()))
        .singleElement()
        .satisfies(
            violation ->
                assertThat(names(violation, "provider.planted.thing.calls.ThingPlanner")).isTrue());
    assertThat(found(Rules.providersOnTop()))
        .singleElement()
        .satisfies(
            violation -> assertThat(names(violation, "provider.planted.PlantedSettings")).isTrue());
  }

  @Test
  void findANounThatImportsWhatTheMapDoesNotAllow() {
    assertThat(found(Rules.arrowsOfNouns()))
        .isNotEmpty()
        .allMatch(violation -> names(violation, "provider.aws.template.ReachingGroup"));
  }

  @Test
  void findAPackageOfAProviderThatIsNoNoun() {
    assertThat(found(Rules.nounsOnTheMap()))
        .singleElement()
        .satisfies(
            violation -> assertThat(names(violation, "provider.aws.report.Misplaced")).isTrue());
  }

  @Test
  void areRunByEveryModuleThatHasSources() throws IOException {
    Path root = Path.of("..").toRealPath();
    var modules = Pattern.compile("<module>(.+)</module>");
    List<String> names =
        modules
            .matcher(Files.readString(root.resolve("pom.xml")))
            .results()
            .map(it -> it.group(1))
            .toList();

    assertThat(names).hasSizeGreaterThan(10).contains("architecture");
    for (String name : names) {
      if (Files.notExists(root.resolve(name).resolve("src/main"))) {
        continue;
      }
      assertThat(Files.readString(root.resolve(name).resolve("pom.xml")))
          .as("pom.xml of module " + name)
          .contains("<artifactId>weir-architecture</artifactId>");
    }
  }
}
