/**
 * Which of several processes works. Enter at {@link io.weir.kernel.lead.LeaderElection}. What the
 * leader does is not decided here.
 */
@NullMarked
package io.weir.kernel.lead;

import org.jspecify.annotations.NullMarked;
