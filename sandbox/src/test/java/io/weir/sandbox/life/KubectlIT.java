package io.weir.sandbox.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole life of a pool by nothing but kubectl, and what a person reads on the way. */
@OnStage
class KubectlIT {

  private final Stage stage;

  KubectlIT(Stage stage) {
    this.stage = stage;
  }

  /** The versions that a person may use, with what differs between them. */
  enum Version {
    V1BETA1(
        "v1beta1",
        "apiVersion: %s.cluster.x-k8s.io/v1beta1",
        "{cloud-provider: external}",
        "  ",
        "NAME CLUSTER DESIRED REPLICAS PHASE AGE VERSION"),
    V1BETA2(
        "v1beta2",
        "apiGroup: %s.cluster.x-k8s.io",
        "[{name: cloud-provider, value: external}]",
        "      ",
        "NAME CLUSTER DESIRED CURRENT READY AVAILABLE UP-TO-DATE PAUSED PHASE AGE VERSION");

    private final String text;
    private final String reference;
    private final String kubeletArguments;
    private final String besideMinReadySeconds;
    private final String columns;

    Version(
        String text,
        String reference,
        String kubeletArguments,
        String besideMinReadySeconds,
        String columns) {
      this.text = text;
      this.reference = reference;
      this.kubeletArguments = kubeletArguments;
      this.besideMinReadySeconds = besideMinReadySeconds;
      this.columns = columns;
    }

    String resource() {
      return "machinepools." + text + ".cluster.x-k8s.io";
    }

