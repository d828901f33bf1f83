/**
 * Calls of Compute Engine: credentials, requests, long operations, and what errors mean. Nothing is
 * decided here. Enter at {@link io.weir.provider.gcp.account.calls.GcpSessions}.
 */
@NullMarked
package io.weir.provider.gcp.account.calls;

import org.jspecify.annotations.NullMarked;
