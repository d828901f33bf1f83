package io.weir.controlplane;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.pki.Kubeconfig;
import io.weir.controlplane.pki.TlsClient;
import io.weir.controlplane.process.SupervisedProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * kube-controller-manager with the few controllers that joining nodes and deletion need. Each works
 * under its own service account, so that its rights are those it has in any cluster.
 */
record ControllerManager(SupervisedProcess process) implements AutoCloseable {
  private static final String USER = "system:kube-controller-manager";
  private static final List<String> CONTROLLERS =
      List.of(
          "garbage-collector-controller",
          "namespace-controller",
          "bootstrap-signer-controller",
          "token-cleaner-controller",
          "certificatesigningrequest-signing-controller",
          "certificatesigningrequest-approving-controller");

  static ControllerManager start(
      Binaries binaries, Options options, String name, ClusterPki pki, ApiServer api)
      throws IOException, InterruptedException {
    Path directory = options.directory().resolve(name);
    Path kubeconfig =
        new Kubeconfig(
                name,
                api.address(),
                pki.authority().self().certificatePem(),
                USER,
                pki.authority().client(USER))
            .write(directory.resolve("kube-controller-manager.kubeconfig"));
    List<String> controllers =
        Stream.concat(CONTROLLERS.stream(), options.controllers().stream()).toList();
    return Server.onFreePort(
        port ->
            new ControllerManager(
                new Server(
                        name + " kube-controller-manager",
                        command(binaries, pki, kubeconfig, controllers, port),
                        directory,
                        directory.resolve("kube-controller-manager.log"),
                        options.startTimeout(),
                        () -> allRun(api.http(), port, controllers))
                    .start()));
  }

  /** Its health page names every controller that it has started. */
  private static boolean allRun(TlsClient http, int port, List<String> controllers)
      throws InterruptedException {
    URI page = URI.create("https://127.0.0.1:" + port + "/healthz?verbose");
    return http.get(page)
        .filter(text -> controllers.stream().allMatch(name -> text.contains("[+]" + name + " ok")))
        .isPresent();
  }

  private static List<String> command(
      Binaries binaries, ClusterPki pki, Path kubeconfig, List<String> controllers, int port) {
    return List.of(
        binaries.path(Binary.KUBE_CONTROLLER_MANAGER).toString(),
        "--controllers=" + String.join(",", controllers),
        "--kubeconfig=" + kubeconfig,
        "--bind-address=127.0.0.1",
        "--secure-port=" + port,
        "--tls-cert-file=" + pki.file("kube-controller-manager.crt"),
        "--tls-private-key-file=" + pki.file("kube-controller-manager.key"),
        "--cluster-signing-cert-file=" + pki.file("ca.crt"),
        "--cluster-signing-key-file=" + pki.file("ca.key"),
        "--root-ca-file=" + pki.file("ca.crt"),
        "--service-account-private-key-file=" + pki.file("sa.key"),
        "--use-service-account-credentials=true",
        // There is only one, and a lease would delay its start.
        "--leader-elect=false",
        // The default of 20 requests a second would make machines queue for their certificates.
        "--kube-api-qps=500",
        "--kube-api-burst=1000",
        "--profiling=false");
  }

  @Override
  public void close() {
    process.close();
  }
}
