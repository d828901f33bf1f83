/**
 * Which of several processes works. Enter at {@link io.weir.manager.runtime.lead.LeaderElection}.
 * What the leader does is not decided here.
 */
@NullMarked
package io.weir.manager.runtime.lead;

import org.jspecify.annotations.NullMarked;
