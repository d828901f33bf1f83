package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.api.FeatureGates;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.Violation;
import io.weir.api.conversion.SchemaValidator;
import io.weir.bootstrap.admission.BootstrapAdmissions;
import io.weir.bootstrap.admission.EksAdmissions;
import io.weir.engine.admission.EngineAdmissions;
import io.weir.engine.watch.ReconciledObjects;
import io.weir.provider.PoolProviderFactory;
import io.weir.sandbox.objects.Installation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code weir generate}. */
class GenerateTest {

  /** Kinds of providers that Weir takes no part of. */
  private static final Set<String> OF_OTHERS =
      Set.of("KubeadmControlPlane", "AWSMachineTemplate", "AzureMachineTemplate");

  /** What the command itself has a value for. */
  private static final Set<String> OF_COMMAND =
      Set.of("CLUSTER_NAME", "NAMESPACE", "CONTROL_PLANE_MACHINE_COUNT", "WORKER_MACHINE_COUNT");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Weir.command()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  static List<Flavor> flavors() {
    return Flavor.all();
  }

  private static String[] arguments(Flavor flavor, String... command) {
    var arguments = new ArrayList<>(List.of("generate"));
    arguments.addAll(List.of(command));
    arguments.addAll(List.of("-f", flavor.name(), "-i", flavor.infrastructure()));
    flavor.template().variables().entrySet().stream()
        .filter(variable -> variable.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .filter(name -> !OF_COMMAND.contains(name))
        .forEach(name -> arguments.addAll(List.of("--set", name + "=" + value(name))));
    return arguments.toArray(String[]::new);
  }

  private static String value(String variable) {
    return switch (variable) {
      case "KUBERNETES_VERSION" -> "v1.35.4";
      case "AZURE_SUBSCRIPTION_ID", "AZURE_TENANT_ID", "AZURE_CLIENT_ID_USER_ASSIGNED_IDENTITY" ->
          "0b1f6471-1bf0-4dda-aec3-cb9272f09590";
      default -> "value-1";
    };
  }

  private List<ApiObject> objects() throws Exception {
    var objects = new ArrayList<ApiObject>();
    try (MappingIterator<ObjectNode> documents =
        new YAMLMapper().readerFor(ObjectNode.class).readValues(out.toString())) {
      documents.forEachRemaining(document -> objects.add(new ApiObject(document)));
    }
    return objects;
  }

  private static Stream<String> problems(ApiObject object) {
    Stream<String> schema =
        schema(object).stream()
            .flatMap(found -> SchemaValidator.problems(object.copyTree(), found).stream());
    var request = new AdmissionRequest(object.copyTree(), Optional.empty());
    Stream<String> admission =
        admissions()
            .filter(one -> one.kind().equals(object.groupKind()))
            .flatMap(one -> admitted(one, request));
    return Stream.concat(schema, admission).map(problem -> object + " " + problem);
  }

  private static Stream<String> admitted(Admission admission, AdmissionRequest request) {
    var filled = new AdmissionRequest(admission.applyDefaults(request), Optional.empty());
    return admission.violations(filled).stream().map(Violation::fullMessage);
  }

  private static Stream<Admission> admissions() {
    return Stream.of(
            BootstrapAdmissions.all(FeatureGates.DEFAULT),
            EksAdmissions.all(),
            EngineAdmissions.all(FeatureGates.DEFAULT, ReconciledObjects.ALL),
            ServiceLoader.load(PoolProviderFactory.class).stream()
                .flatMap(factory -> factory.get().admissions().stream())
                .toList())
        .flatMap(List::stream);
  }

  private static Optional<JsonNode> schema(ApiObject object) {
    Optional<ObjectNode> crd =
        Installation.of("*", Optional.empty()).crds().stream()
            .filter(
                each ->
                    each.at("/spec/group").asText().equals(object.groupKind().group())
                        && each.at("/spec/names/kind").asText().equals(object.groupKind().kind()))
            .findFirst();
    assertThat(crd.isPresent())
        .as("%s is known", object)
        .isNotEqualTo(OF_OTHERS.contains(object.groupKind().kind()));
    return crd.map(
        found ->
            found
                .at("/spec/versions")
                .valueStream()
                .filter(
                    version ->
                        object
                            .at("/apiVersion")
                            .asText()
                            .endsWith("/" + version.path("name").asText()))
                .findFirst()
                .orElseThrow()
                .at("/schema/openAPIV3Schema"));
  }

  @ParameterizedTest
  @MethodSource("flavors")
  void aClusterIsAcceptedAsItIsPrinted(Flavor flavor) throws Exception {
    int code = run(arguments(flavor, "cluster", "demo", "-n", "team-a"));

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString()).doesNotContain("${");
    assertThat(objects().stream().flatMap(GenerateTest::problems)).isEmpty();
    assertThat(objects()).allMatch(object -> object.namespace().equals("team-a"));
  }

