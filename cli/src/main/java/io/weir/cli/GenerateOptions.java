package io.weir.cli;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is made from which template, told as clusterctl is told it. */
final class GenerateOptions {

  static final String CLUSTER_NAME = "CLUSTER_NAME";
  static final String CONTROL_PLANE_MACHINE_COUNT = "CONTROL_PLANE_MACHINE_COUNT";
  private static final String NAMESPACE = "NAMESPACE";
  private static final String KUBERNETES_VERSION = "KUBERNETES_VERSION";
  private static final String WORKER_MACHINE_COUNT = "WORKER_MACHINE_COUNT";

  /** The option that sets a variable, for those that have one. */
  private static final Map<String, String> OPTIONS =
      Map.of(
          NAMESPACE, "--target-namespace",
          KUBERNETES_VERSION, "--kubernetes-version",
          CONTROL_PLANE_MACHINE_COUNT, "--control-plane-machine-count",
          WORKER_MACHINE_COUNT, "--worker-machine-count");

  private static final Pattern VERSION = Pattern.compile("v?(\\d+\\.\\d+\\.\\d+\\S*)");
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
  private @Nullable String namespace;

  @Option(
      names = "--kubernetes-version",
      paramLabel = "VERSION",
      description = "Kubernetes version, such as v1.35.4 (default: $$KUBERNETES_VERSION).")
  private @Nullable String version;

  @Option(
      names = "--worker-machine-count",
      paramLabel = "N",
      description = "Machines of the pool (default: $$WORKER_MACHINE_COUNT, else 1).")
  private @Nullable Integer workers;

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
   * Prints the manifests, or what they need.
   *
   * @param given values of variables that the command's own options have
   * @throws ParameterException if a value is missing
   */
  void print(FlavorTemplate template, Map<String, String> given) {
    PrintWriter out = spec.commandLine().getOut();
    Map<String, Optional<String>> variables = template.variables();
    if (listVariables) {
      list(out, variables);
    } else {
      Map<String, String> all = values(given);
      List<String> missing =
          variables.entrySet().stream()
              .filter(variable -> variable.getValue().isEmpty())
              .map(Map.Entry::getKey)
              .filter(name -> !all.containsKey(name))
              .toList();
      if (!missing.isEmpty()) {
        throw misuse(missing(missing));
      }
      out.print(template.fill(all));
    }
    out.flush();
  }

  private String missing(List<String> names) {
    List<String> told =
        names.stream()
            .map(
                name ->
                    OPTIONS.containsKey(name) ? "%s (%s)".formatted(name, OPTIONS.get(name)) : name)
            .toList();
    return "flavor %s needs a value for %s: export %s=…, or add --set %3$s=…"
        .formatted(flavor, String.join(", ", told), names.getFirst());
  }

  private static void list(PrintWriter out, Map<String, Optional<String>> variables) {
    out.println("Required Variables:");
    variables.forEach(
        (name, otherwise) -> {
          if (otherwise.isEmpty()) {
            out.println("  - " + name + option(name));
          }
        });
    out.println();
    out.println("Optional Variables:");
    variables.forEach(
        (name, otherwise) ->
            otherwise.ifPresent(
                value ->
                    out.println(
                        "  - %s%s (defaults to %s)"
                            .formatted(name, option(name), value.isEmpty() ? "\"\"" : value))));
  }

  private static String option(String name) {
    return OPTIONS.containsKey(name) ? ", " + OPTIONS.get(name) : "";
  }

  private Map<String, String> values(Map<String, String> given) {
    var all = new HashMap<>(System.getenv());
    all.putAll(values);
    all.putAll(given);
    if (namespace != null) {
      all.put(NAMESPACE, requireName("namespace", namespace));
    }
    if (version != null) {
      all.put(KUBERNETES_VERSION, version);
    }
    if (workers != null) {
      all.put(WORKER_MACHINE_COUNT, count(WORKER_MACHINE_COUNT, workers));
    }
    all.computeIfPresent(KUBERNETES_VERSION, (_, value) -> version(value));
    return all;
  }

  /** Cluster API takes versions with a v only. */
  private String version(String given) {
    var whole = VERSION.matcher(given);
    if (!given.isEmpty() && !whole.matches()) {
      throw misuse(
          "Kubernetes version %s is not whole: name it with all three numbers, such as v1.35.4"
              .formatted(given));
    }
    return given.isEmpty() ? "" : "v" + whole.group(1);
  }

  /** The value of a variable that is a number of machines. */
  String count(String variable, int number) {
    if (number < 0) {
      throw misuse("%s is %d: it must be 0 or more".formatted(OPTIONS.get(variable), number));
    }
    return Integer.toString(number);
  }

  private ParameterException misuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
