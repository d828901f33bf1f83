package io.weir.controlplane;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.files.FileTree;
import io.weir.controlplane.pki.CertificateAuthority;
import io.weir.controlplane.pki.TlsClient;
import io.weir.controlplane.process.SupervisedProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The store of the API servers. Only they can use it: it asks for a certificate of its own
 * authority, as any account of this machine can reach a loopback port.
 */
final class Etcd implements AutoCloseable {

  private final Launch launch;
  private final URI address;
  private final Path pki;
  private final Path data;
  private volatile SupervisedProcess process;

  private Etcd(Launch launch, URI address, Path directory)
      throws IOException, InterruptedException {
    this.launch = launch;
    this.address = address;
    this.pki = directory.resolve("pki");
    this.data = data(directory);
    this.process = launch.run();
  }

  /** Starts the program and waits until it answers. */
  @FunctionalInterface
  private interface Launch {
    SupervisedProcess run() throws IOException, InterruptedException;
  }

  static Etcd start(Binaries binaries, ControlPlaneOptions controlPlaneOptions)
      throws IOException, InterruptedException {
    Path directory = controlPlaneOptions.directory().resolve("etcd");
    Path pki = Files.createDirectories(directory.resolve("pki"));
    var authority = CertificateAuthority.create("etcd");
    var client = authority.issueClient("kube-apiserver");
    authority.ownCredential().write(pki, "ca");
    authority.issueServer("etcd").write(pki, "server");
    client.write(pki, "client");
    return ServerLauncher.startOnFreePort(
        port -> {
          URI address = URI.create("https://127.0.0.1:" + port);
          Launch launch =
              () -> {
                try (var http = new TlsClient(authority.ownCredential().certificate(), client)) {
                  return new ServerLauncher(
                          "etcd",
                          command(binaries, directory, address),
                          directory,
                          directory.resolve("etcd.log"),
                          controlPlaneOptions.startTimeout(),
                          () -> http.get(address.resolve("/health")).isPresent())
                      .start();
                }
              };
          return new Etcd(launch, address, directory);
        });
  }

  private static Path data(Path directory) {
    return directory.resolve("data");
  }

  SupervisedProcess process() {
    return process;
  }

  /** Where it serves. */
  URI address() {
    return address;
  }

  /** The directory of ca.crt, client.crt and client.key. */
  Path pki() {
    return pki;
  }

  /** Copies all that it holds into a new directory; for a moment it does not answer. */
  synchronized void backUp(Path backup) throws IOException, InterruptedException {
    process.close();
    FileTree.copy(data, backup);
    process = launch.run();
  }

  /** Puts a copy in the place of all that it holds; for a moment it does not answer. */
  synchronized void restore(Path backup) throws IOException, InterruptedException {
    process.close();
    FileTree.delete(data);
    FileTree.copy(backup, data);
    process = launch.run();
  }

  private static List<String> command(Binaries binaries, Path directory, URI address) {
    Path pki = directory.resolve("pki");
    // Port 0: there are no peers, yet etcd insists on listening for them.
    String peers = "https://127.0.0.1:0";
    return List.of(
        binaries.path(Binary.ETCD).toString(),
        "--name=etcd",
        "--data-dir=" + data(directory),
        "--listen-client-urls=" + address,
        "--advertise-client-urls=" + address,
        "--listen-peer-urls=" + peers,
        "--initial-advertise-peer-urls=" + peers,
        "--initial-cluster=etcd=" + peers,
        "--client-cert-auth",
        "--trusted-ca-file=" + pki.resolve("ca.crt"),
        "--cert-file=" + pki.resolve("server.crt"),
        "--key-file=" + pki.resolve("server.key"),
        "--peer-client-cert-auth",
        "--peer-trusted-ca-file=" + pki.resolve("ca.crt"),
        "--peer-cert-file=" + pki.resolve("server.crt"),
        "--peer-key-file=" + pki.resolve("server.key"),
        // Nothing here has to survive a power cut, and waiting for the disk is most of a write.
        "--unsafe-no-fsync",
        "--log-level=warn");
  }

  @Override
  public void close() {
    process.close();
  }
}
