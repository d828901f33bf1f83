package io.weir.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The rules, each of which can be checked on the classes of one module alone. */
final class Rules {

  /** What meets the outside world, the time, or other threads. */
  private static final DescribedPredicate<JavaClass> IMPURE =
      resideInAnyPackage(
              "io.fabric8..",
              "software.amazon..",
              "org.slf4j..",
              "ch.qos.logback..",
              "java.net..",
              "java.nio.channels..",
              "java.nio.file..",
              "java.util.concurrent..",
              "java.util.logging..",
              "javax.net..",
              "io.weir.provider.*.apply..",
              "io.weir.provider.*.calls..")
          .and(DescribedPredicate.not(named(Set.of("java.net.URI", "java.net.URISyntaxException"))))
          .or(
              named(
                  Set.of(
                      "java.io.File",
                      "java.io.FileInputStream",
                      "java.io.FileOutputStream",
                      "java.io.FileReader",
                      "java.io.FileWriter",
                      "java.io.RandomAccessFile",
                      "java.lang.ProcessBuilder",
                      "java.lang.Runtime",
                      "java.lang.System$Logger",
                      "java.lang.Thread",
                      "java.time.Clock",
                      "java.time.InstantSource",
                      "java.util.Timer",
                      "io.weir.provider.CallGate",
                      "io.weir.provider.http.JsonApiClient",
                      "io.weir.provider.http.JsonHttpClient",
                      "io.weir.provider.http.PageReader")))
          .as("clients, clocks, loggers, files, sockets and threads");

  /** The time and the environment, by another door. */
  private static final DescribedPredicate<JavaAccess<?>> OUTSIDE =
      DescribedPredicate.describe(
          "the time or the environment",
          access ->
              (access.getTargetOwner().getPackageName().equals("java.time")
                      && access.getName().equals("now"))
                  || (access.getTargetOwner().getName().equals("java.lang.System")
                      && !access.getName().equals("arraycopy")
                      && !access.getName().equals("lineSeparator")
                      && !access.getName().equals("identityHashCode")));

  private Rules() {}

  /** Every class lies in a package that the map names. */
  static ArchRule onTheMap() {
    return classes()
        .should()
        .resideInAnyPackage(CodeMap.arrows().keySet().toArray(String[]::new))
        .as("every class lies in a part of the map of the code");
  }

  /** One rule for each part: of Weir it imports what the map allows. */
  static List<ArchRule> arrows() {
    var rules = new ArrayList<ArchRule>();
    CodeMap.arrows()
        .forEach(
            (part, imports) -> {
              var allowed = new ArrayList<String>(imports);
              allowed.add(part);
              rules.add(
                  classes()
                      .that()
                      .resideInAPackage(part)
                      .should()
                      .onlyDependOnClassesThat(
                          resideInAnyPackage(allowed.toArray(String[]::new))
                              .or(
                                  DescribedPredicate.not(resideInAPackage("io.weir.."))
                                      .as("others'")))
                      .as("%s imports of Weir only %s".formatted(part, imports)));
            });
    return rules;
  }

  /** What decides has no client, no clock and no logger. */
  static ArchRule purity() {
    return noClasses()
        .that()
        .resideInAnyPackage(CodeMap.pure())
        .should()
        .dependOnClassesThat(IMPURE)
        .orShould()
        .accessTargetWhere(OUTSIDE)
        .as("what decides has no client, no clock and no logger");
  }

  /** A provider decides in packages of the names that the rule of purity knows. */
  static ArchRule decisionsOfProviders() {
    return classes()
        .that()
        .haveSimpleNameEndingWith("PoolProvider")
        .and()
        .resideInAPackage("io.weir.provider.*")
        .should(haveBesideThem(List.of("desired", "plan", "report")))
        .as("a provider decides in its packages desired, plan and report");
  }

  /** No packages of one part refer to each other in a circle. */
  static List<ArchRule> noCycles() {
    return CodeMap.acyclic().stream()
        .<ArchRule>map(packages -> slices().matching(packages).should().beFreeOfCycles())
        .toList();
  }

  private static ArchCondition<JavaClass> haveBesideThem(List<String> packages) {
    return new ArchCondition<>("have beside them " + packages) {
      @Override
      public void check(JavaClass provider, ConditionEvents events) {
        packages.forEach(
            name -> {
              boolean found = provider.getPackage().containsPackage(name);
              events.add(
                  new SimpleConditionEvent(
                      provider,
                      found,
                      "%s has%s a package %s beside it"
                          .formatted(provider.getName(), found ? "" : " not", name)));
            });
      }
    };
  }

  private static DescribedPredicate<JavaClass> named(Set<String> names) {
    return DescribedPredicate.describe(
        "of " + names, type -> names.contains(type.getBaseComponentType().getName()));
  }
}
