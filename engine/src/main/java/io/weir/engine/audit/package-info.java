/**
 * What an auditor wants to know of what Weir did or refused to do: the events, and the line that
 * tells of one. Enter at {@link io.weir.engine.audit.AuditEvent}. No event holds a secret. Nothing
 * here writes.
 */
@NullMarked
package io.weir.engine.audit;

import org.jspecify.annotations.NullMarked;
