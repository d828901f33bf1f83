package io.weir.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the arrows of the map in CONTRIBUTING.md. */
class ArchitectureTest {

  private static final JavaClasses WEIR =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.weir");

  @ParameterizedTest
  @CsvSource({
    "api, 'io.weir.api..'",
    "engine, 'io.weir.engine..;io.weir.api..'",
    "bootstrap, 'io.weir.bootstrap..;io.weir.api..'",
    "provider, 'io.weir.provider;io.weir.api..'",
    "provider.http, 'io.weir.provider.http;io.weir.provider;io.weir.api..'",
    "provider.managed," + " 'io.weir.provider.managed;io.weir.provider;io.weir.api..'",
    "provider.aws, 'io.weir.provider;io.weir.provider.aws..;io.weir.api..'",
    "provider.scaleway,"
        + " 'io.weir.provider;io.weir.provider.http;io.weir.provider.managed;"
        + "io.weir.provider.scaleway..;io.weir.api..'",
    "manager,"
        + " 'io.weir.manager..;io.weir.engine..;io.weir.bootstrap..;io.weir.provider;io.weir.api..'",
    "controlplane, 'io.weir.controlplane..'",
    "clouds, 'io.weir.clouds..'",
  })
  void everyModuleImportsOnlyWhatTheMapAllows(String module, String allowed) {
    String inside = module.equals("provider") ? "io.weir.provider" : "io.weir." + module + "..";
    assertThat(WEIR.that(resideInAPackage(inside))).isNotEmpty();

    classes()
        .that()
        .resideInAPackage(inside)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(allowed.split(";"))
                .or(resideInAPackage("io.weir..").negate().as("others")))
        .check(WEIR);
  }

  @Test
  void decisionsHaveNoClientNoClockAndNoLogger() {
    noClasses()
        .that()
        .resideInAnyPackage("io.weir.engine..", "io.weir.bootstrap..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.fabric8..", "org.slf4j..", "java.net..", "java.nio.file..")
                .or(type(Clock.class)))
        .check(WEIR);
  }

  @Test
  void theManagerKnowsNoCloud() {
    noClasses()
        .that()
        .resideInAPackage("io.weir.manager..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.weir.provider.aws..", "io.weir.provider.scaleway..", "software.amazon..")
        .check(WEIR);
  }

  @Test
  void packagesOfTheManagerHaveNoCycles() {
    slices().matching("io.weir.manager.(*)..").should().beFreeOfCycles().check(WEIR);
  }
}
