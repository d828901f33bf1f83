package io.weir.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is made from which template, told as clusterctl is told it. */
final class GenerateOptions {

  static final String CLUSTER_NAME = "CLUSTER_NAME";
  static final String CONTROL_PLANE_MACHINE_COUNT = "CONTROL_PLANE_MACHINE_COUNT";
  static final String WORKER_MACHINE_COUNT = "WORKER_MACHINE_COUNT";
  private static final String NAMESPACE = "NAMESPACE";
  private static final String KUBERNETES_VERSION = "KUBERNETES_VERSION";

  /** The option that sets a variable, for those that have one. */
  private static final Map<String, String> OPTIONS =
      Map.of(
          NAMESPACE, "--target-namespace",
          KUBERNETES_VERSION, "--kubernetes-version",
          CONTROL_PLANE_MACHINE_COUNT, "--control-plane-machine-count",
          WORKER_MACHINE_COUNT, "--worker-machine-count");

  private static final Pattern VERSION = Pattern.compile("v?(\\d+\\.\\d+\\.\\d+\\S*)");
  private static final Pattern COUNT = Pattern.compile("0|[1-9]\\d{0,8}");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-f", "--flavor"},
      paramLabel = "FLAVOR",
      defaultValue = "machinepool",
      completionCandidates = FlavorNames.class,
      description = "The template: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private String flavor = "";

  @Option(
      names = {"-i", "--infrastructure"},
      paramLabel = "PROVIDER",
      description =
          "The infrastructure provider whose template is meant, such as aws; required if several"
              + " have the flavor.")
  private String infrastructure = "";

  @Option(
      names = {"-n", "--target-namespace"},
      paramLabel = "NAME",
      description = "Namespace of the objects (default: $$NAMESPACE, else default).")
  private String namespace = "";

  @Option(
      names = "--kubernetes-version",
      paramLabel = "VERSION",
      description = "Kubernetes version, such as v1.35.4 (default: $$KUBERNETES_VERSION).")
  private String version = "";

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "Value of a variable of the template, in the place of the environment's. May be"
              + " repeated.")
  private Map<String, String> values = new LinkedHashMap<>();

  @Option(
      names = "--list-variables",
      description = "Print the variables of the template, and nothing else.")
  private boolean listVariables;

  /** The names of all flavors, in order. */
  static final class FlavorNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Flavor.all().stream().map(Flavor::name).distinct().iterator();
    }
  }

  /**
   * The template that is meant.
   *
   * @throws ParameterException if there is none
   */
  FlavorTemplate template() {
    try {
      return Flavor.find(flavor, infrastructure).template();
    } catch (IllegalArgumentException unknown) {
      throw misuse(String.valueOf(unknown.getMessage()));
    }
  }

  /**
   * A name that objects can have.
   *
   * @param what it is the name of, for people
   * @throws ParameterException if it is not one
   */
  String requireName(String what, String name) {
    if (!LABEL.matcher(name).matches()) {
      throw misuse(
          "%s \"%s\" cannot be a name: use up to 63 lower-case letters, digits and dashes, with a letter or digit at both ends"
              .formatted(what, name));
    }
    return name;
  }

  /**
   * A number of machines.
   *
   * @param variable that has it in templates
   * @param given what its option says; null if it was not given
   * @param fewest that make sense
   * @param otherwise if neither the option nor the variable is set
   * @throws ParameterException if it is no such number
   */
  String count(String variable, @Nullable String given, int fewest, int otherwise) {
    String count =
        given == null ? set().getOrDefault(variable, Integer.toString(otherwise)) : given;
    if (!COUNT.matcher(count).matches() || Integer.parseInt(count) < fewest) {
      throw misuse(
          "%s is \"%s\": set it to a whole number, %d or more"
              .formatted(described(variable), count, fewest));
    }
    return count;
  }

  /**
   * Prints the manifests, or what they need.
   *
   * @param given values of variables that the command has for every template
   * @throws ParameterException if a value is missing
   */
  void print(FlavorTemplate template, Map<String, String> given) {
    PrintWriter out = spec.commandLine().getOut();
    Map<String, Optional<String>> variables = template.variables();
    Map<String, String> decided = decided(given);
    if (listVariables) {
      list(out, variables, decided);
    } else {
      Map<String, String> all = set();
      all.remove(KUBERNETES_VERSION);
      all.putAll(decided);
      List<String> missing =
          variables.entrySet().stream()
              .filter(variable -> variable.getValue().isEmpty())
              .map(Map.Entry::getKey)
              .filter(name -> !all.containsKey(name))
              .toList();
      if (!missing.isEmpty()) {
        throw misuse(missing(missing));
      }
      // So that it may also be added to a file that has manifests.
      out.println("---");
      out.print(template.fill(all));
    }
    out.flush();
  }

  private String missing(List<String> names) {
    return "flavor %s needs a value for %s: export %s=…, or add --set %3$s=…"
        .formatted(
            flavor,
            names.stream().map(GenerateOptions::described).collect(Collectors.joining(", ")),
            names.getFirst());
  }

  private static String described(String variable) {
    return OPTIONS.containsKey(variable)
        ? "%s (%s)".formatted(variable, OPTIONS.get(variable))
        : variable;
  }

  private static void list(
      PrintWriter out, Map<String, Optional<String>> variables, Map<String, String> decided) {
    var required = new ArrayList<String>();
    var optional = new ArrayList<String>();
    variables.forEach(
        (name, ofTemplate) -> {
          String line = "  - " + name + option(name);
          Optional.ofNullable(decided.get(name))
              .or(() -> ofTemplate)
              .ifPresentOrElse(
                  value -> optional.add("%s (defaults to %s)".formatted(line, value)),
                  () -> required.add(line));
        });
    if (!required.isEmpty()) {
      out.println("Required Variables:");
      required.forEach(out::println);
      out.println();
    }
    out.println("Optional Variables:");
    optional.forEach(out::println);
  }

  private static String option(String name) {
    return OPTIONS.containsKey(name) ? ", " + OPTIONS.get(name) : "";
  }

  /** What --set and the environment say. */
  private Map<String, String> set() {
    var all = new HashMap<>(System.getenv());
    all.putAll(values);
    return all;
  }

  /** The values of variables that mean the same in every template. */
  private Map<String, String> decided(Map<String, String> given) {
    var decided = new HashMap<>(given);
    decided.put(
        NAMESPACE,
        requireName(described(NAMESPACE), named(namespace, NAMESPACE).orElse("default")));
    named(version, KUBERNETES_VERSION)
        .ifPresent(found -> decided.put(KUBERNETES_VERSION, version(found)));
    return decided;
  }

  /** What an option says, else its variable, if that is anything. */
  private Optional<String> named(String option, String variable) {
    return Stream.of(option, set().getOrDefault(variable, ""))
        .filter(value -> !value.isEmpty())
        .findFirst();
  }

  /** Cluster API takes versions with a v only. */
  private String version(String given) {
    var whole = VERSION.matcher(given);
    if (!whole.matches()) {
      throw misuse(
          "%s is \"%s\", which is not whole: name all three numbers, such as v1.35.4"
              .formatted(described(KUBERNETES_VERSION), given));
    }
    return "v" + whole.group(1);
  }

  private ParameterException misuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