    String manifest(String name) {
      return """
      apiVersion: cluster.x-k8s.io/%1$s
      kind: MachinePool
      metadata: {name: %2$s, namespace: default}
      spec:
        clusterName: demo
        replicas: 2
        template:
          spec:
            clusterName: demo
            version: v1.35.4
            bootstrap:
              configRef: {%3$s, kind: KubeadmConfig, name: %2$s}
            infrastructureRef: {%4$s, kind: AWSMachinePool, name: %2$s}
      ---
      apiVersion: infrastructure.cluster.x-k8s.io/%1$s
      kind: AWSMachinePool
      metadata: {name: %2$s, namespace: default}
      spec:
        minSize: 1
        maxSize: 10
        subnets: [{id: subnet-0aaaaaaaaaaaaaaa1}]
        awsLaunchTemplate: {instanceType: t3.large, sshKeyName: default}
      ---
      apiVersion: bootstrap.cluster.x-k8s.io/%1$s
      kind: KubeadmConfig
      metadata: {name: %2$s, namespace: default}
      spec:
        joinConfiguration:
          nodeRegistration:
            name: '{{ ds.meta_data.local_hostname }}'
            kubeletExtraArgs: %5$s
      """
          .formatted(
              text,
              name,
              reference.formatted("bootstrap"),
              reference.formatted("infrastructure"),
              kubeletArguments);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWholeLifeIsLivedAndReadThroughTheVersion(Version version) throws Exception {
    String name = "kubectl-" + version.text;
    String pool = version.resource() + "/" + name;

    stage.sandbox().controlPlane().apply(version.manifest(name));
    await(pool, "{.status.phase}=Running");
    readsWell(version, name, pool);

    stage.kubectl("scale", pool, "--replicas=3");
    await(pool, "{.status.readyReplicas}=3");
    await(pool, "{.status.phase}=Running");
    isEdited(version, pool);
    labelsItsNodes(name, pool);
    pausesAndGoesOn(name, pool);

    stage.kubectl("delete", pool, "--timeout=240s");
    isGone(name);
  }

  private void readsWell(Version version, String name, String pool) throws Exception {
    List<String> wide = stage.kubectl("get", pool, "-o", "wide").lines().toList();
    assertThat(wide.getFirst().trim().split("\\s+")).isEqualTo(version.columns.split(" "));
    assertThat(wide.get(1)).contains(name, "demo", "2", "Running", "v1.35.4");

    String described = stage.kubectl("describe", pool);
    assertThat(described)
        .contains("Running", "2 of 2 replicas are ready")
        .contains("InfrastructureReady", "Replicas:", "Node Refs:");
    assertThat(stage.kubectl("describe", "machinepools.v1beta2.cluster.x-k8s.io/" + name))
        .contains("Available", "MachinesReady", "MachinesUpToDate", "RollingOut", "NotPaused");
    var key = new ObjectKey(Stage.NAMESPACE, name);
    var events = new Events(stage.sandbox());
    events.await(Stage.AWS_POOL, key, "CreateTemplate", Stage.PATIENCE);
    events.await(Stage.AWS_POOL, key, "CreateGroup", Stage.PATIENCE);
    assertThat(stage.kubectl("describe", "awsmachinepool", name))
        .contains("CreateGroup", "CreateTemplate");

    String explained =
        stage.kubectl(
            "explain", "machinepools.spec", "--api-version=cluster.x-k8s.io/" + version.text);
    assertThat(explained).contains("clusterName", "Name of the Cluster", "-required-");
    assertThat(stage.kubectl("get", "mp")).contains(name);
    assertThat(stage.kubectl("get", "cluster-api")).contains("machinepool.cluster", name);
  }

  private void isEdited(Version version, String pool) throws Exception {
    String indent = version.besideMinReadySeconds;
    var editor =
        Editor.replacing(
            stage,
            "^%sclusterName: demo$".formatted(indent),
            "&\\\n%sminReadySeconds: 1".formatted(indent));

    assertThat(editor.edit(pool).orThrow()).contains("edited");

    assertThat(stage.kubectl("get", pool, "-o", "yaml")).contains(indent + "minReadySeconds: 1");
    await(pool, "{.status.phase}=Running");
    assertThat(editor.edit(pool).orThrow()).doesNotContain("edited");

    var careless = Editor.replacing(stage, "version: v1.35.4$", "version: latest");
    assertThat(careless.edit(pool).exitCode()).isNotZero();
    assertThat(careless.lastSeen()).contains("# * spec.template.spec.version", "\"latest\"");
  }

  /** By what the template says, and by what it does not say any more; no machine is replaced. */
  private void labelsItsNodes(String name, String pool) throws Exception {
    String role = "node-role.kubernetes.io/worker";
    var key = new ObjectKey(Stage.NAMESPACE, name);
    stage.kubectl(
        "patch", pool, "--type=merge", "-p", template("{%s: \"\", team: a}".formatted(role)));
    stage.awaitNodes("all have the role", () -> stage.nodesOf(key, role) == 3);
    assertThat(stage.kubectl("get", "nodes")).contains("worker");
    assertThat(stage.nodesOf(key, "team")).isZero();

    stage.kubectl("patch", pool, "--type=merge", "-p", template("{%s: null}".formatted(role)));
    stage.awaitNodes("none has it", () -> stage.nodesOf(key, role) == 0);
    assertThat(stage.nodesOf(key)).isEqualTo(3);
    assertThat(stage.kubectl("get", pool, "-o", "jsonpath={.status.phase}")).isEqualTo("Running");
  }

  private static String template(String labels) {
    return "spec: {template: {metadata: {labels: %s}}}".formatted(labels);
  }

  private void pausesAndGoesOn(String name, String pool) throws Exception {
    stage.kubectl("annotate", pool, "cluster.x-k8s.io/paused=");
    stage.kubectl("wait", "mp/" + name, "--for=condition=Paused", "--timeout=240s");
    stage.kubectl("scale", pool, "--replicas=1");
    stage.awaitTwoRenewals();
    assertThat(stage.kubectl("get", pool, "-o", "jsonpath={.status.replicas}")).isEqualTo("3");
    assertThat(stage.kubectl("describe", pool)).contains("cluster.x-k8s.io/paused");

    stage.kubectl("annotate", pool, "cluster.x-k8s.io/paused-");
    await(pool, "{.status.replicas}=1");
    await(pool, "{.status.phase}=Running");
    stage.kubectl("wait", "mp/" + name, "--for=condition=Available", "--timeout=240s");
  }

  private void isGone(String name) throws Exception {
    for (String kind : new String[] {"machinepool", "awsmachinepool", "kubeadmconfig"}) {
      var asked = stage.sandbox().controlPlane().kubectl("get", kind, name);
      assertThat(asked.err()).contains("NotFound");
    }
    var key = new ObjectKey(Stage.NAMESPACE, name);
    stage.awaitNodes("no Node of the pool is left", () -> stage.nodesOf(key) == 0);
    stage.assertNothingInAws(name);
  }

  private void await(String pool, String jsonpath) throws Exception {
    stage.kubectl("wait", pool, "--for=jsonpath=" + jsonpath, "--timeout=240s");
  }
}
