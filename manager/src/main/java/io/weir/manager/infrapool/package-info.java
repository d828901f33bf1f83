/**
 * Infrastructure pools of every cloud, each kind by its provider: observe, plan, one write at a
 * time, report. Nothing here knows a cloud. Enter at {@link
 * io.weir.manager.infrapool.InfraPoolController}.
 */
@NullMarked
package io.weir.manager.infrapool;

import org.jspecify.annotations.NullMarked;
