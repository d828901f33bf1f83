/**
 * Control planes that a cloud runs and that exist already, whose own controllers do not: what these
 * would say of them. Enter at {@link io.weir.manager.attached.AttachedControlPlaneControllerSetup}.
 */
@NullMarked
package io.weir.manager.attached;

import org.jspecify.annotations.NullMarked;
