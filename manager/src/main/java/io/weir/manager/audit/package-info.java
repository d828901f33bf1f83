/**
 * Where audit events go: lines of a logger of their own. Enter at {@link
 * io.weir.manager.audit.AuditLog}. What an event is, and what its line says, is decided in the
 * engine.
 */
@NullMarked
package io.weir.manager.audit;

import org.jspecify.annotations.NullMarked;
