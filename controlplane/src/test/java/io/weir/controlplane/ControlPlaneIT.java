package io.weir.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@WithControlPlane
class ControlPlaneIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @Test
  void clientAndServerTellThePinnedVersion(ControlPlane controlPlane) throws Exception {
    String version = controlPlane.kubectl("version").outputOrThrow();

    assertThat(version)
        .contains("Client Version: " + Binaries.kubernetesVersion())
        .contains("Server Version: " + Binaries.kubernetesVersion());
  }

  @Test
  void anAppliedFileIsThere(
      ControlPlane controlPlane, @FreshNamespace String namespace, @TempDir Path directory)
      throws Exception {
    Path file = Files.writeString(directory.resolve("x.yaml"), configMap("fruit", namespace));

    controlPlane.applyFile(file);

    assertThat(get(controlPlane, "configmap/fruit", namespace, "{.data.colour}")).isEqualTo("red");
  }

  @Test
  void aRefusedObjectIsAnErrorWithTheReason(
      ControlPlane controlPlane, @FreshNamespace String namespace) {
    assertThatThrownBy(() -> controlPlane.apply(configMap("Not A Name", namespace)))
        .hasMessageContaining("Not A Name");
  }

  @Nested
  class Accounts {
    @Test
    void eachIsToldApartInTheAuditLog(ControlPlane controlPlane) throws Exception {
      Path kubeconfig = controlPlane.kubeconfigFile("alice", "people");
      AuditLog.Mark before = controlPlane.auditLog().mark();

      var answer = controlPlane.kubectlAs(kubeconfig, "get", "--raw", "/api/v1/namespaces");

      AuditRecord request =
          controlPlane
              .auditLog()
              .await(before, r -> r.user().equals("alice"), PATIENCE)
              .orElseThrow();
      assertThat(request.verb()).isEqualTo("list");
      assertThat(request.resourceType()).hasToString("namespaces");
      assertThat(request.code()).isEqualTo(403);
      assertThat(request.errorMessage()).contains("namespaces is forbidden", "alice");
      assertThat(answer.err()).contains("Forbidden");
      assertThat(controlPlane.auditLog().count(before).forUser("alice").total()).isEqualTo(1);
    }

    @Test
    void theirGroupsGiveThemRights(ControlPlane controlPlane) throws Exception {
      Path kubeconfig = controlPlane.kubeconfigFile("root", "system:masters");

      var answer = controlPlane.kubectlAs(kubeconfig, "auth", "can-i", "delete", "nodes");

      assertThat(answer.out().strip()).isEqualTo("yes");
    }

    @Test
    void anAccountOfOneClusterIsAStrangerToAnother(
        ControlPlane here, @NamedCluster("definitions") ControlPlane there) throws Exception {
      Path admin = Files.createTempFile(there.directory(), "mixed", ".kubeconfig");
      // The other's address and authority, this one's certificate: only the client is wrong.
      String mixed =
          here.kubeconfig("root", "system:masters")
              .replace(here.server().toString(), there.server().toString())
              .replaceFirst("certificate-authority-data: .*", "insecure-skip-tls-verify: true");
      Files.writeString(admin, mixed);

      // Without discovery, whose answers kubectl keeps: what it says would depend on these.
      String nodes = "/api/v1/nodes";
      var wrongClient = there.kubectlAs(admin, "get", "--raw", nodes);
      var wrongServer =
          there.kubectlAs(
              here.adminKubeconfig(),
              "get",
              "--raw",
              nodes,
              "--server=" + there.server().toString());

      assertThat(wrongClient.exitCode()).isNotZero();
      assertThat(wrongClient.err()).contains("Unauthorized");
      assertThat(wrongServer.exitCode()).isNotZero();
      assertThat(wrongServer.err()).contains("certificate signed by unknown authority");
      assertThat(here.caCertificatePem()).isNotEqualTo(there.caCertificatePem());
    }
  }

  @Nested
  class Joining {
    @Test
    void aTokenSignsClusterInfoWhichAnyoneMayRead(ControlPlane controlPlane) throws Exception {
      String token = token(controlPlane);

      waitFor(
          controlPlane,
          "configmap/cluster-info",
          "kube-public",
          "jsonpath={.data.jws-kubeconfig-" + token.substring(0, 6) + "}");

      String info =
          get(controlPlane, "configmap/cluster-info", "kube-public", "{.data.kubeconfig}");
      assertThat(info).contains(controlPlane.server().toString());
      String anonymous =
          controlPlane
              .kubectl(
                  "get",
                  "configmap/cluster-info",
                  "--namespace=kube-public",
                  "--output=name",
                  "--as=system:anonymous",
                  "--as-group=system:unauthenticated")
              .outputOrThrow();
      assertThat(anonymous.strip()).isEqualTo("configmap/cluster-info");
    }

    @Test
    void aNodeWithATokenGetsACertificate(ControlPlane controlPlane, @TempDir Path directory)
        throws Exception {
      Path request =
          Files.writeString(directory.resolve("csr.yaml"), NodeCsrManifest.yaml("node-1"));
      Path nobody =
          Files.writeString(
              directory.resolve("kubeconfig"),
              controlPlane.kubeconfig("x").replaceAll("(?m)^ *client-.*\n", ""));

      controlPlane
          .kubectlAs(nobody, "--token=" + token(controlPlane), "create", "-f", request.toString())
          .outputOrThrow();

      waitFor(controlPlane, "csr/node-1", "default", "jsonpath={.status.certificate}");
    }

    @Test
    void noTokenIsLeftFromPreparingIt(@NamedCluster("definitions") ControlPlane controlPlane)
        throws Exception {
      String secrets =
          controlPlane
              .kubectl(
                  "get",
                  "secrets",
                  "-n",
                  "kube-system",
                  "--field-selector=type=bootstrap.kubernetes.io/token",
                  "-o",
                  "name")
              .outputOrThrow();

      assertThat(secrets).isEmpty();
    }

    private static String token(ControlPlane controlPlane) throws Exception {
      return controlPlane.kubeadm("token", "create", "--ttl=1h").outputOrThrow().strip();
    }
  }

  @Nested
  class Deleting {
    @Test
    void aNamespaceTakesItsObjectsWithIt(ControlPlane controlPlane) throws Exception {
      String namespace = controlPlane.createNamespace("doomed");
      controlPlane.apply(configMap("fruit", namespace));

      controlPlane.deleteNamespace(namespace);

      controlPlane
          .kubectl("wait", "--for=delete", "namespace/" + namespace, "--timeout=90s")
          .outputOrThrow();
    }

    @Test
    void anOwnerTakesItsDependentsWithIt(
        ControlPlane controlPlane, @FreshNamespace String namespace) throws Exception {
      controlPlane.apply(configMap("owner", namespace));
      String uid = get(controlPlane, "configmap/owner", namespace, "{.metadata.uid}");
      String owner =
          "\n  ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: %s}]"
              .formatted(uid);
      controlPlane.apply(configMap("owned", namespace).replace("metadata:", "metadata:" + owner));

      controlPlane.kubectl("delete", "configmap/owner", "-n", namespace).outputOrThrow();

      controlPlane
          .kubectl("wait", "--for=delete", "configmap/owned", "-n", namespace, "--timeout=90s")
          .outputOrThrow();
    }
  }

  private static void waitFor(
      ControlPlane controlPlane, String object, String namespace, String condition)
      throws Exception {
    controlPlane
        .kubectl("wait", object, "-n", namespace, "--for=" + condition, "--timeout=90s")
        .outputOrThrow();
  }

  private static String get(ControlPlane controlPlane, String object, String namespace, String path)
      throws Exception {
    return controlPlane
        .kubectl("get", object, "-n", namespace, "-o", "jsonpath=" + path)
        .outputOrThrow();
  }

  private static String configMap(String name, String namespace) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: %s
      namespace: %s
    data:
      colour: red
    """
        .formatted(name, namespace);
  }
}
