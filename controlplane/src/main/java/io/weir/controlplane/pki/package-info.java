/**
 * Certificates and the files that carry them. Enter through {@link
 * io.weir.controlplane.pki.CertificateAuthority}. Keys are made here, written to files that only
 * their owner reads, and appear in no message.
 */
@NullMarked
package io.weir.controlplane.pki;

import org.jspecify.annotations.NullMarked;
