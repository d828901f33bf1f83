package io.weir.sandbox.sweep;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How a manager reaches the API server.
 *
 * @param management the file of its kubeconfig
 * @param workload the kubeconfig in the Secret of the cluster
 */
record ApiServerAccess(Path management, String workload) {

  /** The same way through a proxy. */
  ApiServerAccess throughProxy(TcpProxy proxy, URI server, Path directory) throws IOException {
    String direct = ":" + server.getPort();
    String detour = ":" + proxy.port();
    Path file = Files.createTempFile(directory, "detour-", ".kubeconfig");
    Files.writeString(file, Files.readString(management).replace(direct, detour));
    return new ApiServerAccess(file, workload.replace(direct, detour));
  }
}
