package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.EventReasons;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole lifecycle of a pool by nothing but kubectl, and what a person reads on the way. */
@WithTestSandbox
class KubectlLifecycleIT {

  private final TestSandbox testSandbox;

  KubectlLifecycleIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  /** The versions that a person may use, with what differs between them. */
  enum ApiVersion {
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

    ApiVersion(
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
  void aWholeLifeIsLivedAndReadThroughTheVersion(ApiVersion apiVersion) throws Exception {
    String name = "kubectl-" + apiVersion.text;
    String pool = apiVersion.resource() + "/" + name;

    testSandbox.sandbox().controlPlane().apply(apiVersion.manifest(name));
    await(pool, "{.status.phase}=Running");
    readsWell(apiVersion, name, pool);

    testSandbox.kubectl("scale", pool, "--replicas=3");
    await(pool, "{.status.readyReplicas}=3");
    await(pool, "{.status.phase}=Running");
    isEdited(apiVersion, pool);
    labelsItsNodes(name, pool);
    pausesAndGoesOn(name, pool);

    testSandbox.kubectl("delete", pool, "--timeout=240s");
    isGone(name);
  }

  private void readsWell(ApiVersion apiVersion, String name, String pool) throws Exception {
    List<String> wide = testSandbox.kubectl("get", pool, "-o", "wide").lines().toList();
    assertThat(wide.getFirst().trim().split("\\s+")).isEqualTo(apiVersion.columns.split(" "));
    assertThat(wide.get(1)).contains(name, "demo", "2", "Running", "v1.35.4");

    var key = new ObjectKey(TestSandbox.NAMESPACE, name);
    var recordedEvents = new RecordedEvents(testSandbox.sandbox());
    recordedEvents.await(
        GroupKind.MACHINE_POOL,
        key,
        EventReasons.RUNNING,
        TestSandbox.PATIENCE,
        "2 of 2 replicas are ready");
    String described = testSandbox.kubectl("describe", pool);
    assertThat(described)
        .contains("Running", "2 of 2 replicas are ready")
        .contains("InfrastructureReady", "Replicas:", "Node Refs:");
    assertThat(testSandbox.kubectl("describe", "machinepools.v1beta2.cluster.x-k8s.io/" + name))
        .contains("Available", "MachinesReady", "MachinesUpToDate", "RollingOut", "NotPaused");
    recordedEvents.await(TestSandbox.AWS_POOL, key, "CreateTemplate", TestSandbox.PATIENCE);
    recordedEvents.await(TestSandbox.AWS_POOL, key, "CreateGroup", TestSandbox.PATIENCE);
    assertThat(testSandbox.kubectl("describe", "awsmachinepool", name))
        .contains("CreateGroup", "CreateTemplate");

    String explained =
        testSandbox.kubectl(
            "explain", "machinepools.spec", "--api-version=cluster.x-k8s.io/" + apiVersion.text);
    assertThat(explained).contains("clusterName", "Name of the Cluster", "-required-");
    assertThat(testSandbox.kubectl("get", "mp")).contains(name);
    assertThat(testSandbox.kubectl("get", "cluster-api")).contains("machinepool.cluster", name);
  }

  private void isEdited(ApiVersion apiVersion, String pool) throws Exception {
    String indent = apiVersion.besideMinReadySeconds;
    var kubectlEdit =
        KubectlEdit.replacing(
            testSandbox,
            "^%sclusterName: demo$".formatted(indent),
            "&\\\n%sminReadySeconds: 1".formatted(indent));

    assertThat(kubectlEdit.edit(pool).outputOrThrow()).contains("edited");

    assertThat(testSandbox.kubectl("get", pool, "-o", "yaml"))
        .contains(indent + "minReadySeconds: 1");
    await(pool, "{.status.phase}=Running");
    assertThat(kubectlEdit.edit(pool).outputOrThrow()).doesNotContain("edited");

    var careless = KubectlEdit.replacing(testSandbox, "version: v1.35.4$", "version: latest");
    assertThat(careless.edit(pool).exitCode()).isNotZero();
    assertThat(careless.lastSeen()).contains("# * spec.template.spec.version", "\"latest\"");
  }

  /** By what the template says, and by what it does not say any more; no machine is replaced. */
  private void labelsItsNodes(String name, String pool) throws Exception {
    String role = "node-role.kubernetes.io/worker";
    var key = new ObjectKey(TestSandbox.NAMESPACE, name);
    testSandbox.kubectl(
        "patch", pool, "--type=merge", "-p", template("{%s: \"\", team: a}".formatted(role)));
    testSandbox.awaitNodes("all have the role", () -> testSandbox.countNodesOf(key, role) == 3);
    assertThat(testSandbox.kubectl("get", "nodes")).contains("worker");
    assertThat(testSandbox.countNodesOf(key, "team")).isZero();

    testSandbox.kubectl(
        "patch", pool, "--type=merge", "-p", template("{%s: null}".formatted(role)));
    testSandbox.awaitNodes("none has it", () -> testSandbox.countNodesOf(key, role) == 0);
    assertThat(testSandbox.countNodesOf(key)).isEqualTo(3);
    assertThat(testSandbox.kubectl("get", pool, "-o", "jsonpath={.status.phase}"))
        .isEqualTo("Running");
  }

  private static String template(String labels) {
    return "spec: {template: {metadata: {labels: %s}}}".formatted(labels);
  }

  private void pausesAndGoesOn(String name, String pool) throws Exception {
    testSandbox.kubectl("annotate", pool, "cluster.x-k8s.io/paused=");
    testSandbox.kubectl("wait", "mp/" + name, "--for=condition=Paused", "--timeout=240s");
    testSandbox.kubectl("scale", pool, "--replicas=1");
    testSandbox.awaitTwoRenewals();
    assertThat(testSandbox.kubectl("get", pool, "-o", "jsonpath={.status.replicas}"))
        .isEqualTo("3");
    assertThat(testSandbox.kubectl("describe", pool)).contains("cluster.x-k8s.io/paused");

    testSandbox.kubectl("annotate", pool, "cluster.x-k8s.io/paused-");
    await(pool, "{.status.replicas}=1");
    await(pool, "{.status.phase}=Running");
    testSandbox.kubectl("wait", "mp/" + name, "--for=condition=Available", "--timeout=240s");
  }

  private void isGone(String name) throws Exception {
    for (String kind : new String[] {"machinepool", "awsmachinepool", "kubeadmconfig"}) {
      var asked = testSandbox.sandbox().controlPlane().kubectl("get", kind, name);
      assertThat(asked.err()).contains("NotFound");
    }
    var key = new ObjectKey(TestSandbox.NAMESPACE, name);
    testSandbox.awaitNodes("no Node of the pool is left", () -> testSandbox.countNodesOf(key) == 0);
    testSandbox.assertNothingInAws(name);
  }

  private void await(String pool, String jsonpath) throws Exception {
    testSandbox.kubectl("wait", pool, "--for=jsonpath=" + jsonpath, "--timeout=240s");
  }
}
