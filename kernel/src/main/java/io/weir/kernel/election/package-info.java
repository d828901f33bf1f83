/**
 * Which of several processes works. Enter at {@link io.weir.kernel.election.LeaderElection}. What
 * the leader does is not decided here.
 */
@NullMarked
package io.weir.kernel.election;

import org.jspecify.annotations.NullMarked;
