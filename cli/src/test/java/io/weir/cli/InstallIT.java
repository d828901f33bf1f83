package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.Json;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.controlplane.pki.CertificateAuthority;
import io.weir.controlplane.process.Command;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@WithControlPlane
class InstallIT {

  private static final String FOREIGN =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: awsclusters.infrastructure.cluster.x-k8s.io}
      spec:
        group: infrastructure.cluster.x-k8s.io
        names: {kind: AWSCluster, listKind: AWSClusterList, plural: awsclusters, singular: awscluster}
        scope: Namespaced
        versions:
          - name: v1beta2
            served: true
            storage: true
            schema: {openAPIV3Schema: {type: object, description: somebody else's}}
      """;

  private static final String BUNDLE = newBundle();
  private static final String RENEWED_BUNDLE = newBundle();

  private static final String BY_URL =
      """
      [{"op": "replace", "path": "/spec/conversion/webhook/clientConfig",
        "value": {"url": "https://127.0.0.1:1/convert", "caBundle": "%s"}}]
      """
          .formatted(BUNDLE);

  private static final String RENEWED = BY_URL.replace(BUNDLE, RENEWED_BUNDLE);

  private static final String BY_SERVICE =
      """
      {"metadata": {"labels": {"cluster.x-k8s.io/provider": "bootstrap-kubeadm"}},
       "spec": {"conversion": {"strategy": "Webhook", "webhook": {
         "conversionReviewVersions": ["v1", "v1beta1"],
         "clientConfig": {"service": {"namespace": "capi-system",
           "name": "capi-webhook-service", "path": "/convert"}}}}}}
      """;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ControlPlane cluster;
  private final StringWriter printed = new StringWriter();

  @TempDir private Path directory;

  InstallIT(@NamedCluster("install") ControlPlane cluster) {
    this.cluster = cluster;
  }

  @Test
  void installsWhatIsMissingAndLeavesWhatOthersInstalledHoweverOftenItIsRun() throws Exception {
    forgetKind();
    cluster.apply(FOREIGN);

    int first = install();
    int second = install();

    assertThat(first).isZero();
    assertThat(second).isZero();
    assertThat(printed.toString())
        .containsPattern("installed [1-9]\\d* CRDs")
        .contains("awsclusters.infrastructure.cluster.x-k8s.io already exists and is left as it is")
        .doesNotContain("machinepools.cluster.x-k8s.io already exists");
    assertThat(kubectl("get", "crd", "awsclusters.infrastructure.cluster.x-k8s.io", "-o", "yaml"))
        .contains("somebody else's");
    assertThat(kubectl("get", "crd", "-l", "clusterctl.cluster.x-k8s.io=", "-o", "name"))
        .contains(
            "/machinepools.cluster.x-k8s.io", "/awsmachinepools.infrastructure.cluster.x-k8s.io");
    assertThat(said(it -> it.contains("FIELD: replicas"), "explain", "machinepool.spec.replicas"))
        .contains("FIELD: replicas");
    assertThat(printed.toString())
        .contains(
            "ServiceAccount weir-manager in namespace weir-system has the manager's permissions")
        .contains("Next, start the manager");
  }

  @Test
  void leavesTheMachineDrainRulesThatClusterApiHasInstalled() throws Exception {
    String name = "machinedrainrules.cluster.x-k8s.io";
    kubectl("delete", "crd", name, "--ignore-not-found");
    cluster.apply(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: %s}
        spec:
          group: cluster.x-k8s.io
          names: {kind: MachineDrainRule, listKind: MachineDrainRuleList, plural: machinedrainrules, singular: machinedrainrule}
          scope: Namespaced
          versions:
            - name: v1beta2
              served: true
              storage: true
              schema: {openAPIV3Schema: {type: object, description: Cluster API's}}
        """
            .formatted(name));
    try {
      int code = install();

      assertThat(code).isZero();
      assertThat(printed.toString()).contains(name + " already exists and is left as it is");
      assertThat(kubectl("get", "crd", name, "-o", "yaml")).contains("Cluster API's");
    } finally {
      kubectl("delete", "crd", name);
      int _ = install();
    }
  }

  @Test
  void givesTheManagersAccountTheRightsItNeedsAndNoOthers() throws Exception {
    int code = install();

    assertThat(code).isZero();
    assertMay("yes", "patch", "awsmachinepools/status", "-n", "team-a");
    assertMay("yes", "list", "scalewaymanagedmachinepools", "-A");
    assertMay("yes", "create", "secrets", "-n", "team-a");
    assertMay("yes", "patch", "leases", "-n", "weir-system");
    assertMay("no", "delete", "secrets", "-n", "team-a");
    assertMay("no", "patch", "leases", "-n", "team-a");
    assertThat(kubectl("get", "service", "weir-webhook", "-n", "weir-system", "-o", "yaml"))
        .contains("targetPort: 9443");
  }

  @Test
  void holdsTheRightsToANamespaceWhenItIsAskedTo() throws Exception {
    CommandLine weir = Weir.command();
    weir.setOut(new PrintWriter(printed, true));
    kubectl("create", "namespace", "team-b");
    kubectl("delete", "clusterrolebinding", "weir-manager-objects", "--ignore-not-found");
    forgetKind();

    int code = weir.execute("install", "-o", "yaml", "--namespace", "team-b");

    assertThat(code).isZero();
    cluster.apply(printed.toString());
    assertMay("yes", "list", "secrets", "-n", "team-b");
    assertMay("no", "list", "secrets", "-n", "team-a");
    assertMay("yes", "watch", "configmaps/weir-ownership", "-n", "weir-system");
    assertMay("yes", "patch", "awsmachinepools", "-n", "team-b");
    assertMay("yes", "list", "awsclustercontrolleridentities");
    assertMay("yes", "create", "events.events.k8s.io", "-n", "weir-system");
  }

  @Test
  void runsTheManagerOfAnImageInPodsThatMeetTheRestrictedStandard() throws Exception {
    kubectl("create", "namespace", "restricted");
    kubectl("label", "namespace", "restricted", "pod-security.kubernetes.io/enforce=restricted");
    try {
      int first =
          install("--image=registry.example.com/weir:1", "--manager-option=--watch-filter=weir");
      int second = install(); // leaves it as it is
      assertThat(first + second).as(printed.toString()).isZero();
      JsonNode pods =
          Json.MAPPER
              .readTree(
                  kubectl("get", "deployment", "weir-manager", "-n", "weir-system", "-o", "json"))
              .at("/spec/template");
      ObjectNode pod = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
      pod.putObject("metadata").put("name", "manager").put("namespace", "restricted");
      pod.set("spec", ((ObjectNode) pods.path("spec").deepCopy()).without("serviceAccountName"));
      Path file = Files.writeString(directory.resolve("pod.json"), pod.toString());

      assertThat(pods.at("/spec/containers/0/image").asText())
          .isEqualTo("registry.example.com/weir:1");
      assertThat(pods.at("/spec/containers/0/args"))
          .extracting(JsonNode::asText)
          .containsExactly("--watch-filter=weir");
      assertThat(kubectl("create", "--dry-run=server", "-f", file.toString())).contains("created");
      assertThat(kubectl("get", "service", "weir-webhook", "-n", "weir-system", "-o", "json"))
          .contains("\"app.kubernetes.io/name\": \"weir-manager\"");
      assertThat(pods.at("/metadata/labels/app.kubernetes.io~1name").asText())
          .isEqualTo("weir-manager");
    } finally {
      kubectl("delete", "deployment", "weir-manager", "-n", "weir-system", "--ignore-not-found");
      kubectl("delete", "namespace", "restricted");
    }
  }

  @Test
  void saysThatWiderRightsOfAnEarlierInstallationAreStillThere() {
    int wide = install();

    int narrow = install("--namespace", "default");

    assertThat(wide + narrow).isZero();
    assertThat(printed.toString())
        .containsOnlyOnce("delete them to revoke that")
        .contains("ClusterRoleBinding weir-manager-objects");
  }

  /** Whoever merges theirs into it, as clusterctl does, leaves Weir's annotation where it was. */
  @Test
  void leavesACrdThatAnotherOwnerHasInstalledSinceAndSaysWho() throws Exception {
    String name = "awsclusters.infrastructure.cluster.x-k8s.io";
    forgetKind();
    int first = install();
    mergeAs("clusterctl", name, FOREIGN);
    try {
      int second = install();

      assertThat(first + second).isZero();
      assertThat(kubectl("get", "crd", name, "-o", "yaml"))
          .contains("weir.io/installed", "somebody else's");
      assertThat(printed.toString()).containsPattern(name + " .*\"clusterctl\".*is left as it is");
    } finally {
      forgetKind();
      int _ = install();
    }
  }

  /** A manager outside of the cluster has put its URL where clusterctl merges a Service. */
  @Test
  void whatTheDocumentationSaysMakesRoomForTheServiceOfClusterApi() throws Exception {
    String name = "kubeadmconfigtemplates.bootstrap.cluster.x-k8s.io";
    int first = install();
    kubectl("patch", "crd", name, "--type=json", "--field-manager=weir", "-p", BY_URL);
    try {
      String refused = merge("clusterctl", name, BY_SERVICE).err();
      run("crd=crd/" + name + "; " + commandOfTheDocumentation());
      String accepted = merge("clusterctl", name, BY_SERVICE).outputOrThrow();
      int second = install();

      assertThat(first + second).isZero();
      assertThat(refused).contains("exactly one of url or service is required");
      assertThat(accepted).contains("patched");
      assertThat(kubectl("get", "crd", name, "-o", "yaml")).contains("capi-webhook-service");
      assertThat(printed.toString()).containsPattern(name + " .*\"clusterctl\".*is left as it is");
    } finally {
      kubectl("delete", "crd", name);
      int _ = install();
    }
  }

  /** What is the same with an URL stays, whatever its certificate is by now. */
  @Test
  void keepsTheUrlThatAManagerOutsideOfTheClusterHasSet() throws Exception {
    String name = "kubeadmconfigtemplates.bootstrap.cluster.x-k8s.io";
    int first = install();
    kubectl("patch", "crd", name, "--type=json", "--field-manager=weir", "-p", BY_URL);
    try {
      int second = install();
      kubectl("patch", "crd", name, "--type=json", "--field-manager=weir", "-p", RENEWED);
      int third = install();

      assertThat(first + second + third).isZero();
      assertThat(kubectl("get", "crd", name, "-o", "yaml")).contains(RENEWED_BUNDLE, "127.0.0.1:1");
      assertThat(printed.toString()).doesNotContain(name);
    } finally {
      kubectl("delete", "crd", name);
      int _ = install();
    }
  }

  private static String newBundle() {
    String pem = CertificateAuthority.create("test").ownCredential().certificatePem();
    return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
  }

  private Command.Result merge(String owner, String crd, String patch) throws Exception {
    return cluster.kubectl(
        "patch", "crd", crd, "--type=merge", "--field-manager=" + owner, "-p", patch);
  }

  private void mergeAs(String owner, String crd, String manifest) throws Exception {
    String _ = merge(owner, crd, new YAMLMapper().readTree(manifest).toString()).outputOrThrow();
  }

  /** What makes room in one CRD; it is given for all of them. */
  private static String commandOfTheDocumentation() throws IOException {
    return Files.readString(Path.of("..", "docs", "concepts.md"))
        .lines()
        .filter(line -> line.contains("kubectl patch \"$crd\""))
        .findFirst()
        .orElseThrow();
  }

  private void run(String command) throws Exception {
    var shell = new ProcessBuilder("bash", "-euc", command);
    Path kubectl = Binaries.findOrBuild(_ -> {}).path(Binary.KUBECTL);
    shell.environment().put("KUBECONFIG", cluster.adminKubeconfig().toString());
    shell
        .environment()
        .merge("PATH", kubectl.getParent().toString(), (old, own) -> own + ":" + old);
    shell.directory(directory.toFile()).inheritIO();
    assertThat(shell.start().waitFor()).isZero();
  }

  private void forgetKind() throws Exception {
    kubectl("delete", "crd", "awsclusters.infrastructure.cluster.x-k8s.io", "--ignore-not-found");
  }

  private void assertMay(String answer, String verb, String resource, String... where)
      throws Exception {
    var line = new ArrayList<>(List.of("auth", "can-i", verb, resource));
    line.addAll(List.of(where));
    line.add("--as=system:serviceaccount:weir-system:weir-manager");

    String said = said(it -> it.strip().equals(answer), line.toArray(String[]::new));

    assertThat(said.strip()).as("%s %s", verb, resource).isEqualTo(answer);
  }

  /**
   * What kubectl comes to say, or what it still says after a while: an API server knows rights, and
   * describes kinds, a moment after they were stored.
   */
  private String said(Predicate<String> wanted, String... arguments) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    String said;
    do {
      said = cluster.kubectl(arguments).out(); // the exit code of a no is 1
    } while (!wanted.test(said) && System.nanoTime() < end);
    return said;
  }

  private int install(String... more) {
    CommandLine weir = Weir.command();
    weir.setOut(new PrintWriter(printed, true));
    weir.setErr(new PrintWriter(printed, true));
    var line =
        new ArrayList<>(List.of("install", "--kubeconfig", cluster.adminKubeconfig().toString()));
    line.addAll(List.of(more));
    return weir.execute(line.toArray(String[]::new));
  }

  private String kubectl(String... arguments) throws IOException, InterruptedException {
    return cluster.kubectl(arguments).outputOrThrow();
  }
}
