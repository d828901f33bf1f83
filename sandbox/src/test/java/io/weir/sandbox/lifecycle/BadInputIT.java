package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.controlplane.ControlPlane;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.KubeconfigSecrets;
import io.weir.sandbox.usage.ApiUsers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What people get wrong. Each time the object that is wrong says so in a condition and in one
 * event, with the field and the remedy; and once it is mended, nobody has to poke.
 */
@WithTestSandbox
class BadInputIT {

  private final TestSandbox testSandbox;

  BadInputIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @Nested
  class APool {

    @Test
    void ofAClusterThatDoesNotExist() throws Exception {
      ObjectKey pool =
          create(
              "no-cluster",
              object ->
                  edit(
                      object,
                      "MachinePool",
                      spec -> {
                        spec.put("clusterName", "nowhere");
                        spec.withObject("/template/spec").put("clusterName", "nowhere");
                      }));
      String reported =
          "Cluster default/nowhere, named in spec.clusterName, does not exist: create it";
      says(GroupKind.MACHINE_POOL, pool, "Available", reported);
      saysOnce(GroupKind.MACHINE_POOL, pool, "ClusterMissing", reported);

      apply(cluster("nowhere"));
      testSandbox.sandbox().createKubeconfigSecret(key("nowhere"));

      runs(pool);
      testSandbox.kubectl("delete", "cluster", "nowhere", "--timeout=240s");
    }

    @Test
    void ofAKubernetesVersionWithoutAnImage() throws Exception {
      ObjectKey pool =
          create(
              "no-image",
              object ->
                  edit(
                      object,
                      "MachinePool",
                      spec -> spec.withObject("/template/spec").put("version", "v1.99.0")));
      says(TestSandbox.AWS_POOL, pool, "Ready", "1.99.0");
      says(GroupKind.MACHINE_POOL, pool, "InfrastructureReady", "1.99.0");
      saysOnce(
          TestSandbox.AWS_POOL,
          pool,
          "ImageNotFound",
          "1.99.0",
          "ask for another version in MachinePool spec.template.spec.version");

      patch("machinepool", pool, "spec: {template: {spec: {version: v1.35.4}}}");

      runs(pool);
      end(pool);
    }

    @Test
    void upgradedToAVersionWithoutAnImage() throws Exception {
      ObjectKey pool = create("no-upgrade", _ -> {});
      runs(pool);

      patch("machinepool", pool, "spec: {template: {spec: {version: v1.99.0}}}");

      says(GroupKind.MACHINE_POOL, pool, "InfrastructureReady", "1.99.0");
      says(GroupKind.MACHINE_POOL, pool, "RollingOut", "1 run v1.35.4", "no", "1.99.0");
      says(GroupKind.MACHINE_POOL, pool, "MachinesUpToDate", "v1.99.0");
      says(TestSandbox.AWS_POOL, pool, "InstancesUpToDate", "1.99.0");
      testSandbox.scale(pool, 2);
      testSandbox.awaitRunning(pool, 2);
      assertThat(
              testSandbox.kubectl(
                  "get",
                  "machinepools.v1beta1.cluster.x-k8s.io",
                  pool.name(),
                  "-o=jsonpath={.status.infrastructureReady} {.status.phase}"))
          .isEqualTo("true Running");

      patch("machinepool", pool, "spec: {template: {spec: {version: v1.35.4}}}");

      testSandbox.await(
          GroupKind.MACHINE_POOL,
          pool,
          found -> ConditionLists.isTrue(found.at("/status/conditions"), "InfrastructureReady"),
          "is ready again");
      testSandbox.await(
          TestSandbox.AWS_POOL,
          pool,
          found -> ConditionLists.isTrue(found.at("/status/conditions"), "InstancesUpToDate"),
          "is up to date again");
      end(pool);
    }

