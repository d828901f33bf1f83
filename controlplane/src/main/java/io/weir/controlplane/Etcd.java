package io.weir.controlplane;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
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
 *
 * @param process the running program
 * @param address where it serves
 * @param pki the directory of ca.crt, client.crt and client.key
 */
record Etcd(SupervisedProcess process, URI address, Path pki) implements AutoCloseable {

  static Etcd start(Binaries binaries, ControlPlaneOptions controlPlaneOptions)
      throws IOException, InterruptedException {
    Path directory = controlPlaneOptions.directory().resolve("etcd");
    Path pki = Files.createDirectories(directory.resolve("pki"));
    var authority = CertificateAuthority.create("etcd");
    var client = authority.issueClient("kube-apiserver");
    authority.ownCredential().write(pki, "ca");
    authority.issueServer("etcd").write(pki, "server");
    client.write(pki, "client");
    try (var http = new TlsClient(authority.ownCredential().certificate(), client)) {
      return ServerLauncher.startOnFreePort(
          port -> {
            URI address = URI.create("https://127.0.0.1:" + port);
            var serverLauncher =
                new ServerLauncher(
                    "etcd",
                    command(binaries, directory, address),
                    directory,
                    directory.resolve("etcd.log"),
                    controlPlaneOptions.startTimeout(),
                    () -> http.get(address.resolve("/health")).isPresent());
            return new Etcd(serverLauncher.start(), address, pki);
          });
    }
  }

  private static List<String> command(Binaries binaries, Path directory, URI address) {
    Path pki = directory.resolve("pki");
    // Port 0: there are no peers, yet etcd insists on listening for them.
    String peers = "https://127.0.0.1:0";
    return List.of(
        binaries.path(Binary.ETCD).toString(),
        "--name=etcd",
        "--data-dir=" + directory.resolve("data"),
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