  /** YAML reads such words as numbers, Booleans or nothing where they are not in quotes. */
  @ParameterizedTest
  @MethodSource("flavors")
  void whateverAVariableHoldsStaysText(Flavor flavor) throws Exception {
    for (String word : List.of("2024", "null", "true")) {
      List<String> arguments = new ArrayList<>();
      for (String argument : arguments(flavor, "cluster", word, "-n", word)) {
        arguments.add(argument.replace("=value-1", "=" + word));
      }
      out.getBuffer().setLength(0);
      run(arguments.toArray(String[]::new));

      assertThat(objects()).allMatch(object -> object.namespace().equals(word));
      assertThat(objects())
          .allSatisfy(
              object ->
                  assertThat(leaves(object.copyTree()))
                      .filteredOn(leaf -> leaf.asText().equals(word))
                      .isNotEmpty()
                      .allMatch(JsonNode::isTextual));
    }
  }

  private static Stream<JsonNode> leaves(JsonNode node) {
    return node.isContainerNode()
        ? node.valueStream().flatMap(GenerateTest::leaves)
        : Stream.of(node);
  }

  /** Whatever an object of the template refers to is in the template, but for Secrets. */
  @ParameterizedTest
  @MethodSource("flavors")
  void referencesLeadToObjectsOfTheSameTemplate(Flavor flavor) throws Exception {
    run(arguments(flavor, "cluster", "demo"));

    Set<String> there =
        objects().stream()
            .map(object -> object.groupKind().kind() + "/" + object.name())
            .collect(Collectors.toSet());
    List<String> references =
        objects().stream()
            .flatMap(
                object ->
                    Stream.of("infrastructureRef", "controlPlaneRef", "configRef", "identityRef")
                        .flatMap(field -> object.copyTree().findValues(field).stream()))
            .map(each -> each.path("kind").asText() + "/" + each.path("name").asText())
            .toList();
    assertThat(references).isNotEmpty();
    assertThat(there).containsAll(references);
  }

  @ParameterizedTest
  @MethodSource("flavors")
  void aPoolIsWhatTheFlavorHasOfItUnderItsOwnName(Flavor flavor) throws Exception {
    run(arguments(flavor, "pool", "more", "--cluster", "demo", "--worker-machine-count", "4"));

    List<ApiObject> objects = objects();
    assertThat(err.toString()).isEmpty();
    assertThat(objects.stream().flatMap(GenerateTest::problems)).isEmpty();
    assertThat(objects).allMatch(object -> object.name().equals("more"));
    assertThat(objects)
        .filteredOn(object -> object.groupKind().kind().equals("MachinePool"))
        .singleElement()
        .satisfies(
            pool -> {
              assertThat(pool.at("/spec/clusterName").asText()).isEqualTo("demo");
              assertThat(pool.at("/spec/replicas").asInt()).isEqualTo(4);
            });
    assertThat(out.toString()).doesNotContain("demo-mp-0", "demo-pool-0");
  }

  @Test
  void aPoolMayBeAddedToTheFileOfItsCluster() throws Exception {
    var flavor = new Flavor("aws", "eks-managedmachinepool");
    run(arguments(flavor, "cluster", "demo"));
    run(arguments(flavor, "pool", "more", "--cluster", "demo"));

    assertThat(objects())
        .filteredOn(object -> object.groupKind().kind().equals("AWSManagedMachinePool"))
        .extracting(ApiObject::name)
        .containsExactly("demo-pool-0", "more");
  }

