package io.weir.controlplane.junit;

import io.weir.controlplane.ControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the API servers of tests look for the Services of webhooks: no network of Pods is there, so
 * they connect to a Unix socket and ask it, by {@code CONNECT}, for the Service's address. A test
 * that listens there stands for all Services; while none does, connections fail at once.
 */
public final class ServiceNetwork {
  private static final String CONFIGURATION = "egress.yaml";
  private static final String SOCKET = "services.sock";

  private ServiceNetwork() {}

  /** The socket, which no file stands for until a test listens at it. */
  public static Path socket(ControlPlane controlPlane) {
    return controlPlane.directory().resolveSibling(SOCKET);
  }

  static String apiServerFlag(Path directory) {
    return "--egress-selector-config-file=" + directory.resolve(CONFIGURATION);
  }

  static void writeConfiguration(Path directory) throws IOException {
    Files.writeString(
        directory.resolve(CONFIGURATION),
        """
        apiVersion: apiserver.k8s.io/v1beta1
        kind: EgressSelectorConfiguration
        egressSelections:
          - name: cluster
            connection:
              proxyProtocol: HTTPConnect
              transport: {uds: {udsName: %s}}
        """
            .formatted(socket(directory)));
  }

  private static Path socket(Path directory) {
    return directory.resolve(SOCKET);
  }
}
