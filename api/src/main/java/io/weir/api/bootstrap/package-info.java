/**
 * KubeadmConfig, v1beta2, as records: the fields that decide what a worker runs at first boot, and
 * its status. Enter with {@code object.as(KubeadmConfig.class)}. Fields that only a control plane
 * reads are left out. Values that may be secret never appear in {@code toString}.
 */
@NullMarked
package io.weir.api.bootstrap;

import org.jspecify.annotations.NullMarked;
