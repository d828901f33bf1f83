/**
 * The kinds of Google Cloud: their CRDs, records and words. Nothing is decided here; only what
 * pools read has a record component. Enter at {@link io.weir.provider.gcp.api.GcpMachinePool}.
 */
@NullMarked
package io.weir.provider.gcp.api;

import org.jspecify.annotations.NullMarked;
