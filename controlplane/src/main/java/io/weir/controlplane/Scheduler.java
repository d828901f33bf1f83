package io.weir.controlplane;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.pki.Kubeconfig;
import io.weir.controlplane.process.SupervisedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * kube-scheduler, with the rights that it has in any cluster. It listens nowhere, and nothing waits
 * until it runs: a pod that is there before it is as good as one that comes later.
 */
final class Scheduler implements AutoCloseable {
  private static final String USER = "system:kube-scheduler";

  private final SupervisedProcess process;

  /** Starts it; nothing runs when this fails. */
  Scheduler(Binaries binaries, Path directory, String name, ClusterPki pki, ApiServer api)
      throws IOException {
    Path kubeconfig =
        new Kubeconfig(
                name,
                api.address(),
                pki.authority().ownCredential().certificatePem(),
                USER,
                pki.authority().issueClient(USER))
            .write(directory.resolve("kube-scheduler.kubeconfig"));
    this.process =
        SupervisedProcess.start(
            name + " kube-scheduler",
            command(binaries, kubeconfig),
            Map.of(),
            directory,
            directory.resolve("kube-scheduler.log"));
  }

  SupervisedProcess process() {
    return process;
  }

  private static List<String> command(Binaries binaries, Path kubeconfig) {
    return List.of(
        binaries.path(Binary.KUBE_SCHEDULER).toString(),
        "--kubeconfig=" + kubeconfig,
        // Nobody asks for its health or its metrics, so there is no port to be found and guarded.
        "--secure-port=0",
        // There is only one, and a lease would delay its start.
        "--leader-elect=false",
        // As for the controllers: many pods come at once when a pool is replaced.
        "--kube-api-qps=500",
        "--kube-api-burst=1000",
        "--profiling=false");
  }

  @Override
  public void close() {
    process.close();
  }
}
