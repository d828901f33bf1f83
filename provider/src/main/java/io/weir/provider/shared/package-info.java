/**
 * What a pool puts on cloud objects beside what others put there: tags, labels, taints, processes.
 * Enter at {@link io.weir.provider.shared.AppliedEntries} and {@link
 * io.weir.provider.shared.EntryChanges}; pure.
 */
@NullMarked
package io.weir.provider.shared;

import org.jspecify.annotations.NullMarked;
