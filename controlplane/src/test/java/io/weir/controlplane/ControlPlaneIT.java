package io.weir.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.junit.Cluster;
import io.weir.controlplane.junit.FreshNamespace;
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
  void clientAndServerTellThePinnedVersion(ControlPlane plane) throws Exception {
    String version = plane.kubectl("version").outputOrThrow();

    assertThat(version)
        .contains("Client Version: " + Binaries.kubernetesVersion())
        .contains("Server Version: " + Binaries.kubernetesVersion());
  }

  @Test
  void anAppliedFileIsThere(
      ControlPlane plane, @FreshNamespace String namespace, @TempDir Path directory)
      throws Exception {
    Path file = Files.writeString(directory.resolve("x.yaml"), configMap("fruit", namespace));

    plane.applyFile(file);

    assertThat(get(plane, "configmap/fruit", namespace, "{.data.colour}")).isEqualTo("red");
  }

  @Test
  void aRefusedObjectIsAnErrorWithTheReason(ControlPlane plane, @FreshNamespace String namespace) {
    assertThatThrownBy(() -> plane.apply(configMap("Not A Name", namespace)))
        .hasMessageContaining("Not A Name");
  }

  @Nested
  class Accounts {
    @Test
    void eachIsToldApartInTheAuditLog(ControlPlane plane) throws Exception {
      Path kubeconfig = plane.kubeconfigFile("alice", "people");
      AuditLog.Mark before = plane.auditLog().mark();

      var answer = plane.kubectlAs(kubeconfig, "get", "--raw", "/api/v1/namespaces");

      AuditRecord request =
          plane.auditLog().await(before, r -> r.user().equals("alice"), PATIENCE).orElseThrow();
      assertThat(request.verb()).isEqualTo("list");
      assertThat(request.resourceType()).hasToString("namespaces");
      assertThat(request.code()).isEqualTo(403);
      assertThat(request.errorMessage()).contains("namespaces is forbidden", "alice");
      assertThat(answer.err()).contains("Forbidden");
      assertThat(plane.auditLog().count(before).forUser("alice").total()).isEqualTo(1);
    }

    @Test
    void theirGroupsGiveThemRights(ControlPlane plane) throws Exception {
      Path kubeconfig = plane.kubeconfigFile("root", "system:masters");

      var answer = plane.kubectlAs(kubeconfig, "auth", "can-i", "delete", "nodes");

      assertThat(answer.out().strip()).isEqualTo("yes");
    }

    @Test
    void anAccountOfOneClusterIsAStrangerToAnother(
        ControlPlane here, @Cluster("definitions") ControlPlane there) throws Exception {
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
    void aTokenSignsClusterInfoWhichAnyoneMayRead(ControlPlane plane) throws Exception {
      String token = token(plane);

      waitFor(
          plane,
          "configmap/cluster-info",
          "kube-public",
          "jsonpath={.data.jws-kubeconfig-" + token.substring(0, 6) + "}");

      String info = get(plane, "configmap/cluster-info", "kube-public", "{.data.kubeconfig}");
      assertThat(info).contains(plane.server().toString());
      String anonymous =
          plane
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
    void aNodeWithATokenGetsACertificate(ControlPlane plane, @TempDir Path directory)
        throws Exception {
      Path request =
          Files.writeString(directory.resolve("csr.yaml"), NodeCsrManifest.yaml("node-1"));
      Path nobody =
          Files.writeString(
              directory.resolve("kubeconfig"),
              plane.kubeconfig("x").replaceAll("(?m)^ *client-.*\n", ""));

      plane
          .kubectlAs(nobody, "--token=" + token(plane), "create", "-f", request.toString())
          .outputOrThrow();

      waitFor(plane, "csr/node-1", "default", "jsonpath={.status.certificate}");
    }

    @Test
    void noTokenIsLeftFromPreparingIt(@Cluster("definitions") ControlPlane plane) throws Exception {
      String secrets =
          plane
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

    private static String token(ControlPlane plane) throws Exception {
      return plane.kubeadm("token", "create", "--ttl=1h").outputOrThrow().strip();
    }
  }

  @Nested
  class Deleting {
    @Test
    void aNamespaceTakesItsObjectsWithIt(ControlPlane plane) throws Exception {
      String namespace = plane.createNamespace("doomed");
      plane.apply(configMap("fruit", namespace));

      plane.deleteNamespace(namespace);

      plane
          .kubectl("wait", "--for=delete", "namespace/" + namespace, "--timeout=90s")
          .outputOrThrow();
    }

    @Test
    void anOwnerTakesItsDependentsWithIt(ControlPlane plane, @FreshNamespace String namespace)
        throws Exception {
      plane.apply(configMap("owner", namespace));
      String uid = get(plane, "configmap/owner", namespace, "{.metadata.uid}");
      String owner =
          "\n  ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: %s}]"
              .formatted(uid);
      plane.apply(configMap("owned", namespace).replace("metadata:", "metadata:" + owner));

      plane.kubectl("delete", "configmap/owner", "-n", namespace).outputOrThrow();

      plane
          .kubectl("wait", "--for=delete", "configmap/owned", "-n", namespace, "--timeout=90s")
          .outputOrThrow();
    }
  }

  private static void waitFor(ControlPlane plane, String object, String namespace, String condition)
      throws Exception {
    plane
        .kubectl("wait", object, "-n", namespace, "--for=" + condition, "--timeout=90s")
        .outputOrThrow();
  }

  private static String get(ControlPlane plane, String object, String namespace, String path)
      throws Exception {
    return plane.kubectl("get", object, "-n", namespace, "-o", "jsonpath=" + path).outputOrThrow();
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
