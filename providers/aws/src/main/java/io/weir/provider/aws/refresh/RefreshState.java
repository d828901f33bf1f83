package io.weir.provider.aws.refresh;

import io.weir.provider.aws.group.GroupState;

/**
 * What AWS shows of a pool whose instances are replaced by instance refreshes.
 *
 * @param <O> the state itself
 */
public interface RefreshState<O extends RefreshState<O>> extends GroupState<O> {

  /** What is known of the group's instance refreshes. */
  RefreshObservation refreshes();

  /** The same with this known of refreshes. */
  O withRefreshes(RefreshObservation other);
}