  @Test
  void variablesAreListedWithOptionsAndValues() {
    int code =
        run("generate", "cluster", "demo", "-f", "eks-managedmachinepool", "--list-variables");

    assertThat(code).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "Required Variables:",
            "  - AWS_REGION",
            "  - AWS_SSH_KEY_NAME",
            "  - KUBERNETES_VERSION, --kubernetes-version",
            "",
            "Optional Variables:",
            "  - CLUSTER_NAME (defaults to demo)",
            "  - NAMESPACE, --target-namespace (defaults to default)",
            "  - WORKER_MACHINE_COUNT, --worker-machine-count (defaults to 0)");
  }

  @Test
  void whatIsGivenIsListedAsTheValue() {
    run(
        ("generate cluster demo -i azure --list-variables -n team-a --kubernetes-version 1.35.4"
                + " --set CONTROL_PLANE_MACHINE_COUNT=3 --set WORKER_MACHINE_COUNT=2")
            .split(" "));

    assertThat(out.toString())
        .contains(
            "  - CONTROL_PLANE_MACHINE_COUNT, --control-plane-machine-count (defaults to 3)",
            "  - KUBERNETES_VERSION, --kubernetes-version (defaults to v1.35.4)",
            "  - NAMESPACE, --target-namespace (defaults to team-a)",
            "  - WORKER_MACHINE_COUNT, --worker-machine-count (defaults to 2)",
            "  - CLUSTER_IDENTITY_TYPE (defaults to WorkloadIdentity)");
  }

  @ParameterizedTest
  @CsvSource({
    "cluster demo, 0",
    "cluster demo --set WORKER_MACHINE_COUNT=2, 2",
    "cluster demo --set WORKER_MACHINE_COUNT=2 --worker-machine-count 3, 3",
    "pool p --cluster demo, 1",
    "pool p --cluster demo --worker-machine-count 0, 0"
  })
  void aPoolHasTheMachinesThatAreAskedFor(String command, int machines) throws Exception {
    run(arguments(new Flavor("aws", "eks-machinepool"), command.split(" ")));

    assertThat(objects())
        .filteredOn(object -> object.groupKind().kind().equals("MachinePool"))
        .singleElement()
        .satisfies(pool -> assertThat(pool.at("/spec/replicas").asInt(-1)).isEqualTo(machines));
  }

  @Test
  void defaultsMayHaveVariablesThatMayBeReplaced() {
    var template = new FlavorTemplate("a: ${A:=${B}-x}\nb: ${C:-\"\"}\nc: $D {e}\n");

    assertThat(template.variables()).containsOnlyKeys("A", "B", "C");
    assertThat(template.variables().get("B")).isEmpty();
    assertThat(template.fill(Map.of("B", "b"))).isEqualTo("a: b-x\nb: \"\"\nc: $D {e}\n");
    assertThat(template.fill(Map.of("A", "a", "C", "c"))).isEqualTo("a: a\nb: c\nc: $D {e}\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {":=", ":-", "=", "-"})
  void anEmptyVariableHasAValueButLeavesADefault(String operator) {
    var template = new FlavorTemplate("a: \"${A}\"\nb: ${B%sb}\n".formatted(operator));

    assertThat(template.fill(Map.of("A", "", "B", ""))).isEqualTo("a: \"\"\nb: b\n");
  }

  @Test
  void anEmptyKeyAsksForNoKeyPair() throws Exception {
    int code =
        run(
            ("generate cluster demo -f eks-managedmachinepool --kubernetes-version v1.35.4"
                    + " --set AWS_REGION=eu-central-1 --set AWS_SSH_KEY_NAME=")
                .split(" "));

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(objects())
        .filteredOn(object -> object.groupKind().kind().equals("AWSManagedControlPlane"))
        .singleElement()
        .satisfies(plane -> assertThat(plane.at("/spec/sshKeyName").asText("none")).isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cluster demo                                   | there is a flavor machinepool for aws and for azure; choose one with --infrastructure
          cluster demo -f aks                            | there is no flavor aks; choose from machinepool (aws), eks-machinepool (aws)
          cluster demo -f machinepool -i gcp:v1.8.0      | there is no flavor machinepool for gcp; choose from
          cluster Demo -i aws                            | cluster "Demo" cannot be a name: use up to 63 lower-case letters
          pool p --cluster demo -f eks-machinepool --set KUBERNETES_VERSION=v1.35.4 --set AWS_SSH_KEY_NAME=k | flavor eks-machinepool needs a value for AWS_NODE_MACHINE_TYPE: export AWS_NODE_MACHINE_TYPE=…, or add --set AWS_NODE_MACHINE_TYPE=…
          pool p --cluster demo -f eks-machinepool --kubernetes-version 1.35 | KUBERNETES_VERSION (--kubernetes-version) is "1.35", which is not whole: name all three numbers, such as v1.35.4
          pool p --cluster demo -f eks-machinepool --set AWS_SSH_KEY_NAME=k --set AWS_NODE_MACHINE_TYPE=t --set KUBERNETES_VERSION= | needs a value for KUBERNETES_VERSION (--kubernetes-version): export KUBERNETES_VERSION=…
          pool p --cluster demo -f eks-machinepool --worker-machine-count -1 | WORKER_MACHINE_COUNT (--worker-machine-count) is "-1": set it to a whole number, 0 or more
          pool p --cluster demo -f eks-machinepool --set WORKER_MACHINE_COUNT=two | WORKER_MACHINE_COUNT (--worker-machine-count) is "two": set it
          cluster demo -i aws --set WORKER_MACHINE_COUNT= --list-variables | WORKER_MACHINE_COUNT (--worker-machine-count) is "": set it
          cluster demo -i aws --control-plane-machine-count 0 | CONTROL_PLANE_MACHINE_COUNT (--control-plane-machine-count) is "0": set it to a whole number, 1 or more
          cluster demo -i aws --set NAMESPACE=Team | NAMESPACE (--target-namespace) "Team" cannot be a name: use up to 63 lower-case letters
          pool p                                         | Missing required option: '--cluster=NAME'
          """)
  void whatCannotBeMadeIsSaidInOneSentence(String arguments, String words) {
    int code = run(("generate " + arguments).split(" "));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains(words);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aVersionGetsTheLetterThatClusterApiWants() {
    run(
        arguments(
            new Flavor("aws", "machinepool"), "cluster", "demo", "--kubernetes-version", "1.34.2"));

    assertThat(out.toString()).contains("version: \"v1.34.2\"").doesNotContain("\"1.34.2\"");
  }
}
