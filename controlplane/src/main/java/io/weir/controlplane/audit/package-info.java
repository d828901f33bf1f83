/**
 * Who asked an API server for what. Enter through {@link io.weir.controlplane.audit.AuditLog}.
 * Judging what was asked does not belong here.
 */
@NullMarked
package io.weir.controlplane.audit;

import org.jspecify.annotations.NullMarked;
