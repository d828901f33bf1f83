package io.weir.manager.kubeadm;

import io.weir.bootstrap.token.BootstrapToken;
import io.weir.bootstrap.token.TokenState;
import java.time.Instant;

/**
 * A token of a config that the workload cluster has.
 *
 * @param token the token
 * @param createdAt when its Secret was made
 * @param state until when it is valid
 */
record SeenToken(BootstrapToken token, Instant createdAt, TokenState state) {}
