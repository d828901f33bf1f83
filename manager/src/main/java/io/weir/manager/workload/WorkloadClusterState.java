package io.weir.manager.workload;

import io.weir.engine.workload.ConnectionFailureCause;
import io.weir.engine.workload.VettedKubeconfig;
import io.weir.kernel.kube.KubeClient;
import java.time.Instant;
import java.util.Optional;

/** What can be said about a workload cluster now. */
public sealed interface WorkloadClusterState {

  /** The Nodes as last seen: those of now while connected. */
  WorkloadNodes nodes();

  /** Weir's join tokens as last seen by this connection; empty if it has never been up. */
  Optional<WorkloadTokens> lastSeenTokens();

  /**
   * Its API server answers, and the watches follow it.
   *
   * @param nodes its Nodes
   * @param tokens Weir's join tokens in it
   * @param client single reads and writes, of this cluster and no other
   * @param kubeconfig how it is reached
   * @param version of its API server, such as {@code v1.35.4}
   */
  record Connected(
      WorkloadNodes nodes,
      WorkloadTokens tokens,
      KubeClient client,
      VettedKubeconfig kubeconfig,
      String version)
      implements WorkloadClusterState {
    @Override
    public Optional<WorkloadTokens> lastSeenTokens() {
      return Optional.of(tokens);
    }
  }

  /**
   * Nothing can be said about it now.
   *
   * @param cause what kind of trouble
   * @param message one sentence for people, naming the object and the remedy; the same for the same
   *     trouble; empty while it is too early to speak of trouble
   * @param since when it was last known to be reachable, or was first tried
   * @param triedAt when all that could be was last tried in vain; between two tries the cluster may
   *     be back unseen, which {@link WorkloadClusterAccess#retryConnection} finds out
   * @param nodes as seen before; they may be gone by now
   * @param lastSeenTokens as seen before; they may be gone by now
   */
  record Unreachable(
      ConnectionFailureCause cause,
      String message,
      Instant since,
      Instant triedAt,
      WorkloadNodes nodes,
      Optional<WorkloadTokens> lastSeenTokens)
      implements WorkloadClusterState {

    /** The same, of which nothing is remembered. */
    Unreachable forgetting() {
      return new Unreachable(cause, message, since, triedAt, WorkloadNodes.NONE, Optional.empty());
    }

    /** Whether it is the same trouble. */
    boolean isSameFailure(WorkloadClusterState other) {
      return other instanceof Unreachable before
          && before.cause == cause
          && before.message.equals(message);
    }
  }
}