    @Test
    void whoseNameAnotherPoolHasInAws() throws Exception {
      ObjectKey first = create("taken", _ -> {});
      runs(first);
      testSandbox.kubectl("create", "namespace", "beside");
      ExamplePools.cluster("beside").forEach(BadInputIT.this::apply);
      testSandbox.sandbox().createKubeconfigSecret(new ObjectKey("beside", ExamplePools.CLUSTER));
      ExamplePools.pool("beside", "taken", 1).forEach(BadInputIT.this::apply);
      var second = new ObjectKey("beside", "taken");

      says(
          TestSandbox.AWS_POOL,
          second,
          "ASGReady",
          "belongs to pool AWSMachinePool/default/taken",
          "another name");
      says(
          GroupKind.MACHINE_POOL,
          second,
          "ScalingUp",
          "belongs to pool AWSMachinePool/default/taken");
      saysOnce(
          TestSandbox.AWS_POOL,
          second,
          "NotOwned",
          "belongs to pool AWSMachinePool/default/taken",
          "recreate this pool under another name");

      end(first);
      runs(second);
      testSandbox.kubectl("delete", "machinepool", "taken", "-n", "beside", "--timeout=240s");
      testSandbox.kubectl("delete", "namespace", "beside", "--timeout=240s");
    }

    @Test
    void ofAVersionThatIsNone() throws Exception {
      var yaml = new StringBuilder();
      for (ObjectNode object : ExamplePools.pool(TestSandbox.NAMESPACE, "no-version", 1)) {
        edit(
            object,
            "MachinePool",
            spec -> spec.withObject("/template/spec").put("version", "latest"));
        yaml.append(object).append("\n---\n");
      }

      String refusal = refused(yaml.toString());

      assertThat(refusal).contains("spec.template.spec.version", "latest", "v1.");
      testSandbox.kubectl(
          "delete", "awsmachinepool,kubeadmconfig", "no-version", "--ignore-not-found");
    }

    @Test
    void whoseFileComesFromASecretThatIsMissing() throws Exception {
      ObjectKey pool =
          create(
              "no-content",
              object ->
                  edit(
                      object,
                      "KubeadmConfig",
                      spec -> {
                        ObjectNode file = spec.putArray("files").addObject();
                        file.put("path", "/etc/motd");
                        file.withObject("/contentFrom/secret")
                            .put("name", "motd")
                            .put("key", "text");
                      }));
      says(GroupKind.KUBEADM_CONFIG, pool, "DataSecretAvailable", "no key text in a Secret motd");
      says(GroupKind.MACHINE_POOL, pool, "BootstrapConfigReady", "motd");
      saysOnce(
          GroupKind.KUBEADM_CONFIG,
          pool,
          "DataSecretNotAvailable",
          "spec.files",
          "Secret motd",
          "create it");

      testSandbox.kubectl("create", "secret", "generic", "motd", "--from-literal=text=hello");

      runs(pool);
      end(pool);
    }

    @Test
    void whoseDataSecretIsMissing() throws Exception {
      ObjectKey pool =
          create(
              "no-data",
              object ->
                  edit(
                      object,
                      "MachinePool",
                      spec -> {
                        ObjectNode bootstrap = spec.withObject("/template/spec/bootstrap");
                        bootstrap.remove("configRef");
                        bootstrap.put("dataSecretName", "by-hand");
                      }));
      says(TestSandbox.AWS_POOL, pool, "Ready", "dataSecretName", "by-hand", "create it");
      says(GroupKind.MACHINE_POOL, pool, "InfrastructureReady", "by-hand");
      saysOnce(
          TestSandbox.AWS_POOL,
          pool,
          "BootstrapDataNotFound",
          "spec.template.spec.bootstrap.dataSecretName",
          "by-hand",
          "create it");

      testSandbox.kubectl(
          "create", "secret", "generic", "by-hand", "--from-literal=value=#cloud-config");
      testSandbox.kubectl("label", "secret", "by-hand", "cluster.x-k8s.io/cluster-name=demo");

      testSandbox.await(
          TestSandbox.AWS_POOL,
          pool,
          found -> ConditionLists.isTrue(found.at("/status/conditions"), "LaunchTemplateReady"),
          "goes on with the data");
      end(pool);
    }

    @Test
    void whoseConfigIsMissing() throws Exception {
      ObjectNode config = of("no-config", "KubeadmConfig");
      ObjectKey pool = without("no-config", "KubeadmConfig");
      String reported =
          "KubeadmConfig default/no-config, named in spec.template.spec.bootstrap.configRef, does"
              + " not exist: create it, or name another";
      says(GroupKind.MACHINE_POOL, pool, "BootstrapConfigReady", reported);
      saysOnce(GroupKind.MACHINE_POOL, pool, "ReferenceUnusable", reported);

      apply(config);

      runs(pool);
      end(pool);
    }

