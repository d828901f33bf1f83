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
 * @param workloads whether kube-scheduler and the controllers of workloads run, so that pods of
 *     Deployments and the like come and go
 * @param port where kube-apiserver listens; 0 for any port that is free
 * @param resume whether the directory may hold what another start left, to go on from
 * @param startTimeout how long each part may take to become ready
 */
public record ControlPlaneOptions(
    Path directory,
    List<String> apiServerFlags,
    List<String> controllers,
    boolean workloads,
    int port,
    boolean resume,
    Duration startTimeout) {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  public ControlPlaneOptions {
    directory = directory.toAbsolutePath();
    apiServerFlags = List.copyOf(apiServerFlags);
    controllers = List.copyOf(controllers);
  }

  /** What suits most, with all files in a directory. */
  public static ControlPlaneOptions inDirectory(Path directory) {
    return new ControlPlaneOptions(directory, List.of(), List.of(), false, 0, false, PATIENCE);
  }

  /** With one more flag for kube-apiserver, such as {@code --feature-gates=X=true}. */
  public ControlPlaneOptions withApiServerFlag(String flag) {
    return new ControlPlaneOptions(
        directory, with(apiServerFlags, flag), controllers, workloads, port, resume, startTimeout);
  }

  /** With one more controller, such as {@code serviceaccount-controller}. */
  public ControlPlaneOptions withController(String controller) {
    return new ControlPlaneOptions(
        directory,
        apiServerFlags,
        with(controllers, controller),
        workloads,
        port,
        resume,
        startTimeout);
  }

  /** With kube-scheduler and the controllers of workloads. */
  public ControlPlaneOptions withWorkloads() {
    return new ControlPlaneOptions(
        directory, apiServerFlags, controllers, true, port, resume, startTimeout);
  }

  /** With a port that kube-apiserver must have; 0 for any that is free. */
  public ControlPlaneOptions withPort(int newPort) {
    return new ControlPlaneOptions(
        directory, apiServerFlags, controllers, workloads, newPort, resume, startTimeout);
  }

  /**
   * Going on from what a control plane of this directory left, objects and authority alike; its
   * port must be given again, as kubeconfigs that were handed out name it.
   */
  public ControlPlaneOptions resuming() {
    return new ControlPlaneOptions(
        directory, apiServerFlags, controllers, workloads, port, true, startTimeout);
  }

  private static List<String> with(List<String> list, String more) {
    return Stream.concat(list.stream(), Stream.of(more)).toList();
  }
}
