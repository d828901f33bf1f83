package io.weir.clouds.node.kubeadm;

import io.weir.clouds.node.wire.ClientIdentity;
import io.weir.clouds.node.wire.ServerTrust;
import java.net.URI;

/**
 * A proven way to the API server, and the identity to ask for a certificate with.
 *
 * @param server the API server's address, as the cluster itself gives it
 * @param trust the cluster's authority
 * @param identity the bootstrap identity
 */
public record ClusterAccess(URI server, ServerTrust trust, ClientIdentity identity) {}
