package io.weir.engine.rollout;

import io.weir.engine.retire.Member;
import io.weir.engine.retire.Retirement;
import io.weir.engine.retire.RetirementReason;
import io.weir.engine.retire.RetirementState;
import java.util.Optional;

/**
 * Members that the cloud ends once it is told so: they are drained first, and then released. No
 * brake holds that back: their end is not ours.
 */
final class HeldMembers {

  private final Leaving leaving;

  HeldMembers(Leaving leaving) {
    this.leaving = leaving;
  }

  /** Writes down those that are new, and releases those that have nothing to wait for. */
  void drainAndRelease() {
    for (Member member : leaving.held()) {
      Optional<RetirementState> state = leaving.find(member).map(Retirement::state);
      if (state.isEmpty() || state.get() == RetirementState.DRAINING) {
        drain(member);
      } else if (state.get() != RetirementState.RELEASED) {
        // Weir has ended it itself, once it was drained.
        leaving.move(member, RetirementState.RELEASED);
      }
    }
  }

  private void drain(Member member) {
    if (leaving.add(member, RetirementReason.ENDED_BY_CLOUD) && member.drained()) {
      leaving.move(member, RetirementState.RELEASED);
    }
  }
}
