package io.weir.bootstrap.kubeadm;

/**
 * What a joining machine must know of its cluster, for everything that the KubeadmConfig does not
 * give itself.
 *
 * @param endpoint {@code host:port} of the API server; empty while it is not known
 * @param caPem the CA certificates in PEM, without key; empty while they are not known
 */
public record ClusterJoinInfo(String endpoint, String caPem) {}