    @Test
    void whoseInfrastructurePoolIsMissing() throws Exception {
      ObjectNode machines = of("no-machines", "AWSMachinePool");
      ObjectKey pool = without("no-machines", "AWSMachinePool");
      String reported =
          "AWSMachinePool default/no-machines, named in spec.template.spec.infrastructureRef, does"
              + " not exist: create it, or name another";
      says(GroupKind.MACHINE_POOL, pool, "InfrastructureReady", reported);
      says(GroupKind.MACHINE_POOL, pool, "ScalingUp", reported);
      saysOnce(GroupKind.MACHINE_POOL, pool, "ReferenceUnusable", reported);

      apply(machines);

      runs(pool);
      end(pool);
    }
  }

  /**
   * Kubeconfigs by which no cluster can be attached, and what is said of each: one that reaches
   * nobody, one that is refused by the server, one that Weir refuses.
   */
  enum BadKubeconfig {
    SILENT("does not answer", "check the server"),
    REJECTED("refuses the account", "update the Secret"),
    COMMAND("users[u].user.exec runs a command", "use client-certificate-data");

    private final String trouble;
    private final String remedy;

    BadKubeconfig(String trouble, String remedy) {
      this.trouble = trouble;
      this.remedy = remedy;
    }

    String text(ControlPlane controlPlane) {
      return switch (this) {
        case SILENT -> written("https://127.0.0.1:1", controlPlane, "\"token\": \"hush\"");
        case REJECTED ->
            written(controlPlane.server().toString(), controlPlane, "\"token\": \"hush\"");
        case COMMAND ->
            written(
                controlPlane.server().toString(),
                controlPlane,
                "\"exec\": {\"command\": \"sh\", \"args\": [\"hush\"]}");
      };
    }

    private static String written(String server, ControlPlane controlPlane, String user) {
      String ca =
          Base64.getEncoder()
              .encodeToString(controlPlane.caCertificatePem().getBytes(StandardCharsets.US_ASCII));
      return """
      {"apiVersion": "v1", "kind": "Config", "current-context": "x",
       "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}],
       "clusters": [{"name": "c", "cluster": {
         "server": "%s", "certificate-authority-data": "%s"}}],
       "users": [{"name": "u", "user": {%s}}]}
      """
          .formatted(server, ca, user);
    }
  }

  @Nested
  class ACluster {

    @ParameterizedTest
    @EnumSource
    void thatCannotBeAttached(BadKubeconfig bad) throws Exception {
      ControlPlane controlPlane = testSandbox.sandbox().controlPlane();
      ObjectKey cluster = key("bad-" + bad.name().toLowerCase(Locale.ROOT));
      apply(KubeconfigSecrets.of(cluster, bad.text(controlPlane)));
      apply(cluster(cluster.name()));
      String where = "Secret %s-kubeconfig, key value".formatted(cluster);
      ApiObject reported =
          says(GroupKind.CLUSTER, cluster, "RemoteConnectionProbe", where, bad.trouble, bad.remedy);
      saysOnce(GroupKind.CLUSTER, cluster, "NotAttached", where, bad.trouble, bad.remedy);
      assertThat(reported.status().toString()).doesNotContain("hush");
      assertThat(testSandbox.kubectl("get", "events", "-o", "yaml")).doesNotContain("hush");
      assertThat(String.join("\n", testSandbox.sandbox().manager().lastLines(1000)))
          .doesNotContain("hush");

      apply(KubeconfigSecrets.of(cluster, controlPlane.kubeconfig(ApiUsers.WORKLOAD)));

      testSandbox.await(
          GroupKind.CLUSTER,
          cluster,
          found -> ConditionLists.isTrue(found.at("/status/conditions"), "Available"),
          "is attached");
      saysOnce(GroupKind.CLUSTER, cluster, "Attached", controlPlane.server().toString());
      testSandbox.kubectl("delete", "cluster", cluster.name(), "--timeout=240s");
    }

