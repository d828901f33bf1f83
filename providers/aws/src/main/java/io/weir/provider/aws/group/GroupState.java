package io.weir.provider.aws.group;

import io.weir.provider.ObservedState;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What AWS shows of a pool that has an Auto Scaling group.
 *
 * @param <O> the state itself
 */
public interface GroupState<O extends GroupState<O>> extends ObservedState {

  /** The group. */
  Optional<ObservedGroup> group();

  /** The same with this group, or none. */
  O withGroup(Optional<ObservedGroup> other);

  /** The same with the group changed, if there is one. */
  default O withGroup(UnaryOperator<ObservedGroup> change) {
    return withGroup(group().map(change));
  }
}
