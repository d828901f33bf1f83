package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.WithControlPlane;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
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

  private final ControlPlane cluster;
  private final StringWriter printed = new StringWriter();

  InstallIT(ControlPlane cluster) {
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
        .containsPattern("[1-9]\\d* kinds are installed")
        .contains(
            "awsclusters.infrastructure.cluster.x-k8s.io was there already and is left as it is")
        .doesNotContain("machinepools.cluster.x-k8s.io was there");
    assertThat(kubectl("get", "crd", "awsclusters.infrastructure.cluster.x-k8s.io", "-o", "yaml"))
        .contains("somebody else's");
    assertThat(kubectl("explain", "machinepool.spec.replicas")).contains("FIELD: replicas");
    assertThat(printed.toString())
        .contains("ServiceAccount weir-manager in namespace weir-system has the manager's rights")
        .contains("Next, run the manager");
  }

  @Test
  void givesTheManagersAccountTheRightsItNeedsAndNoOthers() throws Exception {
    int code = install();

    assertThat(code).isZero();
    assertThat(may("patch", "awsmachinepools/status", "-n", "team-a")).isEqualTo("yes");
    assertThat(may("list", "scalewaymanagedmachinepools", "-A")).isEqualTo("yes");
    assertThat(may("create", "secrets", "-n", "team-a")).isEqualTo("yes");
    assertThat(may("patch", "leases", "-n", "weir-system")).isEqualTo("yes");
    assertThat(may("delete", "secrets", "-n", "team-a")).isEqualTo("no");
    assertThat(may("patch", "leases", "-n", "team-a")).isEqualTo("no");
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
    assertThat(may("list", "secrets", "-n", "team-b")).isEqualTo("yes");
    assertThat(may("list", "secrets", "-n", "team-a")).isEqualTo("no");
  }

  @Test
  void saysThatWiderRightsOfAnEarlierInstallationAreStillThere() {
    int wide = install();

    int narrow = install("--namespace", "default");

    assertThat(wide + narrow).isZero();
    assertThat(printed.toString()).containsOnlyOnce("delete it to take that away");
  }

  private void forgetKind() throws Exception {
    kubectl("delete", "crd", "awsclusters.infrastructure.cluster.x-k8s.io", "--ignore-not-found");
  }

  private String may(String verb, String resource, String... where) throws Exception {
    var line = new ArrayList<>(List.of("auth", "can-i", verb, resource));
    line.addAll(List.of(where));
    line.add("--as=system:serviceaccount:weir-system:weir-manager");
    // The exit code of a no is 1.
    return cluster.kubectl(line.toArray(String[]::new)).out().strip();
  }

  private int install(String... more) {
    CommandLine weir = Weir.command();
    weir.setOut(new PrintWriter(printed, true));
    var line = new ArrayList<>(List.of("install", "--kubeconfig", cluster.admin().toString()));
    line.addAll(List.of(more));
    return weir.execute(line.toArray(String[]::new));
  }

  private String kubectl(String... arguments) throws IOException, InterruptedException {
    return cluster.kubectl(arguments).orThrow();
  }
}