    @Test
    void whoseCredentialsExpireWhileAPoolRuns() throws Exception {
      ControlPlane controlPlane = testSandbox.sandbox().controlPlane();
      ObjectKey cluster = key("expiring");
      testSandbox.sandbox().createKubeconfigSecret(cluster);
      apply(cluster("expiring"));
      ObjectKey pool =
          create(
              "in-expiring",
              object ->
                  edit(
                      object,
                      "MachinePool",
                      spec -> {
                        spec.put("clusterName", "expiring");
                        spec.withObject("/template/spec").put("clusterName", "expiring");
                      }));
      runs(pool);

      apply(KubeconfigSecrets.of(cluster, BadKubeconfig.REJECTED.text(controlPlane)));

      says(GroupKind.CLUSTER, cluster, "Available", "refuses the account");
      saysOnce(
          GroupKind.CLUSTER,
          cluster,
          "ConnectionLost",
          "Secret default/expiring-kubeconfig",
          "refuses the account",
          BadKubeconfig.REJECTED.remedy);
      testSandbox.await(
          GroupKind.MACHINE_POOL,
          pool,
          found ->
              ConditionLists.find(found.at("/status/conditions"), "Available")
                  .filter(one -> one.reason().equals("ConnectionDown"))
                  .filter(one -> one.message().contains("Secret default/expiring-kubeconfig"))
                  .isPresent(),
          "says why its Nodes are not seen");

      testSandbox.sandbox().createKubeconfigSecret(cluster);

      saysOnce(GroupKind.CLUSTER, cluster, "ConnectionRestored", "reconnected to");
      testSandbox.await(
          GroupKind.MACHINE_POOL,
          pool,
          found -> ConditionLists.isTrue(found.at("/status/conditions"), "Available"),
          "is available");
      testSandbox.kubectl("delete", "cluster", "expiring", "--timeout=240s");
      testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    }
  }

  private ApiObject says(GroupKind kind, ObjectKey key, String condition, String... words)
      throws Exception {
    return testSandbox.await(
        kind,
        key,
        object ->
            ConditionLists.find(object.at("/status/conditions"), condition)
                .filter(one -> Stream.of(words).allMatch(one.message()::contains))
                .isPresent(),
        "says in %s: %s".formatted(condition, String.join(", ", words)));
  }

  /** One event, however often the trouble is met again. */
  private void saysOnce(GroupKind kind, ObjectKey regarding, String reason, String... words)
      throws Exception {
    var recordedEvents = new RecordedEvents(testSandbox.sandbox());
    recordedEvents.await(kind, regarding, reason, TestSandbox.PATIENCE, words);
    testSandbox.awaitTwoRenewals();
    assertThat(recordedEvents.count(kind, regarding, reason, words)).isEqualTo(1);
  }

  private void runs(ObjectKey pool) throws Exception {
    testSandbox.awaitRunning(pool, 1);
  }

  private void end(ObjectKey pool) throws Exception {
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  private ObjectKey create(String name, Consumer<ObjectNode> change) {
    for (ObjectNode object : ExamplePools.pool(TestSandbox.NAMESPACE, name, 1)) {
      change.accept(object);
      apply(object);
    }
    return key(name);
  }

  private ObjectKey without(String name, String kind) {
    for (ObjectNode object : ExamplePools.pool(TestSandbox.NAMESPACE, name, 1)) {
      if (!object.path("kind").asText().equals(kind)) {
        apply(object);
      }
    }
    return key(name);
  }

  private static ObjectNode of(String name, String kind) {
    return ExamplePools.pool(TestSandbox.NAMESPACE, name, 1).stream()
        .filter(object -> object.path("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static void edit(ObjectNode object, String kind, Consumer<ObjectNode> change) {
    if (object.path("kind").asText().equals(kind)) {
      change.accept(object.withObject("/spec"));
    }
  }

  /** A Cluster in the network of the test sandbox's own. */
  private static ObjectNode cluster(String name) {
    ObjectNode cluster =
        ExamplePools.cluster(TestSandbox.NAMESPACE).stream()
            .filter(object -> object.path("kind").asText().equals("Cluster"))
            .findFirst()
            .orElseThrow();
    cluster.withObject("/metadata").put("name", name);
    return cluster;
  }

  private String refused(String yaml) throws Exception {
    try {
      testSandbox.sandbox().controlPlane().apply(yaml);
    } catch (IOException refusal) {
      return String.valueOf(refusal.getMessage());
    }
    throw new AssertionError("it is taken");
  }

  private void patch(String kind, ObjectKey key, String patch) throws Exception {
    testSandbox.kubectl("patch", kind, key.name(), "--type=merge", "-p", patch);
  }

  private void apply(ObjectNode object) {
    ApiObject _ = testSandbox.sandbox().kube().client().apply(object);
  }

  private static ObjectKey key(String name) {
    return new ObjectKey(TestSandbox.NAMESPACE, name);
  }
}
