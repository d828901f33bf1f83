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
import java.util.function.Predicate;
import java.util.regex.Pattern;

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
              "io.weir.provider.*..calls..")
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

  /** The providers of clouds, with all of their packages. */
  private static final DescribedPredicate<JavaClass> OF_A_CLOUD =
      resideInAPackage("io.weir.provider.*..")
          .and(DescribedPredicate.not(resideInAnyPackage(CodeMap.offers())));

  /** What of a provider decides: all but its calls and its own package. */
  private static final DescribedPredicate<JavaClass> DECIDING =
      OF_A_CLOUD
          .and(resideInAPackage("io.weir.provider.*.*.."))
          .and(DescribedPredicate.not(resideInAnyPackage(CodeMap.calls())));

  /** Roles in a decision, by the ends of names. */
  private static final Pattern DECIDER =
      Pattern.compile(".*(Resolver|Planner|Step|Reporter|Conditions?)");

  /** Types of what is decided from and of what is decided. */
  private static final Set<String> DECIDED =
      Set.of(
          "io.weir.provider.DesiredState",
          "io.weir.provider.ObservedState",
          "io.weir.provider.PlanStep");

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

  /** Of the other nouns of its provider, each imports what the map allows. */
  static List<ArchRule> arrowsOfNouns() {
    var rules = new ArrayList<ArchRule>();
    CodeMap.nouns()
        .forEach(
            (noun, imports) -> {
              var allowed = new ArrayList<String>(imports);
              allowed.add(noun);
              rules.add(
                  classes()
                      .that()
                      .resideInAPackage(noun)
                      .should()
                      .onlyDependOnClassesThat(
                          resideInAnyPackage(allowed.toArray(String[]::new))
                              .or(
                                  DescribedPredicate.not(resideInAnyPackage(allOfNouns()))
                                      .as("others'")))
                      .as("%s imports of its provider only %s".formatted(noun, imports)));
            });
    return rules;
  }

  /** Every class of a provider that is cut by noun is in its own package or in that of a noun. */
  static ArchRule nounsOnTheMap() {
    var known = new ArrayList<String>(CodeMap.nouns().keySet());
    known.addAll(CodeMap.providersByNoun());
    return classes()
        .that()
        .resideInAnyPackage(allOfNouns())
        .should()
        .resideInAnyPackage(known.toArray(String[]::new))
        .as("every class of a provider that is cut by noun lies in a noun of the map");
  }

  private static String[] allOfNouns() {
    return CodeMap.providersByNoun().stream()
        .map(provider -> provider + "..")
        .toArray(String[]::new);
  }

  /** What decides has no client, no clock and no logger. */
  static ArchRule purity() {
    return noClasses()
        .that(resideInAnyPackage(CodeMap.pure()).or(DECIDING))
        .should()
        .dependOnClassesThat(IMPURE)
        .orShould()
        .accessTargetWhere(OUTSIDE)
        .as("what decides has no client, no clock and no logger");
  }

  /**
   * A provider's own package has its factory and what that makes, where nothing else is decided.
   */
  static ArchRule providersOnTop() {
    return classes()
        .that(OF_A_CLOUD.and(resideInAPackage("io.weir.provider.*")))
        .should(beOf("what implements the interface", Rules::isOnTop))
        .as("a provider's own package has its factory and what that makes only");
  }

  private static boolean isOnTop(JavaClass type) {
    String name = outermost(type).getSimpleName();
    return name.endsWith("ProviderFactory")
        || name.endsWith("PoolProvider")
        || name.endsWith("ControlPlaneAccess")
        || name.equals("package-info");
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(Rules::outermost).orElse(type);
  }

  /** Where a provider makes its calls, it decides nothing. */
  static ArchRule noDecisionsInCalls() {
    return classes()
        .that()
        .resideInAnyPackage("io.weir.provider.*..calls..")
        .should(beOf("what decides nothing", type -> !decides(type)))
        .as("where a provider makes its calls, it decides nothing");
  }

  private static boolean decides(JavaClass type) {
    return DECIDER.matcher(type.getSimpleName()).matches()
        || DECIDED.stream().anyMatch(type::isAssignableTo);
  }

  /** No packages of one part refer to each other in a circle. */
  static List<ArchRule> noCycles() {
    return CodeMap.acyclic().stream()
        .<ArchRule>map(packages -> slices().matching(packages).should().beFreeOfCycles())
        .toList();
  }

  private static ArchCondition<JavaClass> beOf(String what, Predicate<JavaClass> which) {
    return new ArchCondition<>("be of " + what) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean found = which.test(type);
        events.add(
            new SimpleConditionEvent(
                type,
                found,
                "%s is %s of %s".formatted(type.getName(), found ? "one" : "none", what)));
      }
    };
  }

  private static DescribedPredicate<JavaClass> named(Set<String> names) {
    return DescribedPredicate.describe(
        "of " + names, type -> names.contains(type.getBaseComponentType().getName()));
  }
}
