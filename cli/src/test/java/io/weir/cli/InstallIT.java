package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.WithControlPlane;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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
  }

  private int install() {
    CommandLine weir = Weir.command();
    weir.setOut(new PrintWriter(printed, true));
    return weir.execute("install", "--kubeconfig", cluster.admin().toString());
  }

  private String kubectl(String... arguments) throws IOException, InterruptedException {
    return cluster.kubectl(arguments).orThrow();
  }
}
