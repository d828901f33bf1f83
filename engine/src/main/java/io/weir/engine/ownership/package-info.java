/**
 * What administrators have decided about cloud objects whose marks leave doubt; pure. Enter at
 * {@link io.weir.engine.ownership.OwnershipDecisions}.
 */
@NullMarked
package io.weir.engine.ownership;

import org.jspecify.annotations.NullMarked;
