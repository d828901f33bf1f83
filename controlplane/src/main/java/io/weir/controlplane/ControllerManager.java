package io.weir.controlplane;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.pki.Kubeconfig;
import io.weir.controlplane.process.SupervisedProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * kube-controller-manager with the few controllers that joining nodes and deletion need, and on
 * request those of workloads. Each works under its own service account, so that its rights are
 * those it has in any cluster.
 */
final class ControllerManager implements AutoCloseable {
  private static final String USER = "system:kube-controller-manager";
  private static final List<String> CONTROLLERS =
      List.of(
          "garbage-collector-controller",
          "namespace-controller",
          "bootstrap-signer-controller",
          "token-cleaner-controller",
          "certificatesigningrequest-signing-controller",
          "certificatesigningrequest-approving-controller");

  /** What makes pods, tells where they are reached, guards them, and frees those of lost nodes. */
  private static final List<String> WORKLOAD_CONTROLLERS =
      List.of(
          "deployment-controller",
          "replicaset-controller",
          "statefulset-controller",
          "daemonset-controller",
          "job-controller",
          "disruption-controller",
          "endpointslice-controller",
          "node-lifecycle-controller",
          "taint-eviction-controller",
          "pod-garbage-collector-controller");

  private final Binaries binaries;
  private final ControlPlaneOptions controlPlaneOptions;
  private final String name;
  private final ClusterPki pki;
  private final ApiServer api;
  private final Path directory;
  private final Path kubeconfig;
  private final List<String> controllers;
  private volatile SupervisedProcess process;

  /** Starts it; nothing runs when this fails. */
  ControllerManager(
      Binaries binaries,
      ControlPlaneOptions controlPlaneOptions,
      String name,
      ClusterPki pki,
      ApiServer api)
      throws IOException, InterruptedException {
    this.binaries = binaries;
    this.controlPlaneOptions = controlPlaneOptions;
    this.name = name;
    this.pki = pki;
    this.api = api;
    this.directory = controlPlaneOptions.directory().resolve(name);
    this.kubeconfig =
        new Kubeconfig(
                name,
                api.address(),
                pki.authority().ownCredential().certificatePem(),
                USER,
                pki.authority().issueClient(USER))
            .write(directory.resolve("kube-controller-manager.kubeconfig"));
    this.controllers =
        Stream.of(
                CONTROLLERS,
                controlPlaneOptions.workloads() ? WORKLOAD_CONTROLLERS : List.<String>of(),
                controlPlaneOptions.controllers())
            .flatMap(List::stream)
            .toList();
    this.process = run();
  }

  SupervisedProcess process() {
    return process;
  }

  /** Ends it in good order and starts another. */
  void restart() throws IOException, InterruptedException {
    process.close();
    process = run();
  }

  private SupervisedProcess run() throws IOException, InterruptedException {
    return ServerLauncher.startOnFreePort(
        port ->
            new ServerLauncher(
                    name + " kube-controller-manager",
                    command(port),
                    directory,
                    directory.resolve("kube-controller-manager.log"),
                    controlPlaneOptions.startTimeout(),
                    () -> allRun(port))
                .start());
  }

  /** Its health page names every controller that it has started. */
  private boolean allRun(int port) throws InterruptedException {
    URI page = URI.create("https://127.0.0.1:" + port + "/healthz?verbose");
    return api.http()
        .get(page)
        .filter(text -> controllers.stream().allMatch(name -> text.contains("[+]" + name + " ok")))
        .isPresent();
  }

  private List<String> command(int port) {
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
