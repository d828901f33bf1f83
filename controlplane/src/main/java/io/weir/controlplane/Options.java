package io.weir.controlplane;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a control plane is started.
 *
 * @param directory for all of its files; made if absent, must be empty unless it goes on from one
 * @param apiServerFlags further flags of kube-apiserver; one that takes a single value wins over
 *     what is set anyway
 * @param controllers further controllers of kube-controller-manager, beyond the six that joining
 *     nodes and deletion need
 * @param port where kube-apiserver listens; 0 for any port that is free
 * @param goesOn whether the directory may hold what another start left, to go on from
 * @param startTimeout how long each part may take to become ready
 */
public record Options(
    Path directory,
    List<String> apiServerFlags,
    List<String> controllers,
    int port,
    boolean goesOn,
    Duration startTimeout) {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  public Options {
    directory = directory.toAbsolutePath();
    apiServerFlags = List.copyOf(apiServerFlags);
    controllers = List.copyOf(controllers);
  }

  /** What suits most, with all files in a directory. */
  public static Options in(Path directory) {
    return new Options(directory, List.of(), List.of(), 0, false, PATIENCE);
  }

  /** With one more flag for kube-apiserver, such as {@code --feature-gates=X=true}. */
  public Options withApiServerFlag(String flag) {
    return new Options(
        directory, with(apiServerFlags, flag), controllers, port, goesOn, startTimeout);
  }

  /** With one more controller, such as {@code serviceaccount-controller}. */
  public Options withController(String controller) {
    return new Options(
        directory, apiServerFlags, with(controllers, controller), port, goesOn, startTimeout);
  }

  /** With a port that kube-apiserver must have; 0 for any that is free. */
  public Options withPort(int newPort) {
    return new Options(directory, apiServerFlags, controllers, newPort, goesOn, startTimeout);
  }

  /**
   * Going on from what a control plane of this directory left, objects and authority alike; its
   * port must be given again, as kubeconfigs that were handed out name it.
   */
  public Options goingOn() {
    return new Options(directory, apiServerFlags, controllers, port, true, startTimeout);
  }

  private static List<String> with(List<String> list, String more) {
    return Stream.concat(list.stream(), Stream.of(more)).toList();
  }
}
