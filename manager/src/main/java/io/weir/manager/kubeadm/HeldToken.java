package io.weir.manager.kubeadm;

import io.weir.bootstrap.token.BootstrapToken;
import java.time.Instant;

/**
 * A token that data contains, or is to contain.
 *
 * @param token the token
 * @param issuedAt when it was made
 */
record HeldToken(BootstrapToken token, Instant issuedAt) {}
