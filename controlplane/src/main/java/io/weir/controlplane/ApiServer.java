package io.weir.controlplane;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.pki.TlsClient;
import io.weir.controlplane.process.SupervisedProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One kube-apiserver, which can be stopped and started again at the same address. */
final class ApiServer implements AutoCloseable {
  private final Binaries binaries;
  private final ControlPlaneOptions controlPlaneOptions;
  private final Etcd etcd;
  private final String name;
  private final Path directory;
  private final ClusterPki pki;
  private final TlsClient http;
  private final URI address;
  private volatile SupervisedProcess process;

  /** Starts it; nothing runs when this fails. */
  ApiServer(
      Binaries binaries,
      ControlPlaneOptions controlPlaneOptions,
      Etcd etcd,
      String name,
      ClusterPki pki)
      throws IOException, InterruptedException {
    this.binaries = binaries;
    this.controlPlaneOptions = controlPlaneOptions;
    this.etcd = etcd;
    this.name = name;
    this.pki = pki;
    this.directory = controlPlaneOptions.directory().resolve(name);
    this.http = new TlsClient(pki.authority().ownCredential().certificate(), pki.harness());
    Files.createDirectories(auditLog().getParent());
    // Of another start; whoever counts requests counts those of this one.
    Files.deleteIfExists(auditLog());
    writeAuditPolicy();
    Running first =
        ServerLauncher.startOnPort(
            controlPlaneOptions.port(),
            patience(controlPlaneOptions),
            port -> new Running(port, run(port)));
    this.address = address(first.port());
    this.process = first.process();
  }

  /** One that was killed may leave processes that take a while to end. */
  private static Duration patience(ControlPlaneOptions controlPlaneOptions) {
    return controlPlaneOptions.resume() ? SupervisedProcess.GRACE.multipliedBy(2) : Duration.ZERO;
  }

  URI address() {
    return address;
  }

  /** Asks it as an administrator of its own. */
  TlsClient http() {
    return http;
  }

  SupervisedProcess process() {
    return process;
  }

  Path auditLog() {
    return directory.resolve("audit").resolve("audit.log");
  }

  /** Starts it again after a stop; does nothing while it runs. */
  void start() throws IOException, InterruptedException {
    if (!process.isAlive()) {
      process = run(address.getPort());
    }
  }

  private SupervisedProcess run(int port) throws IOException, InterruptedException {
    return new ServerLauncher(
            name + " kube-apiserver",
            command(port),
            directory,
            directory.resolve("kube-apiserver.log"),
            controlPlaneOptions.startTimeout(),
            () -> http.get(address(port).resolve("/readyz")).isPresent())
        .start();
  }

  private static URI address(int port) {
    return URI.create("https://127.0.0.1:" + port);
  }

  private List<String> command(int port) {
    var command =
        new ArrayList<>(
            List.of(
                binaries.path(Binary.KUBE_APISERVER).toString(),
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + port,
                // Nothing inside a cluster would use the endpoints of a loopback address.
                "--endpoint-reconciler-type=none",
                "--service-cluster-ip-range=10.96.0.0/16",
                "--cert-dir=" + directory,
                "--client-ca-file=" + pki.file("ca.crt"),
                "--tls-cert-file=" + pki.file("apiserver.crt"),
                "--tls-private-key-file=" + pki.file("apiserver.key"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + pki.file("sa.pub"),
                "--service-account-signing-key-file=" + pki.file("sa.key"),
                "--authorization-mode=Node,RBAC",
                // The second is what OpenShift has: who sets owners needs rights on them.
                "--enable-admission-plugins=NodeRestriction,OwnerReferencesPermissionEnforcement",
                // No controller makes the default account that it asks of every pod.
                "--disable-admission-plugins=ServiceAccount",
                "--enable-bootstrap-token-auth=true",
                "--allow-privileged=true",
                // Without it a stop waits for every watch, and so for its clients to go away.
                "--shutdown-watch-termination-grace-period=2s",
                "--profiling=false"));
    command.addAll(etcdFlags());
    command.addAll(auditFlags());
    command.addAll(controlPlaneOptions.apiServerFlags());
    return List.copyOf(command);
  }

  private List<String> etcdFlags() {
    return List.of(
        "--etcd-servers=" + etcd.address(),
        "--etcd-prefix=/" + name,
        "--etcd-cafile=" + etcd.pki().resolve("ca.crt"),
        "--etcd-certfile=" + etcd.pki().resolve("client.crt"),
        "--etcd-keyfile=" + etcd.pki().resolve("client.key"));
  }

  private List<String> auditFlags() {
    return List.of(
        "--audit-policy-file=" + auditPolicy(),
        "--audit-log-path=" + auditLog(),
        // In MB: never rotated, since its reader follows one file.
        "--audit-log-maxsize=1000000");
  }

  private Path auditPolicy() {
    return directory.resolve("audit-policy.yaml");
  }

  private void writeAuditPolicy() throws IOException {
    try (InputStream policy = ApiServer.class.getResourceAsStream("audit-policy.yaml")) {
      if (policy == null) {
        throw new IllegalStateException("audit-policy.yaml is not packed with this class");
      }
      Files.write(auditPolicy(), policy.readAllBytes());
    }
  }

  @Override
  public void close() {
    process.close();
    http.close();
  }

  private record Running(int port, SupervisedProcess process) {}
}
