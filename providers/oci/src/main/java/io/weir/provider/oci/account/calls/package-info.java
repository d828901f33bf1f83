/**
 * Calls to Oracle Cloud as far as all kinds share them: signatures by Oracle's library, addresses,
 * pages, errors sorted by what the caller can do. Enter at {@link
 * io.weir.provider.oci.account.calls.OciSessions}.
 */
@NullMarked
package io.weir.provider.oci.account.calls;

import org.jspecify.annotations.NullMarked;
