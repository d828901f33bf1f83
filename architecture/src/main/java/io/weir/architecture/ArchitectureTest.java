package io.weir.architecture;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Holds the classes of the module that runs it to the map of the code in {@code
 * docs/architecture.md}.
 */
@DisplayName("The module")
public class ArchitectureTest {

  /** Where the build says that the module's classes are. */
  private static final JavaClasses MODULE =
      importer().importPath(Path.of(System.getProperty("weir.classes", "target/classes")));

  /** Names are all that the rules look at, so nothing beyond the module is read. */
  static ClassFileImporter importer() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter();
  }

  @Test
  void liesInPackagesOfTheMap() {
    if (MODULE.isEmpty()) {
      throw new AssertionError("the module has no classes where they are looked for");
    }
    Rules.onTheMap().check(MODULE);
    check(List.of(Rules.nounsOnTheMap()));
  }

  @Test
  void importsOnlyWhatTheMapAllows() {
    check(Rules.arrows());
    check(Rules.arrowsOfNouns());
  }

  @Test
  void decidesWithoutAClientAClockOrALogger() {
    check(List.of(Rules.purity()));
  }

  @Test
  void decidesNeitherBesideItsProvidersNorInItsCallsIfItIsAProvider() {
    check(List.of(Rules.providersOnTop(), Rules.noDecisionsInCalls()));
  }

  @Test
  void hasNoCyclesBetweenItsPackages() {
    check(Rules.noCycles());
  }

  private static void check(List<ArchRule> rules) {
    rules.forEach(rule -> rule.allowEmptyShould(true).check(MODULE));
  }
}
