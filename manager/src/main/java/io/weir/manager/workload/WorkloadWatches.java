package io.weir.manager.workload;

/**
 * What is watched in workload clusters. The account in a kubeconfig needs rights on nothing else.
 *
 * @param nodes which MachinePools need
 * @param tokens which KubeadmConfigs need
 */
public record WorkloadWatches(boolean nodes, boolean tokens) {

  /** All of it. */
  public static final WorkloadWatches ALL = new WorkloadWatches(true, true);

  public WorkloadWatches {
    if (!nodes && !tokens) {
      throw new IllegalArgumentException("nothing is watched, so nothing needs a connection");
    }
  }
}
