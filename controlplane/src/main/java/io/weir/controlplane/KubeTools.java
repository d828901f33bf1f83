package io.weir.controlplane;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs kubectl and kubeadm against one API server, away from the user's own settings.
 *
 * @param binaries the programs
 * @param kubeconfig the account that they work as
 * @param directory their home, with their caches
 */
record KubeTools(Binaries binaries, Path kubeconfig, Path directory) {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  Command.Result run(Binary tool, String input, List<String> arguments)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    return new Command(
            Stream.concat(Stream.of(binaries.path(tool).toString()), arguments.stream()).toList(),
            Map.of(
                "HOME", directory.toString(),
                "KUBECONFIG", kubeconfig.toString(),
                "KUBECACHEDIR", directory.resolve("cache").toString(),
                "KUBERC", "off"),
            directory,
            input,
            TIMEOUT)
        .run();
  }
}
