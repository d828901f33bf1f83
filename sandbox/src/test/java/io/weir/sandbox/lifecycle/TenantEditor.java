package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Somebody who may edit the objects of Cluster API, Secrets and ConfigMaps in one namespace, and
 * nothing else: what a team is given for its own clusters.
 */
final class TenantEditor {

  private static final String ROLE =
      """
      {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role",
       "metadata": {"name": "editor"},
       "rules": [
         {"apiGroups": ["cluster.x-k8s.io"],
          "resources": ["clusters", "machinepools", "machinepools/scale"], "verbs": ["*"]},
         {"apiGroups": ["bootstrap.cluster.x-k8s.io"], "resources": ["kubeadmconfigs"],
          "verbs": ["*"]},
         {"apiGroups": ["infrastructure.cluster.x-k8s.io"],
          "resources": ["awsclusters", "awsmachinepools", "scalewaymanagedclusters",
                        "scalewaymanagedcontrolplanes", "scalewaymanagedmachinepools"],
          "verbs": ["*"]},
         {"apiGroups": [""], "resources": ["secrets", "configmaps"], "verbs": ["*"]}]}
      """;

  private final ControlPlane controlPlane;
  private final String namespace;
  private final Path kubeconfig;
  private final Path directory;

  private TenantEditor(
      ControlPlane controlPlane, String namespace, Path kubeconfig, Path directory) {
    this.controlPlane = controlPlane;
    this.namespace = namespace;
    this.kubeconfig = kubeconfig;
    this.directory = directory;
  }

  /** The editor of a new namespace. */
  static TenantEditor of(TestSandbox testSandbox, String namespace, Path directory)
      throws IOException, InterruptedException {
    testSandbox.kubectl("create", "namespace", namespace);
    ObjectNode role = (ObjectNode) Json.MAPPER.readTree(ROLE);
    role.withObject("/metadata").put("namespace", namespace);
    ApiObject _ = testSandbox.sandbox().kube().client().create(role);
    String user = "editor-of-" + namespace;
    testSandbox.kubectl(
        "-n", namespace, "create", "rolebinding", "editor", "--role=editor", "--user=" + user);
    ControlPlane controlPlane = testSandbox.sandbox().controlPlane();
    var editor =
        new TenantEditor(controlPlane, namespace, controlPlane.kubeconfigFile(user), directory);
    awaitRight(controlPlane, editor.kubeconfig, namespace, "secrets");
    return editor;
  }

  /** An API server heeds rights a moment after they were stored. */
  static void awaitRight(
      ControlPlane controlPlane, Path kubeconfig, String namespace, String resource)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TestSandbox.PATIENCE.toNanos();
    Command.Result answer;
    do {
      answer =
          controlPlane.kubectlAs(kubeconfig, "auth", "can-i", "create", resource, "-n", namespace);
    } while (!answer.out().strip().equals("yes") && System.nanoTime() < end);
    assertThat(answer.out().strip()).as("create " + resource).isEqualTo("yes");
  }

  String namespace() {
    return namespace;
  }

  /** What the editor does with kubectl, whatever comes of it. */
  Command.Result run(String... arguments) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of("-n", namespace));
    all.addAll(List.of(arguments));
    return controlPlane.kubectlAs(kubeconfig, all.toArray(String[]::new));
  }

  /** Creates objects, and tells of warnings and refusals. */
  Command.Result create(List<ObjectNode> objects, String... arguments)
      throws IOException, InterruptedException {
    ObjectNode list = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "List");
    objects.forEach(list.putArray("items")::add);
    Path file = Files.writeString(Files.createTempFile(directory, "of", ".json"), list.toString());
    var all = new ArrayList<>(List.of("create", "-f", file.toString()));
    all.addAll(List.of(arguments));
    return run(all.toArray(String[]::new));
  }

  /** Rights end here. */
  void assertForbidden(String... arguments) throws IOException, InterruptedException {
    Command.Result result = run(arguments);
    assertThat(result.exitCode()).as(String.join(" ", arguments)).isNotZero();
    assertThat(result.err()).as(String.join(" ", arguments)).containsIgnoringCase("forbidden");
  }
}
