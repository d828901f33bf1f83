package io.weir.engine.pool;

import io.weir.api.EventReasons;
import io.weir.engine.pool.PoolDecision.PoolProblem;
import io.weir.engine.pool.PoolSnapshot.BootstrapState;
import io.weir.engine.pool.PoolSnapshot.InfrastructureState;
import io.weir.engine.pool.PoolSnapshot.WorkloadState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What people must mend before a pool can go on. A pool that goes needs nothing mended. */
final class PoolProblems {

  private PoolProblems() {}

  static List<PoolProblem> of(PoolSnapshot pool) {
    var troubles = new ArrayList<PoolProblem>();
    if (pool.deleting()) {
      return troubles;
    }
    if (pool.workload() instanceof WorkloadState.ClusterMissing clusterMissing) {
      troubles.add(
          new PoolProblem(EventReasons.CLUSTER_MISSING, clusterMissingMessage(clusterMissing)));
    }
    if (pool.bootstrap() instanceof BootstrapState.Missing missing) {
      troubles.add(
          new PoolProblem(EventReasons.REFERENCE_UNUSABLE, bootstrapMissingMessage(missing)));
    }
    if (pool.infrastructure() instanceof InfrastructureState.Missing missing) {
      troubles.add(
          new PoolProblem(EventReasons.REFERENCE_UNUSABLE, infrastructureMissingMessage(missing)));
    }
    return troubles;
  }

  static String clusterMissingMessage(WorkloadState.ClusterMissing clusterMissing) {
    return clusterMissing.object() + ", named in spec.clusterName, does not exist: create it";
  }

  static String bootstrapMissingMessage(BootstrapState.Missing missing) {
    return named(missing.object(), "bootstrap.configRef", missing.problem());
  }

  static String infrastructureMissingMessage(InfrastructureState.Missing missing) {
    return named(missing.object(), "infrastructureRef", missing.problem());
  }

  /** What keeps machines from being made or replaced; what comes by itself at first is none. */
  static Optional<String> infrastructureProblem(PoolSnapshot pool) {
    return switch (pool.infrastructure()) {
      case InfrastructureState.Missing missing ->
          Optional.of(infrastructureMissingMessage(missing));
      case InfrastructureState.Present present ->
          present
              .messages()
              .problem()
              .filter(why -> present.ready() || pool.previous().provisioned() || why.isSerious())
              .map(InfrastructureState.InfrastructureProblem::message);
    };
  }

  private static String named(String what, String field, String problem) {
    return "%s, named in spec.template.spec.%s, %s".formatted(what, field, problem);
  }
}
