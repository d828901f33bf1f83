/**
 * What a kubelet does that others can see: it asks for its certificate, registers its Node, reports
 * Ready, and keeps its Lease. Enter at {@link io.weir.clouds.node.kubelet.Kubelet}. Of its pods see
 * {@link io.weir.clouds.node.pods}.
 */
@NullMarked
package io.weir.clouds.node.kubelet;

import org.jspecify.annotations.NullMarked;
