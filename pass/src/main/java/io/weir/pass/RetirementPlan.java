package io.weir.pass;

import io.weir.engine.retire.Retirements;
import io.weir.pass.NodeDrains.Drain;
import io.weir.provider.DesiredState;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolNode;
import java.util.List;
import java.util.Optional;

/**
 * Who leaves a pool, as a pass has decided it.
 *
 * @param intent what the provider is to do
 * @param retirements what is to be written down before anything is done; absent if nothing is
 *     decided here
 * @param drains whose Nodes are to be drained from now on
 * @param restore Nodes that are free again
 * @param held who is not let go since nothing may be ended now
 * @param status what is to be told
 */
record RetirementPlan<D extends DesiredState>(
    PoolIntent.Converge<D> intent,
    Optional<Retirements> retirements,
    List<Drain> drains,
    List<PoolNode> restore,
    Optional<HeldBack> held,
    RetirementStatus status) {

  RetirementPlan {
    drains = List.copyOf(drains);
    restore = List.copyOf(restore);
  }

  /** The cloud decides who leaves, or nobody can tell now. */
  static <D extends DesiredState> RetirementPlan<D> undecided(
      PoolIntent.Converge<D> intent, RetirementStatus status) {
    return new RetirementPlan<>(
        intent, Optional.empty(), List.of(), List.of(), Optional.empty(), status);
  }
}
